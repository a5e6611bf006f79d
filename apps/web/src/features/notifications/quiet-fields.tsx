import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { FormField, useFieldError } from '../../parts/form/form-fields.tsx'
import type { Form } from '../../parts/form/use-form.ts'
import { TickBox } from '../../ui/tick-box.tsx'
import { FIRST_QUIET, type Quiet, spanWords, WEEKDAYS, withDay } from './settings.rules.ts'

interface QuietFieldsProps {
  form: Form<NotificationPreferences>
  timezone: string
}

export function QuietFields({ form, timezone }: QuietFieldsProps) {
  const quiet = useWatch({ control: form.control, name: 'quiet' })
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-semibold">Quiet times</legend>
      <TickBox
        label="Tell me nothing at certain times"
        detail={`By the organization’s clock (${timezone.replaceAll('_', ' ')}).`}
        checked={quiet !== null}
        onChange={(on) => form.setValue('quiet', on ? FIRST_QUIET : null, { shouldDirty: true })}
      />
      {quiet && <Span form={form} quiet={quiet} />}
    </fieldset>
  )
}

function Span({ form, quiet }: { form: Form<NotificationPreferences>; quiet: Quiet }) {
  const halves = useId()
  const time = { form, placeholder: 'HH:MM', list: halves, className: 'w-32' }
  return (
    <div className="space-y-3 pl-7.5">
      <div className="flex flex-wrap gap-3">
        <FormField label="From" name="quiet.from" {...time} />
        <FormField label="To" name="quiet.to" {...time} />
        <datalist id={halves}>
          {halfHours().map((half) => (
            <option key={half} value={half} />
          ))}
        </datalist>
      </div>
      <p className="text-sm text-muted">{spanWords(quiet)}</p>
      <Days form={form} />
    </div>
  )
}

function Days({ form }: { form: Form<NotificationPreferences> }) {
  const note = useId()
  const { field } = useController({ control: form.control, name: 'quiet.days' })
  const error = useFieldError(form, 'quiet.days')
  return (
    <fieldset aria-describedby={error === undefined ? undefined : note}>
      <legend className="mb-1 text-sm font-medium">Beginning on</legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEKDAYS.map(({ day, short, long }, place) => (
          <label
            key={day}
            className="relative inline-flex h-8 items-center rounded-md border border-control bg-raised px-2.5 text-sm has-checked:border-accent has-checked:bg-selected has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:h-11"
          >
            <input
              // An error about the days focuses the first one.
              ref={place === 0 ? field.ref : undefined}
              type="checkbox"
              aria-label={long}
              checked={field.value.includes(day)}
              onChange={({ target }) => field.onChange(withDay(field.value, day, target.checked))}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span aria-hidden>{short}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={note} role="alert" className="mt-1 text-xs text-bad-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}
