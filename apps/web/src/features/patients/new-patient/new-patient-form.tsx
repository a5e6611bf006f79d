import type { Membership } from '@foyer/contracts/organization.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { UnsavedGuard } from '../../../parts/form/unsaved-guard.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { chartAddress } from '../../../parts/visits/chart-address.rules.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { patientProblems, type TypedPatient } from '../chart/edit.rules.ts'
import { RecordFields } from '../record-fields.tsx'
import { addedOf, NEW_PATIENT } from './new-patient.rules.ts'
import { SameNumberNote } from './same-number-note.tsx'
import { useSameNumber } from './use-same-number.ts'

interface NewPatientFormProps {
  organization: Membership
  today: string
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

/** Adds a patient and opens the chart. Patients who have the number already are named before anything is saved. */
export function NewPatientForm({ organization, today, onDirty, onClose }: NewPatientFormProps) {
  const { _id: organizationId, timezone } = organization
  const api = useApi()
  const navigate = useNavigate()
  const [added, setAdded] = useState<PatientRecord | null>(null)
  const form = useForm<TypedPatient>({
    initial: NEW_PATIENT,
    check: (typed) => patientProblems(typed, today),
    refusals: { not_found: 'The doctor is no longer there. Choose another one.' },
    refusedFields: { not_found: 'doctorId' },
    send: async (typed, idempotencyKey) => {
      if (await nameNow()) return
      const body = { organizationId, ...addedOf(typed) }
      const { data } = await api('addPatient', { body, idempotencyKey })
      notifySuccess(`Added ${data.name}`)
      setAdded(data)
    },
  })
  const { others, nameNow } = useSameNumber(organizationId, useWatch({ control: form.control, name: 'phoneNumber' }))
  const isUnsaved = form.isDirty && added === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is another one at each render
  useEffect(() => onDirty(isUnsaved), [isUnsaved])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is left once, when nothing is unsaved any more
  useEffect(() => {
    if (added === null) return
    onClose()
    void navigate(chartAddress(added._id))
  }, [added])
  return (
    <Form form={form} label="New patient" className="flex min-h-full flex-col">
      <UnsavedGuard unsaved={isUnsaved} />
      <div className="flex-1 space-y-4 p-4">
        <RecordFields {...{ form, organizationId, today }} clinicZone={timezone}>
          <SameNumberNote others={others} />
        </RecordFields>
      </div>
      <div className="sticky bottom-0 space-y-3 border-t border-line bg-surface p-4">
        <Problem form={form} />
        <Submit form={form} action="A new patient" size="lg">
          {others.length === 0 ? 'Add patient' : 'Add with the shared number'}
        </Submit>
      </div>
    </Form>
  )
}
