import { CallError } from './call-error.ts'
import { bodyOf, type Fetch } from './fetch-helper.ts'
import type { AccessToken } from './held-token.ts'
import { holdToken } from './held-token.ts'

const PATH = '/api/listings/token'

export interface ListingsTokenDependencies {
  fetch: Fetch
  /** Milliseconds from a monotonic clock. */
  elapsed: () => number
  /** Reads the refresh token of one organization, which is bound to this session. */
  refreshToken: () => Promise<string>
}

/**
 * [CALL-LISTINGS-09] [OPEN-056] Provides the bearer token of the calls to one organization's listings: our own token, never one
 * of Google's.
 */
export function createListingsToken({ fetch, elapsed, refreshToken }: ListingsTokenDependencies): AccessToken {
  let refresh: string | null = null

  async function exchange(): Promise<Response> {
    refresh ??= await refreshToken()
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh })
    return fetch(PATH, { method: 'POST', body, headers: { accept: 'application/json' }, cache: 'no-store' })
  }

  return holdToken(elapsed, async () => {
    let answer = await exchange()
    if (answer.status === 400) {
      // The refresh token has ended; the connection gives another one while the session lasts.
      refresh = null
      answer = await exchange()
    }
    const body = await bodyOf(answer)
    const { access_token: token, expires_in: lifeS } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown }
    if (typeof token !== 'string') throw new CallError(undefined, answer.ok ? 500 : answer.status, body)
    return { token, lifeMs: typeof lifeS === 'number' ? lifeS * 1000 : 0 }
  })
}
