import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { memo, Suspense, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { usePreferences } from '../../../parts/use-preferences.ts'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import type { ComposerActor } from './composer.machine.ts'
import { repliedSince } from './composer.rules.ts'
import { ComposerBox } from './composer-box.tsx'
import { CannotText, GapNotice, OfflineNotice, RepliedNotice, StaleQuestion } from './composer-notices.tsx'
import { ComposerPopovers } from './composer-popovers.tsx'
import { AttachButton, ComposerTools, PhoneTools } from './composer-tools.tsx'
import { EmojiButton } from './emoji-button.tsx'
import { InsertMenu } from './insert-menu.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { sendThenClose } from './send-and-close.actors.ts'
import { useComposing } from './use-composing.ts'
import { usePickedFiles } from './use-picked-files.ts'
import { NOT_ABOUT_ONE, NOT_WITH_FILES, useSendLater } from './use-send-later.ts'

const TakesOverNotice = lazyPart(async () => (await import('./takes-over-notice.tsx')).TakesOverNotice, SaidInPlace)
const AboutSelect = lazyPart(async () => (await import('../family/about-select.tsx')).AboutSelect, SaidInPlace)

interface ComposerProps {
  composer: ComposerActor
  conversation: Conversation
  messages: readonly Message[]
  /** The patients who share the number; empty for a number of one patient. */
  members: readonly HouseholdMember[]
  me: Colleague
  colleagues: readonly Colleague[]
  now: Date
  timezone: string
  phone: boolean
  offline: boolean
  onPresence: (state: 'viewing' | 'replying') => void
  /** Opens an e-mail instead, when no text can be sent. */
  onMail: () => void
  /** Closes the conversation after the message was sent. */
  onClose: () => void
}

/** The editor of a text or an internal note. The machine holds its state. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { composer, conversation, messages, members, me, colleagues, now, timezone, ...rest } = props
  const { phone, offline, onPresence, onMail, onClose } = rest
  const { mode, about, drafts, files, badFile, named, typedSince, question } = useSelector(
    composer,
    (state) => state.context,
  )
  const signature = useSignature(composer, conversation)
  const replied = repliedSince(typedSince, messages, me._id)
  const note = mode === 'note'
  const text = drafts[mode]
  const place = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const picked = usePickedFiles(files[mode], (next) => composer.send({ type: 'files.changed', files: next }))
  const become = useCallback((next: 'text' | 'note') => composer.send({ type: 'mode.changed', mode: next }), [composer])
  const later = useSendLater({ composer, conversation, offline, now, timezone })
  const composing = useComposing({
    ...{ box, text, note },
    onText: (next) => composer.send({ type: 'draft.changed', text: next }),
    onNamed: (colleague) => composer.send({ type: 'colleague.named', colleague }),
    onSend: () => composer.send({ type: 'send.requested' }),
  })

  const asked = later.question
  const onlyNow = files.text.length > 0 ? NOT_WITH_FILES : about !== null ? NOT_ABOUT_ONE : null
  const laterHere = note ? null : (onlyNow ?? later.entries)
  const setAbout = useCallback(
    (next: string | null) => composer.send({ type: 'about.changed', about: next }),
    [composer],
  )
  const canned = composing.open === 'canned'
  const { toggleCanned, insertFromMenu, insertEmoji } = composing
  // Memoized, so that typing doesn't render the tools.
  const insert = useMemo(() => {
    const size = phone ? 'touch' : 'sm'
    return (
      <>
        {!note && <InsertMenu to={conversation} timezone={timezone} size={size} onInsert={insertFromMenu} />}
        {!phone && <EmojiButton onPick={insertEmoji} />}
      </>
    )
  }, [note, conversation, timezone, phone, insertFromMenu, insertEmoji])
  if (!note && conversation.type === 'sms' && conversation.smsStatus !== 'subscribed') {
    const write = () => composer.send({ type: 'mode.changed', mode: 'note' })
    return <CannotText conversation={conversation} onNote={write} onMail={onMail} />
  }
  /** The question disappears with its answer, so the focus returns to the box. */
  const backToBox = (answer: (yes: boolean) => void) => (yes: boolean) => {
    answer(yes)
    box.current?.focus()
  }
  return (
    <div className="relative shrink-0 max-md:border-t max-md:border-line max-md:pt-1 max-md:pb-[env(safe-area-inset-bottom)] md:px-3 md:pb-3 2xl:mx-auto 2xl:w-full 2xl:max-w-196">
      {question !== null && (
        <StaleQuestion
          text={question.text}
          onAnswer={backToBox((yes) => composer.send({ type: 'question.answered', yes }))}
        />
      )}
      {question === null && asked !== null && <StaleQuestion text={asked.text} onAnswer={backToBox(asked.onAnswer)} />}
      {question === null && asked === null && replied !== null && <RepliedNotice name={givenName(replied)} />}
      {composing.gaps.length > 0 && <GapNotice gaps={composing.gaps} />}
      {offline && <OfflineNotice note={note} />}
      {!note && conversation.bot && (
        <Suspense fallback={null}>
          <TakesOverNotice name={conversation.bot.name} />
        </Suspense>
      )}
      <ComposerPopovers
        {...{ composing, conversation, colleagues, me, timezone, phone, later }}
        listId={`${place}-list`}
      />
      <div
        {...picked.drop}
        className={clsx(
          'md:rounded-lg md:border md:focus-within:ring-1',
          note
            ? 'bg-note focus-within:border-note-fill md:border-note-line md:focus-within:ring-note-fill'
            : 'focus-within:border-accent md:border-control md:bg-raised md:focus-within:ring-accent',
          picked.dragging && 'outline-2 outline-dashed outline-accent',
        )}
      >
        <div
          className={clsx(
            'flex items-center gap-1 px-1.5 py-1 max-md:px-3 max-md:pb-1.5',
            note ? 'md:border-note-line' : 'border-line',
            'md:border-b',
          )}
        >
          <ModeTabs mode={mode} onChange={become} />
          {phone && <PhoneTools {...{ note, canned }} onCanned={toggleCanned} later={laterHere} insert={insert} />}
          {conversation.type === 'sms' && !note && !phone && (
            <span className="num ml-auto truncate pr-1.5 text-xs text-muted">{`to ${displayPhone(conversation.phoneNumber)}`}</span>
          )}
        </div>
        {members.length > 0 && (
          <Suspense fallback={<div className="h-8.5 pointer-coarse:h-12.5" />}>
            <AboutSelect members={members} about={about} onChange={setAbout} />
          </Suspense>
        )}
        <ComposerBox
          conversationId={conversation.id}
          key={mode}
          {...{ box, note, text, signature, phone, composing, picked, badFile, onPresence }}
          names={named.map(({ name }) => name)}
          listId={`${place}-list`}
          later={laterHere}
          onSendAndClose={() => sendThenClose(composer, onClose)}
          tools={
            phone ? (
              <AttachButton onAttach={picked.add} phone />
            ) : (
              <ComposerTools {...{ note, canned }} onAttach={picked.add} onCanned={toggleCanned} insert={insert} />
            )
          }
        />
      </div>
    </div>
  )
})

/** The user's signature below their texts. A chat shows who writes, so it has none. */
function useSignature(composer: ComposerActor, { organizationId, type }: Conversation): string {
  const { own } = usePreferences(organizationId)
  const signature = type === 'sms' ? (own?.signature ?? '') : ''
  useEffect(() => composer.send({ type: 'signature.changed', signature }), [composer, signature])
  return signature
}
