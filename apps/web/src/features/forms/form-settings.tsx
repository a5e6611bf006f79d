import type { Form } from '@foyer/contracts/forms/form.ts'
import { requestChoices } from '../../parts/request-choices.rules.ts'
import { requestLabel } from '../../parts/request-labels.rules.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TickBox } from '../../ui/tick-box.tsx'

export type Settings = Pick<Form, 'requestType' | 'tellsInbox' | 'listed'>

const CHOICES = requestChoices.map(({ value, label }) => ({ value: value ?? '', label }))

interface FormSettingsProps {
  settings: Settings
  /** They can only be read. */
  locked?: boolean
  /** A change is being saved. */
  busy: boolean
  onChange: (changes: Partial<Settings>) => void
}

/** How a form is treated when it comes. */
export function FormSettings({ settings, locked = false, busy, onChange }: FormSettingsProps) {
  const { requestType, tellsInbox, listed } = settings
  const typeOf = (chosen: string) => requestChoices.find(({ value }) => value === chosen)?.value ?? null
  return (
    <fieldset disabled={locked} className="grid gap-2">
      <legend className="sr-only">Settings</legend>
      <TickBox
        label="Tell the inbox"
        detail="The patient’s conversation is open and unread when the form comes, and its history says so."
        checked={tellsInbox}
        held={busy}
        onChange={(next) => onChange({ tellsInbox: next })}
      />
      <div className="px-1">
        {locked ? (
          <p className="text-sm">
            <span className="font-medium">Request type</span>{' '}
            <span className="text-muted">{requestType === null ? 'None' : requestLabel(requestType)}</span>
          </p>
        ) : (
          <SelectField
            label="Request type"
            value={requestType ?? ''}
            choices={CHOICES}
            held={busy}
            className="w-56"
            onChange={(value) => onChange({ requestType: typeOf(value) })}
          />
        )}
        <p className="mt-1 text-sm text-muted">{helpOf(requestType, tellsInbox)}</p>
      </div>
      <TickBox
        label="Listed"
        detail="Search engines may find its page."
        checked={listed}
        held={busy}
        onChange={(next) => onChange({ listed: next })}
      />
    </fieldset>
  )
}

function helpOf(requestType: Settings['requestType'], tellsInbox: boolean): string {
  if (requestType === null) return 'What is sent is a request without a type.'
  if (!tellsInbox) return 'What is sent is a request of this type.'
  return 'A conversation without a request becomes one of this type. Otherwise the form is a request of its own.'
}
