import type { User } from '@foyer/contracts/session/user.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { type ActorRefFrom, fromPromise, waitFor } from 'xstate'
import { sessionSettled } from '../../lib/session-change.ts'
import type { RequestError } from './request-error.ts'
import { loadProfile } from './session.actors.ts'
import { sessionMachine } from './session.machine.ts'
import { LOGIN_URL, PROFILE_URL } from './session.rules.ts'

/** [ENTITY-02] */
export interface UserContext {
  user: User | undefined
  error: RequestError | undefined
  isLoading: boolean
  /** Asks again who is signed in; whether, as far as we know, somebody is. */
  checkSession: () => Promise<boolean>
}

const Session = createContext<UserContext | null>(null)

export interface WayOut {
  loginUrl: string
  /** Where whoever ended the session leads instead. */
  exit: string | undefined
  /** It is over, by the server's word: nobody is signed in here from now on. */
  endSession: (exit: string | undefined) => void
  /** It is about to be over: whoever finds that out first leads there. Undefined: not any more. */
  expectEnd: (exit: string | undefined) => void
}

const nothing = () => undefined
const Way = createContext<WayOut>({ loginUrl: LOGIN_URL, exit: undefined, endSession: nothing, expectEnd: nothing })

interface UserProviderProps {
  children: ReactNode
  /** A user that is known already; then nobody is asked. [STATE-02] */
  user?: User
  /** [AUTH-03] [OPEN-004] Both win over what the build was configured with. */
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
    { input: { user: known } },
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
  const way = useMemo<WayOut>(() => ({ loginUrl: login, exit, ...ends }), [login, exit, ends])
  return (
    <Way value={way}>
      <Session value={value}>{children}</Session>
    </Way>
  )
}

async function check(session: ActorRefFrom<typeof sessionMachine>): Promise<boolean> {
  await sessionSettled()
  if (session.getSnapshot().status !== 'active') return false
  session.send({ type: 'session.check' })
  try {
    const { context } = await waitFor(session, (state) => !state.hasTag('asking'))
    return context.user !== undefined
  } catch {
    // The app was left meanwhile.
    return false
  }
}

const browserFetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request)

/** [ERR-05] */
export function useUser(): UserContext {
  const session = use(Session)
  if (!session) throw new Error('You forgot to wrap your app in <UserProvider>')
  return session
}

/** [AUTH-01] Where a page without a user leaves for. */
export function useWayOut(): WayOut {
  return use(Way)
}
