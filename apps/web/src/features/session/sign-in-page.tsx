import { useEffect, useState } from 'react'
import { FormProblem } from '../../ui/form-problem.tsx'
import { CodeForm } from './code-form.tsx'
import { OUTSIDE_LINK, OutsideHead, OutsidePage } from './outside-page.tsx'
import { providerProblem } from './provider-problems.rules.ts'
import { ProviderWay } from './provider-way.tsx'
import { type SignInWays, signInWays } from './sign-in.actors.ts'
import { placeName, safeReturnTo } from './sign-in.rules.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignedOutNote } from './signed-out-note.tsx'

type Fetch = typeof globalThis.fetch

/** What is asked for where nobody can say what else there is. */
const PASSWORD_ALONE: SignInWays = { password: true, identityProvider: null, resetByMail: false }

/** The way in. It needs no session, and so nothing of the app behind it. */
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
  const [{ returnTo, place, back }] = useState(addressed)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState(back)
  const ways = useWays(fetch)

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
      {!ways.password && problem !== null && <FormProblem>{problem}</FormProblem>}
      {ways.password && (
        <SignInForm
          {...{ returnTo, email, problem, fetch, leave }}
          onSecondFactor={(of) => {
            setEmail(of)
            setStep('code')
          }}
        />
      )}
      {ways.resetByMail && (
        <p className="mt-4">
          <a href="/forgot-password" className={OUTSIDE_LINK}>
            Forgot password
          </a>
        </p>
      )}
      {ways.identityProvider && (
        <ProviderWay name={ways.identityProvider.name} returnTo={returnTo} beside={ways.password} />
      )}
    </>
  )
}

function addressed() {
  const { search, origin } = window.location
  const returnTo = safeReturnTo(new URLSearchParams(search).get('returnTo'), origin)
  return { returnTo, place: placeName(returnTo), back: providerProblem(search) }
}

/** The form stands there at once; what else there is comes below it. */
function useWays(fetch: Fetch): SignInWays {
  const [ways, setWays] = useState(PASSWORD_ALONE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    let left = false
    void signInWays(fetch).then((found) => !left && found && setWays(found))
    return () => {
      left = true
    }
  }, [])
  return ways
}
