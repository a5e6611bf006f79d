import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { CalendarClock, CircleAlert, Pencil, RotateCw, SendHorizontal, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import type { ComposerActor } from '../composer/composer.machine.ts'
import { BubbleAction } from './bubble-action.tsx'
import { MessageText } from './message-text.tsx'
import { refusalWords } from './refusal-words.rules.ts'
import { shownScheduled } from './scheduled.rules.ts'
import { useScheduled } from './use-scheduled.ts'

const LaterDialog = lazyPart(async () => (await import('../composer/later-dialog.tsx')).LaterDialog)

interface ScheduledTextsProps {
  conversation: Pick<Conversation, 'id' | 'organizationId'>
  composer: ComposerActor
  userId: string
  now: Date
  timezone: string
  phone: boolean
}

/** The scheduled texts at the end of a thread: those to be sent, and those that recently failed or were cancelled. */
export function ScheduledTexts({ conversation, composer, userId, now, timezone, phone }: ScheduledTextsProps) {
  const { id: conversationId, organizationId } = conversation
  const { data: texts = [], isError, refetch, put } = useScheduled(organizationId, conversationId)
  const shown = shownScheduled(texts, now)
  if (isError && texts.length === 0) return <NotLoaded onRetry={refetch} />
  if (shown.length === 0) return null
  return (
    <section aria-label="Goes out later" className="flex flex-col gap-2.5">
      {shown.map((text) => (
        <ScheduledText key={text._id} {...{ text, composer, userId, now, timezone, phone }} onChanged={put} />
      ))}
    </section>
  )
}

interface ScheduledTextProps extends Omit<ScheduledTextsProps, 'conversation'> {
  text: Scheduled
  onChanged: (epoch: string, texts: readonly Scheduled[]) => void
}

function ScheduledText({ text, composer, userId, now, timezone, phone, onChanged }: ScheduledTextProps) {
  const { message, status, reason, user, userName } = text
  const nameOf = useStaffName()
  const [editing, setEditing] = useState(false)
  const { cancel, sendNow, reschedule, busy } = useChanges(text, composer, onChanged)
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
            {waits ? `Goes out ${when}` : `Not sent, was to go out ${when}`}
          </span>
          {waits && (
            <>
              <BubbleAction icon={Pencil} label="Edit" onPress={() => setEditing(true)} />
              <BubbleAction icon={SendHorizontal} label="Send now" onPress={() => void sendNow()} />
              <BubbleAction icon={X} label="Cancel" onPress={() => void cancel()} />
            </>
          )}
        </div>
        {!waits && reason !== null && <p className="text-right text-xs text-subtle">{reason}</p>}
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

function useChanges(text: Scheduled, composer: ComposerActor, onChanged: ScheduledTextProps['onChanged']) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const { _id, organizationId } = text

  /** Returns the changed text, or null after a failure that was reported to the user. */
  async function change(call: () => Promise<{ data: Scheduled; epoch: string }>): Promise<Scheduled | null> {
    if (busy) return null
    setBusy(true)
    try {
      const { data, epoch } = await call()
      onChanged(epoch, [data])
      return data
    } catch (error) {
      notifyError(refusalWords(error).words)
      return null
    } finally {
      setBusy(false)
    }
  }

  const cancelSchedule = () => change(() => api('cancelScheduledMessage', { body: { organizationId, _id } }))
  return {
    busy,
    async cancel() {
      if (await cancelSchedule()) notifySuccess('The text is not sent')
    },
    /** Cancels the schedule first, so that the text can't be sent twice. */
    async sendNow() {
      const taken = await cancelSchedule()
      if (taken?.status === 'cancelled') composer.send({ type: 'words.sent', text: text.message })
    },
    async reschedule({ sendAt, message }: { sendAt: Date; message: string }): Promise<boolean> {
      const body = { organizationId, _id, message, sendAt: sendAt.toISOString() }
      const kept = await change(() => api('rescheduleMessage', { body }))
      if (kept) notifySuccess('Saved')
      return kept !== null
    },
  }
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
