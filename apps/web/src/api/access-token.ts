import type { Problem } from '@foyer/contracts/problem.ts'
import { CallError } from './call-error.ts'
import { type Fetch, fetchHelper } from './fetch-helper.ts'
import { type AccessToken, holdToken } from './held-token.ts'

const PATH = '/api/get-access-token'
/** The assumed lifetime of a token that does not state one. */
const UNKNOWN_LIFE_MS = 60_000

export interface AccessTokenDependencies {
  fetch: Fetch
  /**
   * Milliseconds from a monotonic clock; a token's lifetime is measured with it, never compared with the wall clock.
   */
  elapsed: () => number
}

export function createAccessToken({ fetch, elapsed }: AccessTokenDependencies): AccessToken {
  return holdToken(elapsed, async () => {
    const body = await fetchHelper(fetch, PATH, { headers: { accept: 'application/json' }, cache: 'no-store' })
    const token = tokenIn(body)
    return { token, lifeMs: lifeOf(token) }
  })
}

/** fetchHelper passes 401 and 500 through, so a body without a token is one of the two. */
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
