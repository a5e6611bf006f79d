import type { Membership } from '@foyer/contracts/organization.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormTick } from '../../../parts/form/form-fields.tsx'
import { OvertakenNotice } from '../../../parts/form/overtaken-notice.tsx'
import { UnsavedGuard } from '../../../parts/form/unsaved-guard.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { SameNumberNote } from '../new-patient/same-number-note.tsx'
import { useSameNumber } from '../new-patient/use-same-number.ts'
import { RecordFields } from '../record-fields.tsx'
import { changedParts, editOf, mineOver, patientProblems, type TypedPatient, typedOf } from './edit.rules.ts'

interface EditFormProps {
  organization: Membership
  /** The record as it is now; the form keeps the state that filled it. */
  patient: PatientRecord
  today: string
  onDirty: (dirty: boolean) => void
  onSaved: (epoch: string, record: PatientRecord) => void
}

/** Edits a patient's record. Only changed fields are sent, so that two people who edit different ones don't meet. */
export function EditForm({ organization, patient, today, onDirty, onSaved }: EditFormProps) {
  const { _id: organizationId, timezone } = organization
  const api = useApi()
  const [seen, setSeen] = useState(patient)
  const [overtaken, setOvertaken] = useState<PatientRecord | null>(null)
  const form = useForm<TypedPatient>({
    initial: typedOf(patient),
    check: (typed) => patientProblems(typed, today),
    refusals: { not_found: 'The doctor or the chart is no longer there. Load the page again.' },
    send: async (typed) => {
      if (await nameNow()) return
      try {
        const body = { organizationId, version: seen.version, ...editOf(typed, seen) }
        const { data, epoch } = await api('savePatient', { params: { id: seen._id }, body })
        notifySuccess(`Saved ${data.name}`)
        onSaved(epoch, data)
      } catch (error) {
        if (!(error instanceof CallError) || !isRefused(error, 'stale')) throw error
        setOvertaken(error.data as PatientRecord)
      }
    },
  })
  const { isDirty } = form
  const phoneNumber = useWatch({ control: form.control, name: 'phoneNumber' })
  // Those who share the number that the patient has are on the overview.
  const { others, nameNow } = useSameNumber(
    organizationId,
    phoneNumber === typedOf(seen).phoneNumber ? '' : phoneNumber,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is another one at each render
  useEffect(() => onDirty(isDirty), [isDirty])

  return (
    <Form form={form} label="Edit patient" className="flex min-h-full flex-col">
      <UnsavedGuard unsaved={isDirty} />
      <div className="flex-1 space-y-4 p-4">
        <RecordFields
          {...{ form, organizationId, today }}
          clinicZone={timezone}
          ownZone={patient.timezone}
          ownDoctor={patient.doctorId === null ? null : { _id: patient.doctorId, name: patient.doctorName }}
        >
          <SameNumberNote others={others} />
        </RecordFields>
        <FormTick
          form={form}
          name="deceased"
          label="Deceased"
          detail="From then on nothing is texted, mailed or offered to this patient."
        />
      </div>
      <div className="sticky bottom-0 space-y-3 border-t border-line bg-surface p-4">
        {overtaken && (
          <OvertakenNotice
            {...{ form, seen, overtaken }}
            what="this record"
            rules={{ typedOf, changedParts, mineOver }}
            onSettled={() => {
              setSeen(overtaken)
              setOvertaken(null)
            }}
          />
        )}
        <Problem form={form} />
        <Submit form={form} action="Saving" size="lg">
          Save
        </Submit>
      </div>
    </Form>
  )
}
