import type { User } from '@foyer/contracts/session/user.ts'
import { bodyOf, type Fetch } from '../../api/fetch-helper.ts'
import { RequestError } from './request-error.ts'
import type { SignInOutcome } from './session.rules.ts'
import { signInOutcome } from './session.rules.ts'

const LOGIN = '/api/auth/login'
const LOGOUT = '/api/auth/logout'

/** [ERR-01..03] The signed-in user, or null; anything but 200 and 401 is a RequestError. */
export async function loadProfile(fetch: Fetch, profileUrl: string, signal?: AbortSignal): Promise<User | null> {
  let response: Response
  try {
    response = await fetch(profileUrl, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    })
  } catch {
    throw new RequestError(0)
  }
  if (response.status === 401) return null
  if (!response.ok) throw new RequestError(response.status)
  return (await response.json()) as User
}

export interface Credentials {
  email: string
  password: string
  returnTo: string
}

/**
 * [OPEN-007] The session cookie comes with a redirect, which must not be followed: the browser is led on by ourselves, to
 * an address that we checked.
 */
export async function signIn(fetch: Fetch, { email, password, returnTo }: Credentials): Promise<SignInOutcome> {
  try {
    const response = await fetch(LOGIN, {
      method: 'POST',
      body: new URLSearchParams({ email, password, returnTo }),
      redirect: 'manual',
    })
    return signInOutcome(response, await reasonOf(response))
  } catch {
    return 'unreachable'
  }
}

/** Why a sign-in was refused, or undefined where the answer doesn't say. */
async function reasonOf(response: Response): Promise<unknown> {
  if (response.status !== 403) return undefined
  const body: unknown = await bodyOf(response)
  return typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined
}

/** [OPEN-008] Whether the server ended the session. */
export async function signOut(fetch: Fetch): Promise<boolean> {
  const response = await fetch(LOGOUT, { method: 'POST', redirect: 'manual' })
  return response.ok || response.type === 'opaqueredirect'
}
