import { X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { FormField, FormSelect, FormTick } from '../../../parts/form/form-fields.tsx'
import type { Form } from '../../../parts/form/use-form.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CHANNELS, UNITS } from './visit-words.rules.ts'
import type { TypedVisits } from './visits.rules.ts'
import { WordsField } from './words-field.tsx'

interface StepFieldsProps {
  form: Form<TypedVisits>
  /** The places of the cadence and of the step in it. */
  cadence: number
  place: number
  /** The id of the list of half hours. */
  halves: string
  /** Absent for the only step. */
  onRemove: (() => void) | undefined
}

/** One reminder of a cadence: when, how and with which words. */
export function StepFields({ form, cadence, place, halves, onRemove }: StepFieldsProps) {
  const name = `reminders.${cadence}.steps.${place}` as const
  const unit = useWatch({ control: form.control, name: `${name}.unit` })
  const title = `Reminder ${place + 1}`
  return (
    <li>
      <fieldset className="space-y-3 py-4">
        <legend className="sr-only">{title}</legend>
        <div className="flex items-start gap-3">
          <span
            aria-hidden
            className="num mt-7 grid size-7 shrink-0 place-items-center rounded-xs bg-sunken text-sm font-semibold"
          >
            {place + 1}
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-start gap-3">
            <FormField form={form} name={`${name}.n`} label="Sent" inputMode="numeric" className="w-18" />
            <FormSelect form={form} name={`${name}.unit`} label="Unit" choices={UNITS} className="w-38" />
            {unit === 'day' && (
              <FormField
                form={form}
                name={`${name}.at`}
                label="At"
                list={halves}
                placeholder="HH:MM"
                className="w-26"
              />
            )}
            <FormSelect form={form} name={`${name}.channel`} label="As" choices={CHANNELS} className="w-44" />
          </div>
          {onRemove && (
            <IconButton icon={X} label={`Remove reminder ${place + 1}`} size="lg" className="mt-6" onClick={onRemove} />
          )}
        </div>
        <div className="space-y-2 md:pl-10">
          <WordsField form={form} name={`${name}.text`} label={`Text of reminder ${place + 1}`} />
          <FormTick form={form} name={`${name}.alsoConfirmed`} label="Also when the visit is confirmed" />
        </div>
      </fieldset>
    </li>
  )
}
