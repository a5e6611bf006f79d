import { useEffect, useState } from 'react'
import { FormProblem } from '../../ui/form-problem.tsx'
import { CodeForm } from './code-form.tsx'
import { OUTSIDE_LINK, OutsideHead, OutsidePage } from './outside-page.tsx'
import { providerProblem } from './provider-problems.rules.ts'
import { loadSignInMethods, type SignInMethods } from './sign-in.actors.ts'
import { placeName, safeReturnTo } from './sign-in.rules.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedOutNote } from './signed-out-note.tsx'
import { SsoButton } from './sso-button.tsx'

type Fetch = typeof globalThis.fetch

/** Assumed while the methods are unknown. */
const PASSWORD_ONLY: SignInMethods = { password: true, identityProvider: null, resetByMail: false }

/** The sign-in page. It needs no session and loads nothing of the app behind it. */
export function Component() {
  return (
    <OutsidePage>
      <SignIn fetch={(...request) => window.fetch(...request)} leave={(address) => window.location.assign(address)} />
    </OutsidePage>
  )
}

interface SignInProps {
  fetch: Fetch
  leave: (address: string) => void
}

export function SignIn({ fetch, leave }: SignInProps) {
  const [{ returnTo, place, back }] = useState(readAddress)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState(back)
  const methods = useSignInMethods(fetch)

  if (step === 'code')
    return (
      <>
        <OutsideHead title="One more step">{email}</OutsideHead>
        <CodeForm
          {...{ returnTo, fetch, leave }}
          onBack={(said) => {
            setProblem(said)
            setStep('password')
          }}
        />
      </>
    )
  return (
    <>
      <OutsideHead title="Sign in">{place && `Then you go back to ${place}.`}</OutsideHead>
      <SignedOutNote search={window.location.search} />
      {!methods.password && problem !== null && <FormProblem>{problem}</FormProblem>}
      {methods.password && (
        <SignInForm
          {...{ returnTo, email, problem, fetch, leave }}
          onSecondFactor={(of) => {
            setEmail(of)
            setStep('code')
          }}
        />
      )}
      {methods.resetByMail && (
        <p className="mt-4">
          <a href="/forgot-password" className={OUTSIDE_LINK}>
            Forgot password
          </a>
        </p>
      )}
      {methods.identityProvider && (
        <SsoButton name={methods.identityProvider.name} returnTo={returnTo} beside={methods.password} />
      )}
    </>
  )
}

function readAddress() {
  const { search, origin } = window.location
  const returnTo = safeReturnTo(new URLSearchParams(search).get('returnTo'), origin)
  return { returnTo, place: placeName(returnTo), back: providerProblem(search) }
}

/** Shows the password form at once and adds the other methods when they are known. */
function useSignInMethods(fetch: Fetch): SignInMethods {
  const [methods, setMethods] = useState(PASSWORD_ONLY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once
  useEffect(() => {
    let left = false
    void loadSignInMethods(fetch).then((found) => !left && found && setMethods(found))
    return () => {
      left = true
    }
  }, [])
  return methods
}
