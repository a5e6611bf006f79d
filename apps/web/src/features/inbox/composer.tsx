import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import type { ComposerActor } from './composer.machine.ts'
import { repliedSince } from './composer.rules.ts'
import { ComposerBox } from './composer-box.tsx'
import { CannotText, OfflineNotice, RepliedNotice, StaleQuestion } from './composer-notices.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { givenName } from './staff-names.rules.ts'

interface ComposerProps {
  composer: ComposerActor
  conversation: Conversation
  messages: readonly Message[]
  userId: string
  phone: boolean
  offline: boolean
  onPresence: (state: 'viewing' | 'replying') => void
}

/** Where a text or an internal note is written. What becomes of it is the machine's. */
export function Composer({ composer, conversation, messages, userId, phone, offline, ...rest }: ComposerProps) {
  const { mode, drafts, typedSince, question } = useSelector(composer, (state) => state.context)
  const replied = repliedSince(typedSince, messages, userId)
  const cannotText = mode === 'text' && conversation.type === 'sms' && conversation.smsStatus !== 'subscribed'
  const note = mode === 'note'

  if (cannotText) {
    const { name, smsStatus } = conversation
    const write = () => composer.send({ type: 'mode.changed', mode: 'note' })
    return <CannotText name={givenName(name)} blocked={smsStatus === 'blocked'} onNote={write} />
  }
  return (
    <div className="shrink-0 max-md:border-t max-md:border-line max-md:pt-1 md:px-3 md:pb-3">
      {question !== null && (
        <StaleQuestion text={question.text} onAnswer={(yes) => composer.send({ type: 'question.answered', yes })} />
      )}
      {question === null && replied !== null && <RepliedNotice name={givenName(replied)} />}
      {offline && <OfflineNotice note={note} />}
      <div
        className={clsx(
          'focus-within:border-accent md:rounded-lg md:border',
          note ? 'bg-note focus-within:border-note-fill md:border-note-line' : 'md:border-control md:bg-raised',
        )}
      >
        <div
          className={clsx(
            'flex items-center gap-1 px-1.5 py-1',
            note ? 'md:border-note-line' : 'border-line',
            'md:border-b',
          )}
        >
          <ModeTabs mode={mode} onChange={(next) => composer.send({ type: 'mode.changed', mode: next })} />
          {conversation.type === 'sms' && !note && (
            <span className="num ml-auto truncate pr-1.5 text-xs text-muted">{`to ${displayPhone(conversation.phoneNumber)}`}</span>
          )}
        </div>
        <ComposerBox
          key={mode}
          note={note}
          text={drafts[mode]}
          phone={phone}
          onText={(text) => composer.send({ type: 'draft.changed', text })}
          onSend={() => composer.send({ type: 'send.requested' })}
          {...rest}
        />
      </div>
    </div>
  )
}
