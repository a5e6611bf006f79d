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
  /** The identity provider, where it is the only way in: no password of ours opens anything then. */
  provider: string | null
  onAccept: (typed: { name: string; newPassword?: string }) => Promise<unknown>
  onAccepted: () => void
  /** The link ended while somebody was typing. */
  onOver: (error: unknown) => void
}

type Wrong = { name?: string | undefined; newPassword?: string | undefined }

/** For somebody who has no account yet. */
export function InvitationForm({ email, provider, onAccept, onAccepted, onOver }: InvitationFormProps) {
  const [missing, setMissing] = useState<Wrong>({})
  const [accepted, setAccepted] = useState(false)
  const { busy, error, send } = useSending()
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const refused: Wrong = { name: fieldProblem(error, 'name'), newPassword: fieldProblem(error, 'newPassword') }
  const inFields = refused.name ?? refused.newPassword

  useEffect(() => {
    if (isLinkOver(error)) onOver(error)
    else if (error !== null) (password.current ?? name.current)?.focus()
  }, [error, onOver])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.current || accepted) return
    const newPassword = password.current?.value
    const typed = { name: name.current.value.trim(), ...(newPassword !== undefined && { newPassword }) }
    const absent: Wrong = {
      name: nameError(typed.name),
      newPassword: newPassword === undefined ? undefined : newPasswordError(newPassword),
    }
    setMissing(absent)
    if (absent.name) return name.current.focus()
    if (absent.newPassword) return password.current?.focus()
    if (!(await send(() => onAccept(typed)))) return
    // The page may be on its way out.
    setAccepted(true)
    onAccepted()
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
      {provider === null ? (
        <PasswordField
          ref={password}
          label="New password"
          autoComplete="new-password"
          help={`${PASSWORD_MIN} characters or more.`}
          error={missing.newPassword ?? refused.newPassword}
        />
      ) : (
        <p className="text-sm wrap-anywhere text-muted">
          There is no password to choose: you sign in by <bdi className="font-medium text-ink">{provider}</bdi>, with
          the account that has this email there.
        </p>
      )}
      <Button type="submit" kind="primary" size="touch" busy={busy || accepted} className="w-full">
        {provider === null ? 'Create the account and join' : 'Join and sign in'}
      </Button>
    </form>
  )
}
