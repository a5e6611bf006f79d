import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FormField, FormTick } from '../../../parts/form/form-fields.tsx'
import type { Form } from '../../../parts/form/use-form.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StepFields } from './step-fields.tsx'
import { kindWords } from './visit-words.rules.ts'
import { nextStep, STEPS_MAX, type TypedVisits } from './visits.rules.ts'

interface CadenceFieldsProps {
  form: Form<TypedVisits>
  place: number
  /** No kind of visit has reminders of its own. */
  isAlone: boolean
  halves: string
  onRemove: () => void
}

/** The reminders of a kind of visit. */
export function CadenceFields({ form, place, isAlone, halves, onRemove }: CadenceFieldsProps) {
  const name = `reminders.${place}` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `${name}.steps` })
  const [isAny, type, enabled] = useWatch({
    control: form.control,
    name: [`${name}.isAny`, `${name}.appointmentType`, `${name}.enabled`],
  })
  const title = isAny ? kindWords(null, isAlone) : type.trim() || 'A kind of visit'
  const change = (act: () => void) => {
    act()
    form.onChange()
  }
  return (
    <Section
      title={`Reminders: ${title}`}
      detail={enabled ? undefined : 'Off: none of these is sent automatically.'}
      action={
        !(isAny && isAlone) && (
          <IconButton icon={Trash2} label={`Remove the reminders of ${title}`} onClick={() => change(onRemove)} />
        )
      }
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {!isAny && (
          <FormField
            form={form}
            name={`${name}.appointmentType`}
            label="Kind of visit"
            help="Exactly as the schedule names it."
            maxLength={80}
            className="w-64 max-xs:w-full"
          />
        )}
        <FormTick form={form} name={`${name}.enabled`} label="Send these reminders" />
      </div>
      <ol aria-label={`Reminders of ${title}`} className="divide-y divide-line">
        {fields.map(({ id }, step) => (
          <StepFields
            key={id}
            {...{ form, halves }}
            cadence={place}
            place={step}
            onRemove={fields.length === 1 ? undefined : () => change(() => remove(step))}
          />
        ))}
      </ol>
      {fields.length < STEPS_MAX && (
        <Button
          icon={Plus}
          onClick={() =>
            change(() => {
              const focusName = `${name}.steps.${fields.length}.n`
              append(nextStep(form.getValues(`${name}.steps`), crypto.randomUUID()), { shouldFocus: true, focusName })
            })
          }
        >
          Add a reminder
        </Button>
      )}
    </Section>
  )
}
