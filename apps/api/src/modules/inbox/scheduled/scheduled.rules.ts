/** How a scheduled text changes. */

import type { ScheduledStatus } from '@foyer/contracts/inbox/scheduled.ts'
import { notValid } from '../../../http/refusal.ts'

export interface ScheduledText {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly body: string
  readonly sendAt: Date
  readonly status: ScheduledStatus
  readonly reason: string | null
  readonly messageId: string | null
  readonly author: { readonly userId: string; readonly name: string }
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** The limit of waiting texts in one conversation. */
export const WAITING_MAX = 50
/** A text that is later than this would arrive at an hour that nobody chose, such as the middle of the night. */
export const MISSED_AFTER_S = 2 * 60 * 60

export const PATIENT_FIRST = 'The patient wrote first. Not sent.'
export const MISSED = 'Missed: it could not be sent within two hours of its time. Not sent.'

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 24 * 60 * MINUTE_MS

/** The requested instant, if it is within the allowed time. */
export function sendAtOf(asked: string, now: Date): Date {
  const ahead = Date.parse(asked) - now.getTime()
  if (!(ahead >= MINUTE_MS && ahead <= YEAR_MS))
    throw notValid('sendAt', 'Must be between a minute and a year from now')
  return new Date(asked)
}

type Begun = Pick<
  ScheduledText,
  'id' | 'organizationId' | 'conversationId' | 'body' | 'sendAt' | 'author' | 'createdAt'
>

export function schedule(begun: Begun): ScheduledText {
  return { ...begun, status: 'waiting', reason: null, messageId: null, endedAt: null }
}

/**
 * Returns the same object if neither text nor time changes. A staff member who changes only the time keeps the author;
 * one who changes the text becomes the author.
 */
export function reschedule(
  text: ScheduledText,
  change: { body: string; sendAt: Date; author: ScheduledText['author'] },
): ScheduledText {
  const isReworded = text.body !== change.body
  if (isReworded) return { ...text, ...change }
  return text.sendAt.getTime() === change.sendAt.getTime() ? text : { ...text, sendAt: change.sendAt }
}

export function markSent(text: ScheduledText, messageId: string, at: Date): ScheduledText {
  return { ...text, status: 'sent', messageId, endedAt: at }
}

export function cancel(text: ScheduledText, reason: string, at: Date): ScheduledText {
  return { ...text, status: 'cancelled', reason, endedAt: at }
}

export function fail(text: ScheduledText, reason: string, at: Date): ScheduledText {
  return { ...text, status: 'failed', reason, endedAt: at }
}

/** The reason why an ended text cannot be changed. */
export const ENDED: Record<Exclude<ScheduledStatus, 'waiting'>, string> = {
  sent: 'The text was sent already.',
  cancelled: 'The text was cancelled already.',
  failed: 'The text could not be sent; write it anew.',
}

/** Turns a refusal of sending into the reason that is saved with the text. */
export function objection(message: string): string {
  return /not(hing was)? sent\.$/i.test(message) ? message : `${message} Not sent.`
}

/** The time of the conversation's next scheduled text. */
export function earliest(...times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length === 0 ? null : new Date(Math.min(...known))
}
