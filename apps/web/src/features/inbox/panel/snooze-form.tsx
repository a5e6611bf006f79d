import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { halfHours } from '@foyer/contracts/time.rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { wallTime } from '../wall-time.rules.ts'
import { pickedUntil, snoozeChoices } from './snooze.rules.ts'

interface SnoozeFormProps {
  conversation: Conversation
  now: Date
  timezone: string
  offline: boolean
  onAct: (action: ConversationAction) => void
  onClose: () => void
}

/** Until when a conversation is out of the way: a choice, or a day and a time by the clinic's clock. */
export function SnoozeForm({ conversation: { id }, now, timezone, offline, onAct, onClose }: SnoozeFormProps) {
  const [day, setDay] = useState(() => wallTime(now, timezone).day)
  const [time, setTime] = useState('')
  const [tried, setTried] = useState(false)
  const halves = useId()
  const picked = pickedUntil(day, time.trim(), now, timezone)
  const errors = tried && !('until' in picked) ? picked : null
  const offlineReason = offline ? 'You are offline. Snoozing waits until you are back.' : undefined

  function snooze(until: string) {
    onAct({ kind: 'snooze', conversationId: id, until })
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (offline) return
    if ('until' in picked) return snooze(picked.until)
    setTried(true)
  }

  return (
    <div className="space-y-5 p-4">
      <p className="text-sm text-muted">It leaves the list until then. It is back earlier if the patient writes.</p>
      <ul className="space-y-2">
        {snoozeChoices(now, timezone).map(({ label, detail, until }) => (
          <li key={label}>
            <Button
              onClick={() => snooze(until)}
              disabledReason={offlineReason}
              className="w-72 max-w-full pointer-coarse:h-11"
            >
              {label}
              {detail !== null && <span className="font-normal text-muted">{`, ${detail}`}</span>}
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate className="space-y-3 border-t border-line pt-4">
        <h3 className="text-sm font-semibold">Another time</h3>
        <div className="flex flex-wrap gap-3">
          <Field
            label="Day"
            type="date"
            size="lg"
            value={day}
            error={errors?.dayError}
            onChange={(event) => setDay(event.target.value)}
            className="w-42"
          />
          <Field
            label="Time"
            size="lg"
            value={time}
            list={halves}
            autoComplete="off"
            help="HH:MM, like 14:30"
            error={errors?.timeError}
            onChange={(event) => setTime(event.target.value)}
            className="w-36"
          />
          <datalist id={halves}>
            {halfHours().map((half) => (
              <option key={half} value={half} />
            ))}
          </datalist>
        </div>
        <Button type="submit" kind="primary" disabledReason={offlineReason} className="pointer-coarse:h-11">
          Snooze
        </Button>
      </form>
    </div>
  )
}
