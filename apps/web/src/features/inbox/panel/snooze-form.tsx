import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useId } from 'react'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { useOpeningHours } from '../../../parts/use-open-time.ts'
import { Button } from '../../../ui/button.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { laterTimes } from '../later-times.rules.ts'
import { pickedErrors } from './snooze.rules.ts'

const SNOOZING = 'Snoozing'

interface SnoozeFormProps {
  conversation: Conversation
  now: Date
  timezone: string
  offline: boolean
  onAct: (action: ConversationAction) => void
  onClose: () => void
}

/** Chooses until when a conversation is snoozed: a preset, or a day and a time in the clinic's time zone. */
export function SnoozeForm({ conversation, now, timezone, offline, onAct, onClose }: SnoozeFormProps) {
  const { id, organizationId, appointment } = conversation
  const hours = useOpeningHours(organizationId)
  const halves = useId()
  const form = useForm({
    initial: { day: wallTime(now, timezone).day, time: '' },
    check: (typed) => pickedErrors(typed, now, timezone),
    send: async (typed) => snooze(instantAt(typed, timezone).toISOString()),
  })
  const waits = offlineReason(offline, SNOOZING)

  function snooze(until: string) {
    onAct({ kind: 'snooze', conversationId: id, until })
    onClose()
  }

  return (
    <div className="space-y-5 p-4">
      <p className="text-sm text-muted">It leaves the list until then. It is back earlier if the patient writes.</p>
      <ul className="space-y-2">
        {laterTimes({ now, timezone, hours, visitAt: appointment?.startsAt ?? null }).map(({ label, detail, at }) => (
          <li key={label}>
            <Button
              onClick={() => snooze(at.toISOString())}
              disabledReason={waits}
              className="w-72 max-w-full pointer-coarse:h-11"
            >
              {label}
              <span className="font-normal text-muted">{`, ${detail}`}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Form form={form} label="Another time" className="space-y-3 border-t border-line pt-4">
        <h3 className="text-sm font-semibold">Another time</h3>
        <div className="flex flex-wrap gap-3">
          <FormField form={form} name="day" label="Day" type="date" className="w-42" />
          <FormField form={form} name="time" label="Time" list={halves} help="HH:MM, like 14:30" className="w-36" />
          <datalist id={halves}>
            {halfHours().map((half) => (
              <option key={half} value={half} />
            ))}
          </datalist>
        </div>
        <Submit form={form} action={SNOOZING}>
          Snooze
        </Submit>
      </Form>
    </div>
  )
}
