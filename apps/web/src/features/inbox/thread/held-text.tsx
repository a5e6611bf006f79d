import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { CirclePause } from 'lucide-react'
import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import type { ComposerActor } from '../composer/composer.machine.ts'
import { rowIdOf } from '../list/row-focus.ts'
import { MessageText } from './message-text.tsx'
import { heldCommands, heldQuestion } from './scheduled.rules.ts'
import { useScheduledChanges } from './use-scheduled-changes.ts'

const LaterDialog = lazyPart(async () => (await import('../composer/later-dialog.tsx')).LaterDialog)

interface HeldTextProps {
  text: Scheduled
  conversation: Pick<Conversation, 'name' | 'phoneNumber'>
  composer: ComposerActor
  userId: string
  now: Date
  timezone: string
  phone: boolean
  offline: boolean
  onChanged: (epoch: string, texts: readonly Scheduled[]) => void
}

/** A scheduled text that the patient's message holds, with the question whether to send it. */
export function HeldText({ text, conversation, composer, userId, now, timezone, ...view }: HeldTextProps) {
  const { message, sendAt, user, userName } = text
  const { phone, offline, onChanged } = view
  const nameOf = useStaffName()
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState<'keep' | 'cancel' | null>(null)
  const { keep, cancel, reschedule, busy } = useScheduledChanges(text, composer, onChanged)
  const { words, isPast } = heldQuestion(conversation, { sendAt, now, timezone })
  const who = user === userId ? 'You' : givenName(nameOf(user, userName))
  const question = useId()
  const group = useReturnedFocus()
  const disabledReason = offlineReason(offline, 'Deciding')
  const decide = {
    keep() {
      setAsked('keep')
      void keep({ now: isPast })
    },
    edit: () => setEditing(true),
    cancel() {
      setAsked('cancel')
      void cancel()
    },
  }
  useCommands(
    heldCommands(text, isPast).map(({ does, ...said }) => ({
      ...{ ...said, keys: [], group: 'Open conversation' as const },
      ...(disabledReason === undefined ? {} : { why: disabledReason }),
      // As the other commands of the open conversation: absent while the focus is on another row.
      holds: (from: Element | null) => [null, text.conversationId].includes(rowIdOf(from)),
      run: () => (disabledReason === undefined ? decide[does]() : notifyError(disabledReason)),
    })),
  )
  return (
    <fieldset ref={group} aria-labelledby={question} className="flex min-w-0 justify-end">
      <div className="flex min-w-0 max-w-[76%] flex-col items-end max-md:max-w-[88%]">
        <div className="w-fit max-w-full rounded-xl rounded-br-sm border border-dashed border-line-strong bg-surface px-3 py-1.5 text-base">
          <MessageText text={message} />
        </div>
        <p className="mt-0.5 flex items-center gap-1 text-xs text-subtle">
          {`${who} ·`}
          <span className="inline-flex items-center gap-1 font-medium text-warn-text">
            <CirclePause aria-hidden size={13} />
            Held
          </span>
        </p>
        <div className="mt-1.5 max-w-full rounded-lg border border-warn-line bg-warn px-3 py-2 text-sm">
          <p id={question} className="font-semibold text-warn-text wrap-anywhere">
            {words}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="sm"
              kind="primary"
              busy={busy && asked === 'keep'}
              disabledReason={disabledReason}
              onClick={decide.keep}
            >
              {isPast ? 'Send now' : 'Keep'}
            </Button>
            <Button size="sm" disabledReason={disabledReason} onClick={decide.edit}>
              Edit
            </Button>
            <Button size="sm" busy={busy && asked === 'cancel'} disabledReason={disabledReason} onClick={decide.cancel}>
              Cancel
            </Button>
          </div>
        </div>
        {editing && (
          <Suspense fallback={null}>
            <LaterDialog
              title="Edit the text"
              save="Save"
              {...{ phone, timezone, message }}
              sendAt={isPast ? null : new Date(sendAt)}
              onSave={reschedule}
              onClose={() => setEditing(false)}
            />
          </Suspense>
        )}
      </div>
    </fieldset>
  )
}

/** Gives the focus to the log of messages when the question disappears under it, here or by a colleague. */
function useReturnedFocus() {
  const ref = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const group = ref.current
    const log = group?.closest<HTMLElement>('[role=log]')
    return () => {
      if (group?.contains(document.activeElement)) log?.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
