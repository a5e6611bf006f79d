import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { signIn } from './session.actors.ts'
import { type SignInOutcome, signInProblems } from './session.rules.ts'

interface SignInFormProps {
  /** Where to go then; checked already. */
  returnTo: string
  fetch?: typeof globalThis.fetch
  leave?: (address: string) => void
}

type Missing = { email?: string; password?: string }

export function SignInForm({
  returnTo,
  fetch = (...request) => window.fetch(...request),
  leave = navigateTo,
}: SignInFormProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Exclude<SignInOutcome, 'signedIn'> | null>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [shown, setShown] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !email.current || !password.current) return
    const credentials = { email: email.current.value.trim(), password: password.current.value, returnTo }
    const absent = missingIn(credentials)
    setMissing(absent)
    setProblem(null)
    if (absent.email) return email.current.focus()
    if (absent.password) return password.current.focus()
    setBusy(true)
    const outcome = await signIn(fetch, credentials)
    // The page is left; the button stays busy until it is gone.
    if (outcome === 'signedIn') return leave(returnTo)
    setBusy(false)
    setProblem(outcome)
    if (outcome !== 'wrong') return
    password.current.focus()
    password.current.select()
  }

  return (
    <form className="mt-7 space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      {problem && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad px-3 py-2 text-sm text-bad-text">
          {signInProblems[problem]}
        </p>
      )}
      <Field ref={email} label="Email" type="email" size="lg" autoComplete="username" autoFocus error={missing.email} />
      <Field
        ref={password}
        label="Password"
        type={shown ? 'text' : 'password'}
        size="lg"
        autoComplete="current-password"
        error={missing.password}
        end={<ShowPassword shown={shown} onToggle={() => setShown(!shown)} />}
      />
      <Button type="submit" kind="primary" size="touch" busy={busy} className="w-full">
        Sign in
      </Button>
    </form>
  )
}

function ShowPassword({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const Icon = shown ? EyeOff : Eye
  return (
    <button
      type="button"
      // Not "Show password" alone: the field beside it is the one that is called Password.
      aria-label={shown ? 'Hide what you typed' : 'Show what you typed'}
      onClick={onToggle}
      className="-mr-1.5 grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:text-ink pointer-coarse:size-11"
    >
      <Icon aria-hidden size={17} strokeWidth={1.75} />
    </button>
  )
}

/** [OPEN-042] */
function missingIn({ email, password }: { email: string; password: string }): Missing {
  return {
    ...(/^\S+@\S+$/.test(email) ? {} : { email: 'Enter your work email, like name@clinic.example.' }),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
}

function navigateTo(address: string) {
  window.location.assign(address)
}
