import { CalendarPlus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { FormField } from '../../../parts/form/form-fields.tsx'
import type { Form } from '../../../parts/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { TypedHours } from './hours.rules.ts'

export function ClosedDaysFields({ form }: { form: Form<TypedHours> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'closedDays' })
  return (
    <div className="space-y-3">
      {fields.length > 0 && (
        <ul aria-label="Closed days" className="flex flex-wrap gap-x-5 gap-y-3">
          {fields.map(({ id }, place) => (
            <li key={id} className="flex items-start gap-1">
              <FormField
                form={form}
                name={`closedDays.${place}.day`}
                label={`Closed day ${place + 1}`}
                hideLabel
                type="date"
                className="w-42"
              />
              <IconButton icon={X} label={`Remove closed day ${place + 1}`} size="lg" onClick={() => remove(place)} />
            </li>
          ))}
        </ul>
      )}
      <Button
        icon={CalendarPlus}
        onClick={() => append({ day: '' }, { shouldFocus: true, focusName: `closedDays.${fields.length}.day` })}
      >
        Add a closed day
      </Button>
    </div>
  )
}
