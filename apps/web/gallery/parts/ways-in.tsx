import type { ReactNode } from 'react'
import { CodeForm } from '../../src/features/session/code-form.tsx'
import { ForgotPassword } from '../../src/features/session/forgot-password-page.tsx'
import { Invitation } from '../../src/features/session/invitation-page.tsx'
import { OutsideHead, OutsidePage } from '../../src/features/session/outside-page.tsx'
import { ResetPassword } from '../../src/features/session/reset-password-page.tsx'
import { SignIn } from '../../src/features/session/sign-in-page.tsx'
import { never } from '../canned-api.ts'
import { MARKUP } from '../fixtures/accounts.ts'
import { LONG_NAME } from '../fixtures/conversations.ts'
import { part } from '../gallery-entry.ts'
import { type Hand, useHand } from '../use-hand.ts'

type Fetch = typeof globalThis.fetch
type Then = (hand: Hand) => Promise<void>

function Scene({ children, then }: { children: ReactNode; then?: Then | undefined }) {
  useHand(async (hand) => then?.(hand))
  return <OutsidePage>{children}</OutsidePage>
}

const nothing = () => undefined
const good =
  (data: object): Fetch =>
  async () =>
    Response.json({ code: 'ok', data })
const bad =
  (status: number, reason: string, message = 'No.', headers = {}): Fetch =>
  async () =>
    Response.json({ code: 'error', reason, message, requestId: '7F2A-0911' }, { status, headers })
const lost: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))

const ways = { password: true, identityProvider: { name: 'Cedar Ridge Sign-on' }, resetByMail: true }
const aloneWays = (name: string) => ({ password: false, identityProvider: { name }, resetByMail: false })
const OFF = 'This is a code of another time: your phone’s clock is about 4 minutes behind. Set it to automatic time.'

interface CodeProps {
  fetch?: Fetch
  then?: Then
}

function Code({ fetch = never, then }: CodeProps) {
  return (
    <Scene then={then}>
      <OutsideHead title="One more step">ana@demo.test</OutsideHead>
      <CodeForm returnTo="/inbox" fetch={fetch} leave={nothing} onBack={nothing} />
    </Scene>
  )
}

/** Fills in the form's fields in order and submits it. */
const send =
  (until: string, typed: Record<string, string>): Then =>
  async ({ type, press, find }) => {
    for (const [autocomplete, words] of Object.entries(typed))
      await type(`form [autocomplete=${autocomplete}]:not([readonly])`, words)
    await press('form [type=submit]')
    await find(until)
  }
const code = (until: string) => send(until, { 'one-time-code': '123456' })
const alert = 'form [role=alert]'

function Forgot({ fetch = never, then }: CodeProps) {
  return (
    <Scene then={then}>
      <ForgotPassword fetch={fetch} />
    </Scene>
  )
}
const asked = (until: string) => send(until, { username: 'ana@demo.test' })

interface ResetProps extends CodeProps {
  token?: string
  look?: Fetch
}

/** Checks the token with the answers of `look`, and sets the password with those of `fetch`. */
function Reset({ fetch = never, look = good({}), then, token = 'token' }: ResetProps) {
  return (
    <Scene then={then}>
      <ResetPassword
        token={token}
        fetch={(address, init) => (String(address).endsWith('/link') ? look : fetch)(address, init)}
      />
    </Scene>
  )
}
const chosen = (until: string, words = 'three plain words') => send(until, { 'new-password': words })

type Asks = 'account' | 'sign-in' | 'join'

/** Checks the invitation with the first answer, and accepts it with the second. */
function Invited({ asks, accept = never, name = 'Cedar Ridge Medical Group', provider, then }: InvitedProps) {
  const invitation = { organizationName: name, email: 'new@demo.test', role: 'agent', asks, expiresAt: '2026-11-25' }
  const answers: Record<string, Fetch> = {
    '/api/auth/invitation': good(invitation),
    '/api/auth/invitation/accept': accept,
    '/api/auth/ways': good(provider ? aloneWays(provider) : ways),
  }
  return (
    <Scene then={then}>
      <Invitation
        token="token"
        fetch={(address, init) => (answers[String(address)] ?? never)(address, init)}
        leave={nothing}
        keep={nothing}
      />
    </Scene>
  )
}
interface InvitedProps {
  asks: Asks
  accept?: Fetch
  name?: string
  /** The only provider that members may sign in with. */
  provider?: string
  then?: Then
}

function Looked({ fetch, token = 'token' }: { fetch: Fetch; token?: string }) {
  return (
    <Scene>
      <Invitation {...{ token, fetch }} leave={nothing} keep={nothing} />
    </Scene>
  )
}
const join = (until: string) => send(until, { name: 'Robin Ode', 'new-password': 'three plain words' })

