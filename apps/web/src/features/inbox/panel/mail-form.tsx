import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useMutation } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { isolated } from '../../../lib/isolated.rules.ts'
import { useApi } from '../../../parts/parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { failureWords } from './failure-words.rules.ts'
import { MAIL_REFUSALS, mailErrors, type TypedMail } from './mail.rules.ts'
import { TabEmpty } from './tab-states.tsx'

interface MailFormProps {
  conversation: Conversation
  offline: boolean
  onClose: () => void
}

const OFFLINE = 'You are offline. Sending an e-mail waits until you are back.'

/** [NOTIF-01] [ENTITY-23] An e-mail to the conversation's patient. What is typed stays when it could not be sent. */
export function MailForm({ conversation, offline, onClose }: MailFormProps) {
  const { id: conversationId, organizationId, name, email = null } = conversation
  const api = useApi()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedMail>({ mailSubject: '', mailContent: '' })
  const [tried, setTried] = useState(false)
  // Asked again after a lost reply, the same mail goes out once; one that was changed is another.
  const sending = useRef({ mail: '', key: '' })
  const send = useMutation({
    mutationFn: (mail: TypedMail & { email: string }) => {
      const words = JSON.stringify(mail)
      if (sending.current.mail !== words) sending.current = { mail: words, key: crypto.randomUUID() }
      const body = { type: 'email', organizationId, conversationId, ...mail } as const
      return api('sendNotification', { body, idempotencyKey: sending.current.key })
    },
    onSuccess: () => {
      notifySuccess(`E-mail to ${isolated(name)} is on its way`)
      onClose()
    },
  })

  if (email === null) {
    return (
      <TabEmpty
        icon={AtSign}
        title="No e-mail address"
        detail={`The records have none of ${isolated(name)}. Once they do, you can write from here.`}
      />
    )
  }
  const errors = tried ? mailErrors(typed) : {}

  function change(part: Partial<TypedMail>) {
    setTyped((before) => ({ ...before, ...part }))
    if (send.isError) send.reset()
  }

  function submit(event: FormEvent, address: string) {
    event.preventDefault()
    if (offline || send.isPending) return
    setTried(true)
    const wrong = mailErrors(typed)
    if (wrong.mailSubject !== undefined) form.current?.querySelector('input')?.focus()
    else if (wrong.mailContent !== undefined) form.current?.querySelector('textarea')?.focus()
    else send.mutate({ email: address, mailSubject: typed.mailSubject.trim(), mailContent: typed.mailContent.trim() })
  }

  return (
    <form
      ref={form}
      aria-label="Send email"
      onSubmit={(event) => submit(event, email)}
      noValidate
      className="flex min-h-full flex-col"
    >
      <div className="space-y-4 p-4">
        <p className="text-sm wrap-anywhere">
          <span className="text-muted">To </span>
          {`${isolated(name)} · ${email}`}
        </p>
        <Field
          label="Subject"
          size="lg"
          autoComplete="off"
          value={typed.mailSubject}
          error={errors.mailSubject}
          onChange={({ target }) => change({ mailSubject: target.value })}
        />
        <TextArea
          label="Message"
          value={typed.mailContent}
          error={errors.mailContent}
          help="It goes out as plain text, and the history of this conversation keeps it."
          onChange={(mailContent) => change({ mailContent })}
        />
        {offline && (
          <p role="status" className="text-sm text-muted">
            {OFFLINE}
          </p>
        )}
        {send.isError && (
          <p role="alert" className="text-sm text-bad-text">
            {`${wordsOf(send.error)} What you typed is still here.`}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose} className="pointer-coarse:h-11">
          Cancel
        </Button>
        <Button
          type="submit"
          kind="primary"
          busy={send.isPending}
          disabledReason={offline ? OFFLINE : undefined}
          className="pointer-coarse:h-11"
        >
          Send email
        </Button>
      </DialogFoot>
    </form>
  )
}

function wordsOf(error: unknown): string {
  const refused = error instanceof CallError && error.reason ? MAIL_REFUSALS[error.reason] : undefined
  return refused ?? failureWords(error)
}
