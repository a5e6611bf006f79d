import { BIO_MAX } from '@foyer/contracts/doctors/doctor.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormSelect, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { OvertakenNotice } from '../../../parts/form/overtaken-notice.tsx'
import { UnsavedGuard } from '../../../parts/form/unsaved-guard.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useDepartments } from '../use-departments.ts'
import { changedParts, doctorProblems, editOf, mineOver, type TypedDoctor, typedOf } from './doctor-form.rules.ts'
import { useOvertaken, useSeen } from './use-overtaken.ts'

interface DoctorFormProps {
  organizationId: string
  /** The doctor as they are now; the form keeps the state that filled it. */
  doctor: Doctor
  onSaved: (epoch: string, doctor: Doctor) => void
}

const PAIR = 'grid gap-4 xs:grid-cols-2'
/** The pairs of fields whose values are too long for half of a phone's width. */
const LONG_PAIR = 'grid gap-4 md:grid-cols-2'

/** Edits a doctor. Only changed fields are sent. */
export function DoctorForm({ organizationId, doctor, onSaved }: DoctorFormProps) {
  const api = useApi()
  const state = useSeen(doctor)
  const { seen } = state
  const { data: departments = [] } = useDepartments(organizationId)
  const form = useForm<TypedDoctor>({
    initial: typedOf(doctor),
    check: doctorProblems,
    refusals: { not_found: 'The doctor is no longer there. Load the page again.' },
    send: async (typed) => {
      try {
        // A new picture or an archiving changes the version, and none of these fields.
        const version = changedParts(seen, doctor).length === 0 ? doctor.version : seen.version
        const body = { organizationId, doctorId: seen._id, version, ...editOf(typed, seen) }
        const { data, epoch } = await api('updateDoctor', { body })
        state.goOnFrom(data)
        form.reset(typedOf(data))
        notifySuccess(`Saved ${data.name}`)
        onSaved(epoch, data)
      } catch (error) {
        if (!(error instanceof CallError) || !isRefused(error, 'stale')) throw error
        state.refuse(error.data as Doctor)
      }
    },
  })
  const overtaken = useOvertaken(form, doctor, state)
  const own = doctor.departmentId === null || departments.some(({ _id }) => _id === doctor.departmentId)
  const offered = own
    ? departments
    : [...departments, { _id: doctor.departmentId ?? '', name: doctor.departmentName ?? '' }]

  return (
    <Form form={form} label="Edit doctor" className="min-w-0 flex-1 basis-96 space-y-4">
      <UnsavedGuard unsaved={form.isDirty} />
      <div className={PAIR}>
        <FormField form={form} name="firstName" label="First name" />
        <FormField form={form} name="lastName" label="Last name" />
      </div>
      <div className={LONG_PAIR}>
        <FormField form={form} name="specialty" label="Specialty" />
        <FormSelect
          form={form}
          name="departmentId"
          label="Department"
          choices={[{ value: '', label: 'None' }, ...offered.map(({ _id, name }) => ({ value: _id, label: name }))]}
          className="w-full"
        />
      </div>
      <div className={PAIR}>
        <FormField form={form} name="npi" label="NPI" inputMode="numeric" />
        <FormField form={form} name="languages" label="Languages" help="With commas between them" />
      </div>
      <div className={LONG_PAIR}>
        <FormField form={form} name="phone" label="Phone" type="tel" />
        <FormField form={form} name="email" label="Email" type="email" />
      </div>
      <FormField form={form} name="address" label="Address" />
      <FormTextArea
        form={form}
        name="bio"
        label="About"
        rows={5}
        help={`What patients read, up to ${BIO_MAX} characters`}
      />
      {overtaken && (
        <OvertakenNotice
          {...{ form, seen, overtaken }}
          what="this doctor"
          rules={{ typedOf, changedParts, mineOver }}
          onSettled={() => state.goOnFrom(overtaken)}
        />
      )}
      <Problem form={form} />
      <Submit form={form} action="Saving" size="lg">
        Save
      </Submit>
    </Form>
  )
}
