/** A failure of GraphQL as that of a call, so that both have the same sentences and are tried again alike. */
import type { Reason } from '@foyer/contracts/problem.ts'
import { CallError } from './call-error.ts'
import type { GraphqlError } from './graphql.ts'

/** The reasons that may pass. An answer that is none of the API's has no reason, and may pass too. */
const PASSING: Readonly<Partial<Record<Reason, number>>> = {
  ...{ rate_limited: 429, failed: 500, upstream_failed: 502, unavailable: 503, storage_full: 507 },
}
const REFUSED = 422

/** The first of the errors with this title; a failure that is no list of errors stays what it is. */
export function callFailure(title: string, failure: unknown): unknown {
  if (!Array.isArray(failure)) return failure
  const [first] = failure as readonly GraphqlError[]
  const { reason, retryAfterS, ...more } = first?.extensions ?? {}
  const status = reason === undefined ? 500 : (PASSING[reason as Reason] ?? REFUSED)
  const body = { ...more, message: first?.message, reason }
  return new CallError(title, status, body, retryAfterS === undefined ? null : String(retryAfterS))
}