export const waysIn = part('Ways in', {
  ways: {
    title: 'Sign in: all the ways',
    show: () => (
      <Scene>
        <SignIn fetch={good(ways)} leave={nothing} />
      </Scene>
    ),
  },
  'provider-alone': {
    title: 'Sign in: by the identity provider alone',
    show: () => (
      <Scene>
        <SignIn fetch={good(aloneWays(LONG_NAME))} leave={nothing} />
      </Scene>
    ),
  },
  code: { title: 'Code', show: () => <Code /> },
  recovery: {
    title: 'Code: a recovery code',
    show: () => (
      <Code
        then={async ({ press, find }) => {
          await press('form div > button + button')
          await find('[inputmode=text]')
        }}
      />
    ),
  },
  'code-missing': {
    title: 'Code: not six digits',
    show: () => <Code then={send('[aria-invalid]', { 'one-time-code': '12' })} />,
  },
  'code-wrong': {
    title: 'Code: wrong',
    show: () => (
      <Code fetch={bad(422, 'wrong_code', 'The code is wrong, or it was used already.')} then={code(alert)} />
    ),
  },
  'code-clock': {
    title: 'Code: of a clock that is off',
    show: () => <Code fetch={bad(422, 'wrong_code', OFF)} then={code(alert)} />,
  },
  'code-limited': {
    title: 'Code: too many tries',
    show: () => <Code fetch={bad(429, 'rate_limited', 'Too many.', { 'Retry-After': '840' })} then={code(alert)} />,
  },
  'code-away': { title: 'Code: no answer', show: () => <Code fetch={lost} then={code(alert)} /> },
  'code-busy': { title: 'Code: under way', show: () => <Code then={code('[aria-busy]')} /> },
  forgot: { title: 'Forgot password', show: () => <Forgot /> },
  'forgot-missing': {
    title: 'Forgot password: no e-mail',
    show: () => <Forgot then={send('[aria-invalid]', { username: 'nobody' })} />,
  },
  'forgot-sent': {
    title: 'Forgot password: asked for',
    show: () => <Forgot fetch={good({})} then={asked('a[href="/sign-in"]')} />,
  },
  'forgot-limited': {
    title: 'Forgot password: asked too often',
    show: () => <Forgot fetch={bad(429, 'rate_limited', 'Too many.', { 'Retry-After': '120' })} then={asked(alert)} />,
  },
  'forgot-away': { title: 'Forgot password: no answer', show: () => <Forgot fetch={lost} then={asked(alert)} /> },
  reset: { title: 'Set a new password', show: () => <Reset /> },
  'reset-short': {
    title: 'Set a new password: too short',
    show: () => <Reset then={chosen('[aria-invalid]', 'short')} />,
  },
  'reset-weak': {
    title: 'Set a new password: too weak',
    show: () => (
      <Reset
        fetch={async () =>
          Response.json(
            {
              code: 'error',
              reason: 'not_valid',
              message: 'Too weak',
              issues: [{ path: 'newPassword', message: 'One character repeated is guessed at once.' }],
            },
            { status: 400 },
          )
        }
        then={chosen('[aria-invalid]')}
      />
    ),
  },
  'reset-done': {
    title: 'Set a new password: done',
    show: () => <Reset fetch={good({})} then={chosen('a[href="/sign-in"]')} />,
  },
  'reset-over': {
    title: 'Set a new password: the link is over',
    show: () => <Reset look={bad(410, 'link_expired')} />,
  },
  'reset-over-meanwhile': {
    title: 'Set a new password: the link ended meanwhile',
    show: () => <Reset fetch={bad(410, 'link_expired')} then={chosen('a[href="/forgot-password"]')} />,
  },
  'reset-looking': { title: 'Set a new password: looking', show: () => <Reset look={never} /> },
  'reset-no-passwords': {
    title: 'Set a new password: none are taken any more',
    show: () => <Reset look={bad(403, 'not_allowed')} />,
  },
  'reset-no-link': { title: 'Set a new password: no link', show: () => <Reset token="" /> },
  'reset-failed': {
    title: 'Set a new password: our fault',
    show: () => <Reset fetch={bad(500, 'failed')} then={chosen(alert)} />,
  },
  'invitation-loading': { title: 'Invitation: looking', show: () => <Looked fetch={never} /> },
  'invitation-away': { title: 'Invitation: no answer', show: () => <Looked fetch={lost} /> },
  'invitation-over': { title: 'Invitation: over', show: () => <Looked fetch={bad(410, 'link_expired')} /> },
  'invitation-no-link': { title: 'Invitation: no link', show: () => <Looked fetch={never} token="" /> },
  'invitation-account': { title: 'Invitation: a new account', show: () => <Invited asks="account" /> },
  'invitation-missing': {
    title: 'Invitation: nothing typed',
    show: () => <Invited asks="account" name={MARKUP} then={send('[aria-invalid]', {})} />,
  },
  'invitation-accepted': {
    title: 'Invitation: accepted',
    show: () => <Invited asks="account" accept={good({})} name={LONG_NAME} then={join('a[href="/sign-in"]')} />,
  },
  'invitation-sign-in': { title: 'Invitation: sign in first', show: () => <Invited asks="sign-in" name={LONG_NAME} /> },
  'invitation-provider': {
    title: 'Invitation: by the identity provider alone',
    show: () => <Invited asks="account" provider="Cedar Ridge Sign-on" />,
  },
  'invitation-provider-busy': {
    title: 'Invitation: by the identity provider alone, under way',
    show: () => <Invited asks="account" provider={LONG_NAME} then={send('[aria-busy]', { name: 'Robin Ode' })} />,
  },
  'invitation-provider-sign-in': {
    title: 'Invitation: sign in by the identity provider first',
    show: () => <Invited asks="sign-in" provider={LONG_NAME} />,
  },
  'invitation-join': { title: 'Invitation: join', show: () => <Invited asks="join" /> },
  'invitation-wrong-account': {
    title: 'Invitation: for another account',
    show: () => (
      <Invited
        asks="join"
        accept={bad(403, 'wrong_account')}
        then={async ({ press, find }) => {
          await press('main button')
          await find('[role=alert]')
        }}
      />
    ),
  },
})
