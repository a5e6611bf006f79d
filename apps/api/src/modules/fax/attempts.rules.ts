/** The effects of an attempt, and of the service's report about it, on a fax. */

import { backoffMs } from '@foyer/contracts/backoff.rules.ts'
import { type Cause, causeOf, isPartial, secondsUntilNext } from '@foyer/contracts/fax/causes.rules.ts'
import type { Fax, FaxAttempt } from '@foyer/contracts/fax/fax.ts'

const HOUR_MS = 3_600_000
/** A fax that the service did not speak of for so long is not waited for any more. */
const UNCONFIRMED_AFTER_MS = 24 * HOUR_MS
/** The service notes a fax once it has read it; so long after the call its list has all that it took. */
const NOTED_WITHIN_MS = HOUR_MS / 4
/** A fax that the service never took for so long may no longer be wanted. */
const GIVE_UP_AFTER_MS = 24 * HOUR_MS
const POLL_MOST_MS = 15 * 60_000

/** The fields of a fax that its attempts change. */
export type Course = Pick<
  Fax,
  'status' | 'cause' | 'pages' | 'pagesSent' | 'attempts' | 'nextAttemptAt' | 'completedAt'
>

/** The service's report of an attempt that has ended. */
export interface Report {
  readonly status: 'COMPLETED' | 'FAILURE'
  readonly errorType: string | null
  readonly errorCode: number | null
  readonly numberOfPages: number | null
  readonly pagesSentSuccessfully: number | null
}

/** Begins the next attempt. This is stored before the service is called. */
export function begun(fax: Pick<Fax, 'attempts'>, now: Date): Partial<Course> & { attempts: FaxAttempt[] } {
  const attempt: FaxAttempt = {
    ...{ n: fax.attempts.length + 1, at: now.toISOString(), endedAt: null },
    ...{ status: 'calling', cause: null, pagesSent: null },
  }
  return { status: 'sending', cause: null, nextAttemptAt: null, attempts: [...fax.attempts, attempt] }
}

/** The service surely did not take it: there was no attempt. */
export function notBegun(fax: Pick<Fax, 'attempts'>): Partial<Course> {
  return { status: 'queued', attempts: fax.attempts.slice(0, -1) }
}

export function ended(fax: Course, report: Report, now: Date, retrySeconds: readonly number[]): Partial<Course> {
  const at = now.toISOString()
  const pages = report.numberOfPages || fax.pages
  const sent = report.pagesSentSuccessfully
  if (report.status === 'COMPLETED') {
    const attempts = withEnd(fax, { endedAt: at, status: 'delivered', cause: null, pagesSent: sent ?? pages })
    return { status: 'delivered', cause: null, pages, pagesSent: sent ?? pages, attempts, completedAt: at }
  }
  if (isPartial(report, sent)) {
    const attempts = withEnd(fax, { endedAt: at, status: 'partial', cause: 'line_dropped', pagesSent: sent })
    return { status: 'partial', cause: 'line_dropped', pages, pagesSent: sent, attempts, completedAt: at }
  }
  return failed({ ...fax, pages }, causeOf(report), now, retrySeconds)
}

/** The attempt failed: another follows, or the fax has failed. Of an unconfirmed fax no attempt follows by itself. */
export function failed(fax: Course, cause: Cause, now: Date, retrySeconds: readonly number[]): Partial<Course> {
  const at = now.toISOString()
  const attempts = withEnd(fax, { endedAt: at, status: 'failed', cause, pagesSent: null })
  const causes = attempts.map((attempt) => attempt.cause)
  const seconds = fax.status === 'unconfirmed' ? null : secondsUntilNext(causes, retrySeconds)
  if (seconds === null) return { status: 'failed', cause, pages: fax.pages, attempts, completedAt: at }
  const nextAttemptAt = new Date(now.getTime() + seconds * 1000).toISOString()
  return { status: 'retrying', cause, pages: fax.pages, attempts, nextAttemptAt }
}

/** The service did not say what became of it. It is never sent again by itself. */
export function unconfirmed(fax: Course, now: Date): Partial<Course> {
  const at = now.toISOString()
  const attempts = withEnd(fax, { endedAt: null, status: 'unconfirmed', cause: null, pagesSent: null })
  return { status: 'unconfirmed', cause: null, attempts, completedAt: at }
}

interface Looked {
  readonly calledAt: Date
  /** The service was asked so often before. */
  readonly looked: number
  readonly isAbsent: boolean
}

/** The service said nothing for a day, or does not have the fax at the second look. */
export function isUnconfirmed({ calledAt, looked, isAbsent }: Looked, now: Date): boolean {
  const sinceMs = now.getTime() - calledAt.getTime()
  return sinceMs >= (isAbsent && looked > 0 ? NOTED_WITHIN_MS : UNCONFIRMED_AFTER_MS)
}

/** The service did not take the fax since it was due: since it was written, or its next try was to be made. */
export function isTooLate(fax: Pick<Fax, 'createdAt' | 'attempts' | 'nextAttemptAt'>, now: Date): boolean {
  const since = fax.nextAttemptAt ?? fax.attempts.at(-1)?.endedAt ?? fax.createdAt
  return now.getTime() - Date.parse(since) >= GIVE_UP_AFTER_MS
}

/** No further try is made. The cause is that of the last one, if there was one. */
export function givenUp(fax: Pick<Fax, 'attempts'>, now: Date, cause: Cause | null = null): Partial<Course> {
  const known = cause ?? fax.attempts.at(-1)?.cause ?? null
  return { status: 'failed', cause: known, nextAttemptAt: null, completedAt: now.toISOString() }
}

/** The time until the service is asked again: the set time, then twice as long each time. */
export function pollMs(pollSeconds: number, looked: number): number {
  const firstMs = pollSeconds * 1000
  return backoffMs({ firstMs, mostMs: Math.max(firstMs, POLL_MOST_MS) }, looked + 1)
}

/** The UTC days on which the service may have noted the handover: it notes the time at which it has read the fax. */
export function daysOfHandover(calledAt: Date): string[] {
  const days = [0, NOTED_WITHIN_MS].map((later) => new Date(calledAt.getTime() + later).toISOString().slice(0, 10))
  return [...new Set(days)]
}

function withEnd({ attempts }: Pick<Fax, 'attempts'>, end: Omit<FaxAttempt, 'n' | 'at'>): FaxAttempt[] {
  return attempts.map((attempt, index) => (index === attempts.length - 1 ? { ...attempt, ...end } : attempt))
}
