import { isListed } from '@foyer/contracts/appointments/due.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { useController } from 'react-hook-form'
import { dayLabel } from '../../../lib/day-labels.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormSelect, useFieldError } from '../../../parts/form/form-fields.tsx'
import { type Form as FormState, useForm } from '../../../parts/form/use-form.ts'
import { type ChosenPatient, PatientField } from '../../../parts/patient-field.tsx'
import { useApi } from '../../../parts/services.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'

interface DueFormProps {
  organizationId: string
  today: string
  /** The kinds of visits to offer. */
  types: readonly string[]
  onAdded: (epoch: string, dates: readonly DueDate[]) => void
}

interface DueValues {
  patient: ChosenPatient | null
  appointmentType: string
  dueDate: string
  everyDays: string
}

const TYPE_MAX = 80
const RHYTHMS = [
  { value: '', label: 'Once' },
  { value: '30', label: 'Every month' },
  { value: '90', label: 'Every 3 months' },
  { value: '180', label: 'Every 6 months' },
  { value: '365', label: 'Every year' },
  { value: '730', label: 'Every 2 years' },
  { value: '1095', label: 'Every 3 years' },
  { value: '1825', label: 'Every 5 years' },
  { value: '3650', label: 'Every 10 years' },
]

/** Adds a visit that a patient should have by a day. */
export function DueForm({ organizationId, today, types, onAdded }: DueFormProps) {
  const api = useApi()
  const form = useForm<DueValues>({
    initial: { patient: null, appointmentType: '', dueDate: '', everyDays: '' },
    check: ({ patient, appointmentType, dueDate }) => ({
      patient: patient === null ? 'Choose a patient' : undefined,
      appointmentType: isBlank(appointmentType) ? 'Enter the kind of visit' : undefined,
      dueDate: isDay(dueDate) ? undefined : 'Choose a day',
    }),
    refusals: { not_found: 'The patient is no longer there. Choose again.' },
    send: async ({ patient, appointmentType, dueDate, everyDays }, idempotencyKey) => {
      if (patient === null) return
      const every = everyDays === '' ? null : Number(everyDays)
      const body = { organizationId, patientId: patient._id, appointmentType, dueDate, everyDays: every }
      const { data, epoch } = await api('addDueDate', { body, idempotencyKey })
      const later = isListed(dueDate, today) ? '' : '. It is listed from 30 days before'
      notifySuccess(`Added ${appointmentType} for ${patient.name}: due ${dayLabel(dueDate, today)}${later}`)
      onAdded(epoch, [data])
    },
  })
  return (
    <Form form={form} label="Add a due date" className="space-y-4 p-4">
      <Patient {...{ form, organizationId }} />
      <FormField form={form} name="appointmentType" label="Visit type" maxLength={TYPE_MAX} list="due-types" />
      <datalist id="due-types">
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <div className="flex flex-wrap gap-3">
        <FormField form={form} name="dueDate" label="Due by" type="date" className="min-w-36 flex-1" />
        <FormSelect form={form} name="everyDays" label="Repeats" choices={RHYTHMS} className="w-44" />
      </div>
      <Problem form={form} />
      <Submit form={form} action="Adding">
        Add
      </Submit>
    </Form>
  )
}

function Patient({ form, organizationId }: { form: FormState<DueValues>; organizationId: string }) {
  const { field } = useController({ control: form.control, name: 'patient' })
  const error = useFieldError(form, 'patient')
  return (
    <PatientField
      organizationId={organizationId}
      chosen={field.value}
      onChange={(patient) => {
        field.onChange(patient)
        form.onChange()
      }}
      clearLabel={(name) => `Choose someone other than ${name}`}
      error={error}
      className="min-w-0"
    />
  )
}
