import type { Problem } from '@foyer/contracts/problem.ts'
import { CallError } from './call-error.ts'
import { type Fetch, fetchHelper } from './fetch-helper.ts'

const PATH = '/api/get-access-token'
/** A token is replaced this long before it runs out, so that no call leaves with one that dies on the way. */
const RENEW_BEFORE_MS = 30_000
/** Of a token that doesn't say how long it lives. */
const UNKNOWN_LIFE_MS = 60_000

export interface AccessToken {
  /** A token that is good for a call now; callers at the same time share one request. */
  get(): Promise<string>
  /** A token other than the one that was refused. */
  renew(refused: string): Promise<string>
}

export interface AccessTokenParts {
  fetch: Fetch
  /** Milliseconds that only go forward; a token's life is measured, never compared with the wall clock. */
  elapsed: () => number
}

export function createAccessToken({ fetch, elapsed }: AccessTokenParts): AccessToken {
  let held: { token: string; goodUntil: number } | null = null
  let pending: Promise<string> | null = null

  async function load(): Promise<string> {
    const body = await fetchHelper(fetch, PATH, { headers: { accept: 'application/json' }, cache: 'no-store' })
    const token = tokenIn(body)
    held = { token, goodUntil: elapsed() + lifeOf(token) - RENEW_BEFORE_MS }
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

/** The helper lets 401 and 500 pass, so an answer without a token is one of the two. */
function tokenIn(body: unknown): string {
  const answer = (body ?? {}) as { accessToken?: unknown } & Partial<Problem>
  if (typeof answer.accessToken === 'string') return answer.accessToken
  throw new CallError(undefined, answer.reason === 'no_session' ? 401 : 500, body)
}

function lifeOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp }: { iat?: unknown; exp?: unknown } = JSON.parse(atob(payload))
    return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : UNKNOWN_LIFE_MS
  } catch {
    return UNKNOWN_LIFE_MS
  }
}
