import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { collisionsIn, firstProblem } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { failureTitle } from '../../../parts/failure-message.rules.ts'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FormWording } from '../../../parts/wording.tsx'
import { Button } from '../../../ui/button.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import type { CannedWords } from './use-canned.ts'

interface CannedFormProps {
  edited: CannedMessage | null
  onSave: (words: CannedWords, idempotencyKey: string) => Promise<void>
  onDone: () => void
}

export function CannedForm({ edited, onSave, onDone }: CannedFormProps) {
  const form = useForm<CannedWords>({
    initial: { title: edited?.title ?? '', message: edited?.message ?? '' },
    check: cannedErrors,
    send: async (words, key) => {
      try {
        await onSave(words, key)
      } catch (error) {
        notifyError(failureTitle(error))
        throw error
      }
      onDone()
    },
    refusedFields: { conflict: 'title' },
  })
  return (
    <Form form={form} label="Canned message" className="flex flex-col gap-4 p-4">
      <FormField form={form} name="title" label="Title" maxLength={80} />
      <div>
        <FormTextArea
          form={form}
          name="message"
          label="Text"
          help="{{firstName}}, {{clinicName}}, {{staffName}}, {{doctorName}}, {{appointmentDate}} and {{appointmentTime}} are filled in when it is used."
        />
        <FormWording form={form} name="message" find={collisionsIn} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Back</Button>
        <Submit form={form}>Save</Submit>
      </div>
    </Form>
  )
}

/** [OPEN-023] Checks the form before it is sent. */
function cannedErrors({ title, message }: CannedWords) {
  return {
    title: isBlank(title) ? 'Give it a title' : undefined,
    message: messageError(message),
  }
}

function messageError(message: string): string | undefined {
  if (isBlank(message)) return 'Write the text'
  if (message.length > MESSAGE_MAX) return `At most ${MESSAGE_MAX} characters`
  return firstProblem(collisionsIn(message))?.message
}
