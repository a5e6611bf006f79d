import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { AtSign } from 'lucide-react'
import { isolated } from '../../../lib/isolated.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineWords } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { MAIL_REFUSALS, mailErrors, type TypedMail } from './mail.rules.ts'

interface MailFormProps {
  conversation: Conversation
  onClose: () => void
}

const SENDING = 'Sending an e-mail'

/** [NOTIF-01] [ENTITY-23] Sends an e-mail to the conversation's patient. */
export function MailForm({ conversation, onClose }: MailFormProps) {
  const { name, email = null } = conversation
  if (email !== null) return <AddressedMail {...{ conversation, email, onClose }} />
  return (
    <Note
      icon={AtSign}
      title="No e-mail address"
      detail={`The records have none of ${isolated(name)}. Once they do, you can write from here.`}
    />
  )
}

function AddressedMail({ conversation, email, onClose }: MailFormProps & { email: string }) {
  const { id: conversationId, organizationId, name } = conversation
  const api = useApi()
  const form = useForm<TypedMail>({
    initial: { mailSubject: '', mailContent: '' },
    check: mailErrors,
    send: async (mail, idempotencyKey) => {
      const body = { type: 'email', organizationId, conversationId, email, ...mail } as const
      await api('sendNotification', { body, idempotencyKey })
      notifySuccess(`E-mail to ${isolated(name)} is on its way`)
      onClose()
    },
    refusals: MAIL_REFUSALS,
  })
  return (
    <Form form={form} label="Send email" className="flex min-h-full flex-col">
      <div className="space-y-4 p-4">
        <p className="text-sm wrap-anywhere">
          <span className="text-muted">To </span>
          {`${isolated(name)} · ${email}`}
        </p>
        <FormField form={form} name="mailSubject" label="Subject" />
        <FormTextArea
          form={form}
          name="mailContent"
          label="Message"
          help="It goes out as plain text, and the history of this conversation keeps it."
        />
        {form.offline && (
          <p role="status" className="text-sm text-muted">
            {offlineWords(SENDING)}
          </p>
        )}
        <Problem form={form} />
      </div>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Submit form={form} action={SENDING}>
          Send email
        </Submit>
      </DialogFoot>
    </Form>
  )
}
