import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { type TypedConsent, wrongConsent } from './consent.rules.ts'

interface PromotionFormProps {
  organizationId: string
  patient: PatientRecord
  /** YYYY-MM-DD in the organization's zone. */
  today: string
  onSaved: (epoch: string, record: PatientRecord) => void
}

/** The day of the written consent to promotion, and where it is on record. */
export function PromotionForm({ organizationId, patient, today, onSaved }: PromotionFormProps) {
  const api = useApi()
  const form = useForm<TypedConsent>({
    initial: { on: patient.marketingConsent?.on ?? today, source: patient.marketingConsent?.source ?? '' },
    check: (typed) => wrongConsent(typed, today),
    send: async (consent, idempotencyKey) => {
      const body = { organizationId, consent }
      const { data, epoch } = await api('saveMarketingConsent', { params: { id: patient._id }, body, idempotencyKey })
      notifySuccess('Consent to promotion recorded')
      onSaved(epoch, data)
    },
  })
  return (
    <Form form={form} label="Consent to promotion" className="space-y-4 p-4">
      <p className="text-sm">Record what the patient signed. An answer by text is no written consent.</p>
      <FormField form={form} name="on" label="Given on" type="date" max={today} />
      <FormField
        form={form}
        name="source"
        label="Source"
        placeholder="Intake form"
        help="Where the signed consent is."
      />
      <Problem form={form} />
      <Submit form={form} action="The consent">
        Record consent
      </Submit>
    </Form>
  )
}
