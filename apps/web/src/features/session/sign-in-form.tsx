import { type FormEvent, useRef, useState } from 'react'
import { emailError, knownPasswordError } from '../../lib/account-fields.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { signIn } from './sign-in.actors.ts'
import { type SignInAnswer, signInProblem } from './sign-in.rules.ts'

interface SignInFormProps {
  /** Where to go then; checked already. */
  returnTo: string
  /** What was typed before, or what came with somebody. */
  email?: string
  /** Said before anybody tries. */
  problem?: string | null
  fetch?: typeof globalThis.fetch
  leave?: (address: string) => void
  /** The password is right, and a code is asked for. */
  onSecondFactor?: (email: string) => void
}

type Missing = { email?: string | undefined; password?: string | undefined }

export function SignInForm({
  returnTo,
  email: known = '',
  problem: before = null,
  fetch = (...request) => window.fetch(...request),
  leave = navigateTo,
  onSecondFactor,
}: SignInFormProps) {
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<SignInAnswer | null>(null)
  const [missing, setMissing] = useState<Missing>({})
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const problem = answer === null ? before : signInProblem(answer)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !email.current || !password.current) return
    const credentials = { email: email.current.value.trim(), password: password.current.value, returnTo }
    const absent = missingIn(credentials)
    setMissing(absent)
    setAnswer(null)
    if (absent.email) return email.current.focus()
    if (absent.password) return password.current.focus()
    setBusy(true)
    const given = await signIn(fetch, credentials)
    // The page is left; the button stays busy until it is gone.
    if (given.outcome === 'signedIn') return leave(returnTo)
    setBusy(false)
    if (given.outcome === 'secondFactor') return onSecondFactor?.(credentials.email)
    setAnswer(given)
    if (given.outcome !== 'wrong') return
    password.current.focus()
    password.current.select()
  }

  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <Field
        ref={email}
        label="Email"
        type="email"
        size="lg"
        autoComplete="username"
        defaultValue={known}
        autoFocus={known === ''}
        error={missing.email}
      />
      <PasswordField
        ref={password}
        label="Password"
        autoComplete="current-password"
        autoFocus={known !== ''}
        error={missing.password}
      />
      <Button type="submit" kind="primary" size="touch" busy={busy} className="w-full">
        Sign in
      </Button>
    </form>
  )
}

/** [OPEN-042] */
function missingIn({ email, password }: { email: string; password: string }): Missing {
  return { email: emailError(email), password: knownPasswordError(password) }
}

function navigateTo(address: string) {
  window.location.assign(address)
}
