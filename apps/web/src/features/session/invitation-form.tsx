import { PASSWORD_MIN } from '@foyer/contracts/session/limits.rules.ts'
import { useEffect } from 'react'
import { nameError, newPasswordError } from '../../lib/account-fields.rules.ts'
import { usePlainForm } from '../../lib/use-plain-form.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { isLinkOver, issueOf, outsideMessage } from './outside-failures.rules.ts'

interface InvitationFormProps {
  email: string
  /** The name of the identity provider when it is the only way to sign in; then no password is asked for. */
  provider: string | null
  onAccept: (typed: { name: string; newPassword?: string }) => Promise<unknown>
  onAccepted: () => void
  /** The link expired while the user was typing. */
  onOver: (error: unknown) => void
}

const CHECKS = { name: nameError, newPassword: newPasswordError }

/** The form for an invited person without an account. */
export function InvitationForm({ email, provider, onAccept, onAccepted, onOver }: InvitationFormProps) {
  const asksPassword = provider === null
  const submission = useSubmission(async ({ name, newPassword }: Record<keyof typeof CHECKS, string>) => {
    await onAccept({ name: name.trim(), ...(asksPassword && { newPassword }) })
    onAccepted()
  })
  const form = usePlainForm({
    checks: CHECKS,
    submission,
    about(error) {
      const inName = issueOf(error, 'name')
      if (inName !== undefined || !asksPassword) return { field: 'name', message: inName }
      return { field: 'newPassword', message: issueOf(error, 'newPassword') }
    },
  })
  const { error } = submission
  useEffect(() => {
    if (isLinkOver(error)) onOver(error)
  }, [error, onOver])

  return (
    <form className="space-y-4" noValidate onSubmit={form.onSubmit}>
      {form.problem !== null && <FormProblem>{outsideMessage(form.problem)}</FormProblem>}
      <Field label="Email" type="email" size="lg" autoComplete="username" value={email} readOnly />
      <Field
        {...form.field('name')}
        label="Your name"
        type="text"
        size="lg"
        autoComplete="name"
        dir="auto"
        autoFocus
        help="As your colleagues see it."
      />
      {asksPassword ? (
        <PasswordField
          {...form.field('newPassword')}
          label="New password"
          autoComplete="new-password"
          help={`${PASSWORD_MIN} characters or more.`}
        />
      ) : (
        <p className="text-sm wrap-anywhere text-muted">
          There is no password to choose: you sign in by <bdi className="font-medium text-ink">{provider}</bdi>, with
          the account that has this email there.
        </p>
      )}
      <Button type="submit" kind="primary" size="touch" busy={form.busy} className="w-full">
        {asksPassword ? 'Create the account and join' : 'Join and sign in'}
      </Button>
    </form>
  )
}
