/**
 * Decides whether and when a failed read is repeated automatically, so that an unattended screen recovers. [CONST-12]
 * This is not a retry of the call: the failure is shown at once, and nothing is sent for at least ten seconds.
 */
import { CallError } from './call-error.ts'

const FIRST_MS = 15_000
const LONGEST_MS = 60_000
/** The longest delay, because timers overflow beyond about 24 days. */
const DAY_S = 86_400

/** True for failures that may be temporary: no answer, rate limit, server error. A refusal is final. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 429 || error.status >= 500
}

/**
 * Doubles the delay after each try and adds up to half of it at random, so that tabs refused by one server don't all
 * return at once. Never earlier than the answer's Retry-After. Null if another try changes nothing.
 */
export function retryDelay(error: unknown, tries: number, random: number): number | null {
  if (!mayPass(error)) return null
  const least = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries)
  const toldS = (error instanceof CallError && error.retryAfterS) || 0
  return Math.max(least, Math.min(toldS, DAY_S) * 1_000) + (random * least) / 2
}

/** The state of a failed read. */
export interface Failures {
  /** Consecutive failures. */
  readonly failures: number
  /** The delay until the automatic retry; null if only the user can retry. */
  readonly retryMs: number | null
}

export const noFailure: Failures = { failures: 0, retryMs: null }

export function afterFailure(
  { failures, random }: { failures: number; random: () => number },
  error: unknown,
): Failures {
  return { failures: failures + 1, retryMs: retryDelay(error, failures, random()) }
}
