/**
 * Decides whether and when a failed read is repeated automatically, so that an unattended screen recovers. [CONST-12]
 * This is not a retry of the call: the failure is shown at once, and nothing is sent for at least ten seconds.
 */
import { type Backoff, backoffMs } from '@foyer/contracts/backoff.rules.ts'
import type { Reach } from '../lib/reach.rules.ts'
import type { CallError } from './call-error.ts'
import { reachOf } from './reach.rules.ts'

const BACKOFF: Backoff = { firstMs: 15_000, mostMs: 60_000, jitter: 'half' }
/** The longest delay, because timers overflow beyond about 24 days. */
const DAY_S = 86_400

/** The answer that an error tells of, if one came: the errors of calls and of the session's check have these fields. */
function answered(error: unknown): Partial<Pick<CallError, 'status' | 'retryAfterS'>> {
  return error instanceof Error ? (error as Partial<CallError>) : {}
}

/** True for failures that may be temporary: no answer, rate limit, server error. A refusal is final. */
export function mayPass(error: unknown): boolean {
  const { status = 0 } = answered(error)
  return status === 0 || status === 429 || status >= 500
}

/**
 * Doubles the delay after each try and adds up to half of it at random, so that tabs refused by one server don't all
 * return at once. Never earlier than the answer's Retry-After. Null if another try changes nothing.
 */
export function retryDelay(error: unknown, tries: number, random: number): number | null {
  if (!mayPass(error)) return null
  const least = backoffMs(BACKOFF, tries + 1)
  const toldS = answered(error).retryAfterS || 0
  return backoffMs(BACKOFF, tries + 1, random) + Math.max(0, Math.min(toldS, DAY_S) * 1_000 - least)
}

/** The state of a failed read. */
export interface Failures {
  /** Consecutive failures. */
  readonly failures: number
  /** The delay until the automatic retry; null if only the user can retry. */
  readonly retryMs: number | null
  /** The server's answer to the last failed read, or its silence; null without a failure. */
  readonly met: Reach | null
}

export const noFailure: Failures = { failures: 0, retryMs: null, met: null }

export function afterFailure(
  { failures, random }: { failures: number; random: () => number },
  error: unknown,
): Failures {
  return { failures: failures + 1, retryMs: retryDelay(error, failures, random()), met: reachOf(error) }
}
