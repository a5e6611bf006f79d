/** Delivery status: reports arrive late, repeated and in any order, and must never move a text back. */
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import type { Backoff } from '../../workers/backoff.rules.ts'
import type { TextKind } from '../outbound/outbound.ts'

const RANK: Record<Delivery, number> = {
  received: 9,
  queued: 0,
  sending: 1,
  sent: 2,
  undelivered: 3,
  failed: 3,
  // The highest rank: a text that is on the phone is delivered, whatever was reported before.
  delivered: 4,
}

/** Whether a report advances the known status. */
export function advances(known: Delivery, reported: Delivery): boolean {
  return known !== 'received' && RANK[reported] > RANK[known]
}

/** The status in the books of the modules that follow what they sent, see `sent-steps.ts`. */
export function ledgerStatusOf(status: Delivery): 'queued' | 'sent' | 'delivered' | 'notDelivered' {
  if (isFailure(status)) return 'notDelivered'
  return status === 'sent' || status === 'delivered' ? status : 'queued'
}

/** True if the patient did not receive the text. */
export function isFailure(status: Delivery): boolean {
  return status === 'failed' || status === 'undelivered'
}

/**
 * Maps the carrier's status to ours. A status in which the carrier has the text counts as `sent`; null for an unknown
 * one.
 */
export function deliveryOf(carrierStatus: string): Delivery | null {
  return CARRIER.get(carrierStatus) ?? null
}

const CARRIER: ReadonlyMap<string, Delivery> = new Map([
  ['accepted', 'sent'],
  ['scheduled', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])

export const NOT_WELCOME = {
  blocked: 'The number is blocked. Not sent.',
  opted_out: 'The patient opted out. Not sent.',
}
/**
 * Only the opt-out confirmation and the answer to HELP go to a number that opted out. Nothing goes to a blocked one.
 */
export function passesOptOut(kind: TextKind): boolean {
  return kind === 'opt_out_confirmation' || kind === 'help'
}
/** For a conversation whose request in plain words waits for a staff member. */
export const ASKED_TO_STOP = 'The patient asked for no more texts. Not sent.'
/** For a text of a campaign whose organization has longer quiet hours by now; before it is queued it is skipped as `too_late`. */
export const ALWAYS_QUIET = 'Quiet hours and the night leave no time for this text. Not sent.'
/** For an opt-out confirmation that the carrier refuses. It is no failure, and nobody has to act. */
export const CARRIER_SAID_IT = 'The carrier confirmed it to the patient itself.'
export const GAVE_UP = 'The carrier could not be reached for a day. Not sent.'
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000

/** A text that waited this long may no longer be true. */
export function isTooLate(queuedAt: Date, now: Date): boolean {
  return now.getTime() - queuedAt.getTime() > GIVE_UP_AFTER_MS
}

/**
 * 1 s, 2 s, 4 s, … up to a minute; after an unknown outcome at least 5 s, until the carrier lists a text that it
 * accepted.
 */
export const TEXT_RETRIES: Backoff = { firstMs: 1000, mostMs: 60_000, unknownMs: 5000 }
