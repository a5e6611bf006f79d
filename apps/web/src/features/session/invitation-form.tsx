import { PASSWORD_MIN } from '@foyer/contracts/session/limits.rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { nameError, newPasswordError } from '../../lib/account-fields.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { fieldProblem, isLinkOver, outsideWords } from './outside-words.rules.ts'
import { useSending } from './use-sending.ts'

interface InvitationFormProps {
  email: string
  onAccept: (typed: { name: string; newPassword: string }) => Promise<unknown>
  onAccepted: () => void
  /** The link ended while somebody was typing. */
  onOver: (error: unknown) => void
}

type Wrong = { name?: string | undefined; newPassword?: string | undefined }

/** For somebody who has no account yet. */
export function InvitationForm({ email, onAccept, onAccepted, onOver }: InvitationFormProps) {
  const [missing, setMissing] = useState<Wrong>({})
  const { busy, error, send } = useSending()
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const refused: Wrong = { name: fieldProblem(error, 'name'), newPassword: fieldProblem(error, 'newPassword') }
  const inFields = refused.name ?? refused.newPassword

  useEffect(() => {
    if (isLinkOver(error)) onOver(error)
    else if (error !== null) password.current?.focus()
  }, [error, onOver])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.current || !password.current) return
    const typed = { name: name.current.value.trim(), newPassword: password.current.value }
    const absent: Wrong = { name: nameError(typed.name), newPassword: newPasswordError(typed.newPassword) }
    setMissing(absent)
    if (absent.name) return name.current.focus()
    if (absent.newPassword) return password.current.focus()
    if (await send(() => onAccept(typed))) onAccepted()
  }

  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      {error !== null && inFields === undefined && <FormProblem>{outsideWords(error)}</FormProblem>}
      <Field label="Email" type="email" size="lg" autoComplete="username" value={email} readOnly />
      <Field
        ref={name}
        label="Your name"
        type="text"
        size="lg"
        autoComplete="name"
        dir="auto"
        autoFocus
        help="As your colleagues see it."
        error={missing.name ?? refused.name}
      />
      <PasswordField
        ref={password}
        label="New password"
        autoComplete="new-password"
        help={`${PASSWORD_MIN} characters or more.`}
        error={missing.newPassword ?? refused.newPassword}
      />
      <Button type="submit" kind="primary" size="touch" busy={busy} className="w-full">
        Create the account and join
      </Button>
    </form>
  )
}
