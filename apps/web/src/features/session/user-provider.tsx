import type { User } from '@foyer/contracts/session/user.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { type ActorRefFrom, fromPromise, waitFor } from 'xstate'
import { whileSessionStays } from '../../lib/session-change.ts'
import type { RequestError } from './request-error.ts'
import { loadProfile } from './session.actors.ts'
import { sessionMachine } from './session.machine.ts'
import { LOGIN_URL, PROFILE_URL } from './session.rules.ts'

/** [ENTITY-02] The session as components see it. */
export interface UserContext {
  user: User | undefined
  error: RequestError | undefined
  isLoading: boolean
  /** Checks the session again, and resolves whether a user is signed in as far as known. */
  checkSession: () => Promise<boolean>
}

const Session = createContext<UserContext | null>(null)

export interface SessionExit {
  loginUrl: string
  /** The address to go to instead of the login path, set by the code that ended the session. */
  exit: string | undefined
  /** The server has ended the session, so nobody is signed in here any more. */
  endSession: (exit: string | undefined) => void
  /** The session is about to end: the first code that notices the end goes to this address. Undefined: it continues. */
  expectEnd: (exit: string | undefined) => void
}

const nothing = () => undefined
const Exit = createContext<SessionExit>({
  loginUrl: LOGIN_URL,
  exit: undefined,
  endSession: nothing,
  expectEnd: nothing,
})

interface UserProviderProps {
  children: ReactNode
  /** A user who is known already; then no call is made. [STATE-02] */
  user?: User
  /** [AUTH-03] [OPEN-004] Both override the build's configuration. */
  loginUrl?: string
  profileUrl?: string
  fetch?: (address: string, init?: RequestInit) => Promise<Response>
}

export function UserProvider({ children, user: known, loginUrl, profileUrl, fetch = browserFetch }: UserProviderProps) {
  const profile = profileUrl ?? import.meta.env.VITE_AUTH_PROFILE ?? PROFILE_URL
  const session = useActorRef(
    sessionMachine.provide({
      actors: { loadProfile: fromPromise(({ signal }) => loadProfile(fetch, profile, signal)) },
    }),
    { input: { user: known, random: Math.random } },
  )
  const user = useSelector(session, ({ context }) => context.user)
  const error = useSelector(session, ({ context }) => context.error)
  const exit = useSelector(session, ({ context }) => context.exit)
  const isLoading = useSelector(session, (state) => state.matches('loading'))
  const checkSession = useCallback(() => check(session), [session])
  const value = useMemo<UserContext>(
    () => ({ user, error, isLoading, checkSession }),
    [user, error, isLoading, checkSession],
  )
  const login = loginUrl ?? import.meta.env.VITE_AUTH_LOGIN ?? LOGIN_URL
  const ends = useMemo(() => {
    const tell = (type: 'session.end' | 'session.ending') => (exit?: string) => session.send({ type, exit })
    return { endSession: tell('session.end'), expectEnd: tell('session.ending') }
  }, [session])
  const way = useMemo<SessionExit>(() => ({ loginUrl: login, exit, ...ends }), [login, exit, ends])
  return (
    <Exit value={way}>
      <Session value={value}>{children}</Session>
    </Exit>
  )
}

function check(session: ActorRefFrom<typeof sessionMachine>): Promise<boolean> {
  return whileSessionStays(async () => {
    if (session.getSnapshot().status !== 'active') return false
    session.send({ type: 'session.check' })
    try {
      const { context } = await waitFor(session, (state) => !state.hasTag('asking'))
      return context.user !== undefined
    } catch {
      // The app unmounted during the check.
      return false
    }
  })
}

const browserFetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request)

/** [ERR-05] The session; throws outside of its provider. */
export function useUser(): UserContext {
  const session = use(Session)
  if (!session) throw new Error('You forgot to wrap your app in <UserProvider>')
  return session
}

/** [AUTH-01] How a page without a user leaves. */
export function useSessionExit(): SessionExit {
  return use(Exit)
}
