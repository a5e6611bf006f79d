import { type Weekday, weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { DayButtons } from '../../../parts/day-buttons.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import type { Form } from '../../../parts/form/use-form.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { dayName, nextSpan, SPANS_MAX, type TypedHours } from './hours.rules.ts'

interface WeekFieldsProps {
  form: Form<TypedHours>
  /** The id of the list of half hours. */
  halves: string
}

export function WeekFields({ form, halves }: WeekFieldsProps) {
  return (
    <div className="divide-y divide-line">
      {weekdays.map((day) => (
        <DayFields key={day} {...{ form, halves, day }} />
      ))}
    </div>
  )
}

function DayFields({ form, halves, day }: WeekFieldsProps & { day: Weekday }) {
  const name = `week.${day}` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name })
  const title = dayName(day)
  const add = () =>
    append(nextSpan(form.getValues(name)), { shouldFocus: true, focusName: `${name}.${fields.length}.from` })
  function copy() {
    for (const other of ['tuesday', 'wednesday', 'thursday', 'friday'] as const)
      form.setValue(`week.${other}`, form.getValues(name), { shouldDirty: true })
  }
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-2 py-3">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="w-28 pt-2.5 text-sm font-semibold">
        {title}
      </p>
      <div className="min-w-0 flex-1 basis-64 space-y-2">
        {fields.length === 0 && <p className="pt-2.5 text-sm text-muted">Closed</p>}
        {fields.map(({ id }, place) => (
          <div key={id} className="flex items-start gap-2">
            <TimeField {...{ form, halves }} name={`${name}.${place}.from`} label={`${title} from`} place={place} />
            <span aria-hidden className="pt-2.5 text-sm text-muted">
              to
            </span>
            <TimeField {...{ form, halves }} name={`${name}.${place}.to`} label={`${title} to`} place={place} />
            <IconButton icon={X} label={`Remove ${title}, part ${place + 1}`} size="lg" onClick={() => remove(place)} />
          </div>
        ))}
        <DayButtons
          title={title}
          isClosed={fields.length === 0}
          onAdd={fields.length < SPANS_MAX ? add : null}
          onCopy={day === 'monday' ? copy : null}
        />
      </div>
    </fieldset>
  )
}

interface TimeFieldProps extends WeekFieldsProps {
  name: `week.${Weekday}.${number}.${'from' | 'to'}`
  label: string
  place: number
}

function TimeField({ form, halves, name, label, place }: TimeFieldProps) {
  return (
    <FormField
      form={form}
      name={name}
      label={place === 0 ? label : `${label}, part ${place + 1}`}
      hideLabel
      list={halves}
      placeholder="HH:MM"
      className="w-28"
    />
  )
}
