import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { ChevronLeft } from 'lucide-react'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { type NewPatient, newPatientErrors } from './new-patient.rules.ts'
import { type OnConversationRead, useCreatePatient } from './use-assign.ts'

interface NewPatientFormProps {
  conversation: Conversation
  today: string
  onRead: OnConversationRead
  onDone: () => void
  onBack: () => void
}

/** [CALL-INBOX-27] Creates a patient and assigns the conversation. The input stays until it is saved. */
export function NewPatientForm({ conversation, today, onRead, onDone, onBack }: NewPatientFormProps) {
  const create = useCreatePatient({ conversation, onRead, onDone })
  const form = useForm<NewPatient>({
    initial: { firstName: '', lastName: '', dob: '', phoneNumber: displayPhone(conversation.phoneNumber), mrn: '' },
    check: (typed) => newPatientErrors(typed, today),
    send: create,
    issueMessage: 'This couldn’t be saved. Check it and try again',
  })
  return (
    <Form form={form} label="New patient" className="flex min-h-full flex-col">
      <div className="space-y-4 p-4">
        <Button size="sm" kind="ghost" icon={ChevronLeft} onClick={onBack} className="-ml-2">
          Back to the search
        </Button>
        <div className="grid gap-4 md:grid-cols-2">
          <FormField form={form} name="firstName" label="First name" />
          <FormField form={form} name="lastName" label="Last name" />
        </div>
        <FormField form={form} name="dob" label="Birth date" type="date" max={today} />
        <FormField form={form} name="phoneNumber" label="Phone" type="tel" />
        <FormField form={form} name="mrn" label="MRN" help="If the records have one" />
        <Problem form={form} />
      </div>
      <DialogFoot>
        <span />
        <Submit form={form} action="Adding a patient">
          Add and assign
        </Submit>
      </DialogFoot>
    </Form>
  )
}
