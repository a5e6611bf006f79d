import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormSelect, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { CONSENT_WAYS, type ConsentWay } from './consent.rules.ts'

interface ConsentFormProps {
  organizationId: string
  patient: PatientRecord
  asked: 'stop' | 'allow'
  onSaved: (epoch: string, record: PatientRecord) => void
}

interface Typed {
  how: ConsentWay
  note: string
}

const NOTE_MAX = 500

/** Notes what the patient said, and how. */
export function ConsentForm({ organizationId, patient, asked, onSaved }: ConsentFormProps) {
  const api = useApi()
  const number = displayPhone(patient.phoneNumber)
  const smsStatus = asked === 'stop' ? 'opted_out' : 'subscribed'
  /** The server names the number to which the patient must text START. */
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<Typed>({
    initial: { how: 'phone', note: '' },
    check: ({ note }) => ({ note: note.trim().length > NOTE_MAX ? `At most ${NOTE_MAX} characters` : undefined }),
    refusals: {
      blocked: 'The number is blocked. Unblock it in its conversation first.',
      no_number: 'This patient has no phone number any more.',
    },
    send: async ({ how, note }, idempotencyKey) => {
      setRefused(null)
      try {
        const body = { organizationId, smsStatus, how, note } as const
        const { data, epoch } = await api('savePatientConsent', { params: { id: patient._id }, body, idempotencyKey })
        notifySuccess(asked === 'stop' ? `No more texts to ${number}` : `Texts to ${number} are on again`)
        onSaved(epoch, data)
      } catch (error) {
        if (!(error instanceof CallError) || !isRefused(error, 'opted_out')) throw error
        setRefused(`The patient stopped texts themselves. ${error.detail ?? 'Ask them to text START to your number.'}`)
      }
    },
  })
  return (
    <Form form={form} label={asked === 'stop' ? 'Stop texts' : 'Allow texts again'} className="space-y-4 p-4">
      <p className="text-sm">
        {asked === 'stop'
          ? `From now on nothing is texted to ${number}, and texts that wait for it are cancelled.`
          : `${number} gets texts again.`}
      </p>
      <FormSelect
        form={form}
        name="how"
        label="How did they tell you?"
        choices={Object.entries(CONSENT_WAYS).map(([value, label]) => ({ value: value as ConsentWay, label }))}
        className="w-full"
      />
      <FormTextArea form={form} name="note" label="Note" help="What they said, in case someone asks later." rows={3} />
      {refused !== null && <FormProblem>{refused}</FormProblem>}
      <Problem form={form} />
      <Submit form={form} action="The change" kind={asked === 'stop' ? 'danger' : 'primary'}>
        {asked === 'stop' ? 'Stop texts' : 'Allow texts again'}
      </Submit>
    </Form>
  )
}
