/** GraphQL as the signed-in user asks it: with the headers of every call, and with the session checked when it has ended. */
import type { Reason } from '@foyer/contracts/problem.ts'
import { type ApiDependencies, headersFor, tokenFor } from './client.ts'
import { type AskGraphql, type GraphqlError, MAIN_GRAPHQL, mainGraphql } from './graphql.ts'
import { callFailure } from './graphql-failure.rules.ts'
import { reachOf } from './reach.rules.ts'

/** [OPEN-045] The session has ended, the user was disabled, or another user has signed in in this browser. */
const ENDED: ReadonlySet<string | undefined> = new Set<Reason | undefined>(['no_session', 'disabled', 'user_mismatch'])
const CALL = { method: 'POST', path: MAIN_GRAPHQL, form: false } as const

export function userGraphql(parts: Omit<ApiDependencies, 'cookies'>): AskGraphql {
  const token = { get: () => tokenFor(parts), renew: (refused: string) => tokenFor(parts, refused) }
  return async <Data>(request: Parameters<AskGraphql>[0]) => {
    // The bearer token is that of each try.
    const { authorization: _, ...own } = headersFor(parts, CALL, { body: request.variables }, '')
    try {
      const headers = { ...own, ...request.headers }
      const data = await mainGraphql<Data>({ fetch: parts.fetch, token }, { ...request, headers })
      parts.onReach?.('answers')
      return data
    } catch (failure) {
      parts.onReach?.(reachOf(callFailure('', failure)))
      if (Array.isArray(failure) && (failure as GraphqlError[]).some(({ extensions }) => ENDED.has(extensions?.reason)))
        parts.onUnauthenticated()
      throw failure
    }
  }
}
