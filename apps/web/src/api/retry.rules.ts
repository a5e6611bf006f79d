/**
 * Whether and when what could not be read is asked for again without anybody's doing: a screen that nobody sits at comes back by
 * itself. [CONST-12] That is no retry of the call: its failure is told at once, and for ten seconds nothing is asked.
 */
import { CallError } from './call-error.ts'

const FIRST_MS = 15_000
const LONGEST_MS = 60_000
/** Timers are not made for weeks. */
const DAY_S = 86_400

/** No answer, too many questions, a server that is not well: the same question may be answered soon. A refusal stays one. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 429 || error.status >= 500
}

/**
 * Twice as long after each try, and up to half of that more by chance, so that those whom one server turned away don't come back
 * at once; not before the answer said. Null where asking again changes nothing.
 */
export function retryDelay(error: unknown, tries: number, random: number): number | null {
  if (!mayPass(error)) return null
  const least = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries)
  const toldS = (error instanceof CallError && error.retryAfterS) || 0
  return Math.max(least, Math.min(toldS, DAY_S) * 1_000) + (random * least) / 2
}

/** What a screen remembers of what it could not read. */
export interface Failures {
  /** How often on end it could not be read; it is not there since. */
  readonly failures: number
  /** When it is asked for again by itself; null where only the reader can tell. */
  readonly retryMs: number | null
}

export const noFailure: Failures = { failures: 0, retryMs: null }

export function afterFailure(
  { failures, random }: { failures: number; random: () => number },
  error: unknown,
): Failures {
  return { failures: failures + 1, retryMs: retryDelay(error, failures, random()) }
}
