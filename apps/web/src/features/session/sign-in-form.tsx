import { emailError, knownPasswordError } from '../../lib/account-fields.rules.ts'
import { usePlainForm } from '../../lib/use-plain-form.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SignInRefused, signIn } from './sign-in.actors.ts'
import { signInProblem } from './sign-in.rules.ts'

interface SignInFormProps {
  /** The address after the sign-in, already validated. */
  returnTo: string
  /** The e-mail typed before. */
  email?: string
  /** A message shown before the first try. */
  problem?: string | null
  fetch?: typeof globalThis.fetch
  leave?: (address: string) => void
  /** The password was correct, and a code is required. */
  onSecondFactor?: (email: string) => void
}

/** [OPEN-042] The checks before the form is sent. */
const CHECKS = { email: emailError, password: knownPasswordError }

export function SignInForm({
  returnTo,
  email: known = '',
  problem: before = null,
  fetch = (...request) => window.fetch(...request),
  leave = navigateTo,
  onSecondFactor,
}: SignInFormProps) {
  const submission = useSubmission(async ({ email, password }: Record<keyof typeof CHECKS, string>) => {
    const credentials = { email: email.trim(), password, returnTo }
    const answer = await signIn(fetch, credentials)
    if (answer.outcome === 'signedIn') leave(returnTo)
    else if (answer.outcome === 'secondFactor') onSecondFactor?.(credentials.email)
    else throw new SignInRefused(answer)
  })
  const form = usePlainForm({
    checks: CHECKS,
    submission,
    about: (error) =>
      error instanceof SignInRefused && error.answer.outcome === 'wrong' ? { field: 'password' } : null,
  })
  const problem = form.problem instanceof SignInRefused ? signInProblem(form.problem.answer) : before

  return (
    <form className="space-y-4" noValidate onSubmit={form.onSubmit}>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <Field
        {...form.field('email')}
        label="Email"
        type="email"
        size="lg"
        autoComplete="username"
        defaultValue={known}
        autoFocus={known === ''}
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        autoFocus={known !== ''}
      />
      <Button type="submit" kind="primary" size="touch" busy={form.busy} className="w-full">
        Sign in
      </Button>
    </form>
  )
}

function navigateTo(address: string) {
  window.location.assign(address)
}
