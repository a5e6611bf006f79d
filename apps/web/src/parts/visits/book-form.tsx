import { useController } from 'react-hook-form'
import { clockLabel, dayLabel } from '../../lib/day-labels.rules.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { Form, Problem, Submit } from '../form/form.tsx'
import { FormField, FormSelect, useFieldError } from '../form/form-fields.tsx'
import { type Form as FormState, useForm } from '../form/use-form.ts'
import { type ChosenPatient, PatientField } from '../patient-field.tsx'
import { useApi } from '../services.tsx'
import { TAKEN } from './move-form.tsx'
import { TimeFields, type TimeValues, timeProblems } from './time-fields.tsx'

interface BookFormProps {
  organizationId: string
  today: string
  /** The patient, where the form is in a chart. */
  patient?: ChosenPatient
  /** The day and the doctor that the list shows. */
  date: string
  doctorId: string
  /** The kinds of visits to offer. */
  types: readonly string[]
  onBooked: () => void
}

interface BookValues extends TimeValues {
  patient: ChosenPatient | null
  appointmentType: string
}

const LENGTHS = ['15', '20', '30', '45', '60', '90']
const TYPE_MAX = 80

/** Books a visit in the clinic's own schedule. A time that was taken meanwhile is refused at its field. */
export function BookForm({ organizationId, today, patient: whose, date, doctorId, types, onBooked }: BookFormProps) {
  const api = useApi()
  const form = useForm<BookValues>({
    initial: {
      patient: whose ?? null,
      doctorId,
      date: date < today ? today : date,
      time: '',
      minutes: '30',
      appointmentType: '',
    },
    check: (values) => ({
      patient: values.patient === null ? 'Choose a patient' : undefined,
      ...timeProblems(values),
    }),
    refusals: { slot_taken: TAKEN, not_found: 'The patient or the doctor is no longer there. Choose again.' },
    refusedFields: { slot_taken: 'time' },
    send: async ({ patient, minutes, appointmentType, ...chosen }, idempotencyKey) => {
      if (patient === null) return
      const type = appointmentType === '' ? {} : { appointmentType }
      const body = { organizationId, patientId: patient._id, ...chosen, ...type, minutes: Number(minutes) }
      await api('bookAppointment', { body, idempotencyKey })
      notifySuccess(`Booked ${patient.name}: ${dayLabel(chosen.date, today)}, ${clockLabel(chosen.time)}`)
      onBooked()
    },
  })
  return (
    <Form form={form} label="Book a visit" className="space-y-4 p-4">
      {whose === undefined && <Patient {...{ form, organizationId }} />}
      <TimeFields {...{ form, organizationId, today }} />
      <div className="flex flex-wrap gap-3">
        <FormField
          form={form}
          name="appointmentType"
          label="Visit type"
          maxLength={TYPE_MAX}
          list="visit-types"
          className="min-w-36 flex-2"
        />
        <FormSelect
          form={form}
          name="minutes"
          label="Length"
          choices={LENGTHS.map((value) => ({ value, label: `${value} min` }))}
          className="w-28"
        />
      </div>
      <datalist id="visit-types">
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Problem form={form} />
      <Submit form={form} action="Booking">
        Book a visit
      </Submit>
    </Form>
  )
}

function Patient({ form, organizationId }: { form: FormState<BookValues>; organizationId: string }) {
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
