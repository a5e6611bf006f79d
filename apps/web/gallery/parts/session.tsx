import { useEffect } from 'react'
import { OutsidePage } from '../../src/features/session/outside-page.tsx'
import { Protected } from '../../src/features/session/protected.tsx'
import { SignInForm } from '../../src/features/session/sign-in-form.tsx'
import { SignIn as SignInPage } from '../../src/features/session/sign-in-page.tsx'
import { UserProvider, useUser } from '../../src/features/session/user-provider.tsx'
import { never } from '../canned-api.ts'
import { lena } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface SignInProps {
  fetch: typeof globalThis.fetch
  filled: boolean
  until: string
}

/** The sign-in form after its button was pressed. */
function SignIn({ fetch, filled, until }: SignInProps) {
  useHand(async (hand: Hand) => {
    const [email, password] = [await hand.find('[type=email]'), await hand.find('[type=password]')]
    if (filled) {
      Object.assign(email, { value: 'lena@demo.test' })
      Object.assign(password, { value: 'a password' })
    }
    await hand.press('[type=submit]')
    await hand.find(until)
  })
  return (
    <div className="mx-auto w-full max-w-97 flex-1 bg-surface px-6 py-8">
      <h1 className="text-2xl font-semibold tracking-head">Sign in</h1>
      <SignInForm returnTo="/inbox" fetch={fetch} leave={() => undefined} />
    </div>
  )
}

const answers = (status: number) => async () => new Response(null, { status })
const problem = 'form [role=alert]'

/** A page that needs a session, with the given answer to the profile call. */
function Page({ fetch, checks = false }: { fetch: () => Promise<Response>; checks?: boolean }) {
  return (
    <UserProvider fetch={fetch} {...(checks ? { user: lena } : {})}>
      <Protected leave={() => undefined}>{checks ? <Checking /> : <p className="p-4">The page itself.</p>}</Protected>
    </UserProvider>
  )
}

function Checking() {
  const { checkSession } = useUser()
  useEffect(() => void checkSession(), [checkSession])
  return <p className="p-4">The page itself, while the session is looked at again.</p>
}

export const session = part('Session', {
  loading: { title: 'Who is it?', show: () => <Page fetch={never} /> },
  'signed-out': { title: 'Signed out: taking you to sign in', show: () => <Page fetch={answers(401)} /> },
  'no-answer': {
    title: 'We could not check who you are: no answer',
    show: () => <Page fetch={() => Promise.reject(new TypeError('Failed to fetch'))} />,
  },
  failed: { title: 'We could not check who you are: an error', show: () => <Page fetch={answers(503)} /> },
  'signed-in': { title: 'Signed in', show: () => <Page fetch={async () => Response.json(lena)} /> },
  checking: { title: 'Signed in, and looked at again', show: () => <Page fetch={never} checks /> },
  'sign-in': {
    title: 'Sign in',
    show: () => (
      <OutsidePage>
        <SignInPage fetch={never} leave={() => undefined} />
      </OutsidePage>
    ),
  },
  'sign-in-missing': {
    title: 'Sign in: nothing typed',
    show: () => <SignIn fetch={answers(401)} filled={false} until="[aria-invalid]" />,
  },
  'sign-in-wrong': {
    title: 'Sign in: wrong password',
    show: () => <SignIn fetch={answers(401)} filled until={problem} />,
  },
  'sign-in-too-often': {
    title: 'Sign in: too many tries',
    show: () => <SignIn fetch={answers(429)} filled until={problem} />,
  },
  'sign-in-away': { title: 'Sign in: no answer', show: () => <SignIn fetch={answers(503)} filled until={problem} /> },
  'sign-in-busy': { title: 'Sign in: under way', show: () => <SignIn fetch={never} filled until="[aria-busy]" /> },
})
