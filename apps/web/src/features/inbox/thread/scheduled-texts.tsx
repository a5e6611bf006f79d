import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { CalendarClock, CircleAlert, Pencil, RotateCw, SendHorizontal, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ComposerActor } from '../composer/composer.machine.ts'
import { BubbleAction } from './bubble-action.tsx'
import { HeldText } from './held-text.tsx'
import { MessageText } from './message-text.tsx'
import { cancelledWords, isCancelledByOptOut, shownScheduled } from './scheduled.rules.ts'
import { useScheduled } from './use-scheduled.ts'
import { useScheduledChanges } from './use-scheduled-changes.ts'

const LaterDialog = lazyPart(async () => (await import('../composer/later-dialog.tsx')).LaterDialog)

interface ScheduledTextsProps {
  conversation: Pick<Conversation, 'id' | 'organizationId' | 'name' | 'phoneNumber'>
  composer: ComposerActor
  userId: string
  now: Date
  timezone: string
  phone: boolean
}

/** The scheduled texts at the end of a thread: those to be sent, those that ask whether to be sent, and those that did not go out. */
export function ScheduledTexts({ conversation, composer, userId, now, timezone, phone }: ScheduledTextsProps) {
  const { id: conversationId, organizationId } = conversation
  const { data: texts = [], isError, refetch, put } = useScheduled(organizationId, conversationId)
  const offline = useOffline()
  const shown = shownScheduled(texts, now)
  if (isError && texts.length === 0) return <NotLoaded onRetry={refetch} />
  if (shown.length === 0) return null
  return (
    <section aria-label="Goes out later" className="flex flex-col gap-2.5">
      {shown.map((text) => {
        const props = { text, composer, userId, now, timezone, phone, onChanged: put }
        if (text.status === 'held') return <HeldText key={text._id} {...props} {...{ conversation, offline }} />
        return <ScheduledText key={text._id} {...props} to={conversation} />
      })}
    </section>
  )
}

export interface ScheduledTextProps extends Omit<ScheduledTextsProps, 'conversation'> {
  text: Scheduled
  to: ScheduledTextsProps['conversation']
  onChanged: (epoch: string, texts: readonly Scheduled[]) => void
}

function ScheduledText({ text, to, composer, userId, now, timezone, phone, onChanged }: ScheduledTextProps) {
  const { message, status, reason, sendAt, user, userName } = text
  const isOptedOut = isCancelledByOptOut(text)
  const nameOf = useStaffName()
  const [editing, setEditing] = useState(false)
  const { cancel, sendNow, reschedule, busy } = useScheduledChanges(text, composer, onChanged)
  const at = new Date(text.sendAt)
  const when = laterLabel(at, now, timezone)
  const who = user === userId ? 'You' : givenName(nameOf(user, userName))
  const waits = status === 'waiting'
  return (
    <div className="flex justify-end" aria-busy={busy}>
      <div className="min-w-0 max-w-[76%]">
        <div
          className={`ml-auto w-fit max-w-full rounded-xl rounded-br-sm border border-dashed px-3 py-1.5 text-base ${waits ? 'border-accent bg-surface' : 'border-line-strong bg-sunken text-muted'}`}
        >
          <MessageText text={message} />
        </div>
        <div className="mt-0.5 flex flex-wrap items-center justify-end gap-x-1.5 text-xs text-subtle">
          <span>{`${who} ·`}</span>
          <span className={`inline-flex items-center gap-1 ${waits ? 'font-medium text-link' : 'text-bad-text'}`}>
            {waits ? <CalendarClock aria-hidden size={13} /> : <CircleAlert aria-hidden size={13} />}
            {waits
              ? `Goes out ${when}`
              : isOptedOut
                ? cancelledWords(to, { sendAt, now, timezone })
                : `Not sent, was to go out ${when}`}
          </span>
          {waits && (
            <>
              <BubbleAction icon={Pencil} label="Edit" onPress={() => setEditing(true)} />
              <BubbleAction icon={SendHorizontal} label="Send now" onPress={() => void sendNow()} />
              <BubbleAction icon={X} label="Cancel" onPress={() => void cancel()} />
            </>
          )}
        </div>
        {!waits && !isOptedOut && reason !== null && <p className="text-right text-xs text-subtle">{reason}</p>}
        {editing && (
          <Suspense fallback={null}>
            <LaterDialog
              title="Edit the text"
              save="Save"
              {...{ phone, timezone, message }}
              sendAt={at}
              onSave={reschedule}
              onClose={() => setEditing(false)}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-xs text-bad-text">
      Texts that go out later did not load.
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}
