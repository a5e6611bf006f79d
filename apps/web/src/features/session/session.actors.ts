import type { User } from '@foyer/contracts/session/user.ts'
import type { Fetch } from '../../api/fetch-helper.ts'
import { RequestError } from './request-error.ts'

const LOGOUT = '/api/auth/logout'

/** [ERR-01..03] Resolves the signed-in user or null. Any status but 200 and 401 rejects with a RequestError. */
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
  if (!response.ok) throw new RequestError(response.status, response.headers.get('retry-after'))
  return (await response.json()) as User
}

/** [OPEN-008] Resolves whether the server ended the session. */
export async function signOut(fetch: Fetch): Promise<boolean> {
  const response = await fetch(LOGOUT, { method: 'POST', redirect: 'manual' })
  return response.ok || response.type === 'opaqueredirect'
}
