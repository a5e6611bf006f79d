/** The limits of imports, and the instants to which they reach back. */
import { IMPORT_KEPT_DAYS, OPEN_IMPORTS_MAX, ROWS_A_DAY_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { Refusal } from '../../http/refusal.ts'

const DAY_MS = 86_400_000

export function dayBefore(at: Date): Date {
  return new Date(at.getTime() - DAY_MS)
}

/** Rows and files of imports that ended before are deleted. */
export function keptSince(at: Date): Date {
  return new Date(at.getTime() - IMPORT_KEPT_DAYS * DAY_MS)
}

export function tooManyToday(): Refusal {
  const most = ROWS_A_DAY_MAX.toLocaleString('en-US')
  const sentence = `An organization may upload ${most} rows a day. Try again tomorrow.`
  return new Refusal('rate_limited', sentence, { retryAfterS: 3600 })
}

export function tooManyOpen(): Refusal {
  const sentence = `An organization may have ${OPEN_IMPORTS_MAX} uploads open. Import or discard one of them first.`
  return new Refusal('conflict', sentence)
}
