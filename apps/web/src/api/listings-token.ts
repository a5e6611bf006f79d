import type { AccessToken } from './access-token.ts'
import { CallError } from './call-error.ts'
import { bodyOf, type Fetch } from './fetch-helper.ts'

const PATH = '/api/listings/token'
/** A token is replaced this long before it expires, so that no call leaves with a token that expires on the way. */
const RENEW_BEFORE_MS = 30_000

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
  let held: { token: string; goodUntil: number } | null = null
  let refresh: string | null = null
  let pending: Promise<string> | null = null

  async function exchange(): Promise<Response> {
    refresh ??= await refreshToken()
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh })
    return fetch(PATH, { method: 'POST', body, headers: { accept: 'application/json' }, cache: 'no-store' })
  }

  async function load(): Promise<string> {
    let answer = await exchange()
    if (answer.status === 400) {
      // The refresh token has ended; the connection gives another one while the session lasts.
      refresh = null
      answer = await exchange()
    }
    const body = await bodyOf(answer)
    const { access_token: token, expires_in: lifeS } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown }
    if (typeof token !== 'string') throw new CallError(undefined, answer.ok ? 500 : answer.status, body)
    const lifeMs = typeof lifeS === 'number' ? lifeS * 1000 : 0
    held = { token, goodUntil: elapsed() + lifeMs - RENEW_BEFORE_MS }
    return token
  }

  function share(): Promise<string> {
    pending ??= load().finally(() => {
      pending = null
    })
    return pending
  }

  return {
    async get() {
      return held && elapsed() < held.goodUntil ? held.token : share()
    },
    async renew(refused) {
      if (held?.token === refused) held = null
      return this.get()
    },
  }
}
