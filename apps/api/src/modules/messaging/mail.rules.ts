/** The way of a mail to the e-mail service: when it is tried again, and when no more. */

import { Refusal } from '../../http/refusal.ts'
import type { Backoff } from '../../work/backoff.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const GIVE_UP_AFTER_MS = 24 * HOUR_MS
/** The service lists what it took some minutes later: before that, not to be listed says nothing. */
const LISTED_AFTER_MS = 15 * MINUTE_MS
/** Not every account may look into that list. */
const UNCONFIRMED_AFTER_MS = HOUR_MS

export const GAVE_UP = 'The e-mail service could not be reached for a day. Not sent.'
export const NO_SERVICE = 'No e-mail service is set up. Not sent.'
export const UNCONFIRMED = 'The e-mail service did not say whether it took it. It is not sent again.'

/** What waited this long would say something that no longer holds. */
export function isTooLate(queuedAt: Date, now: Date): boolean {
  return now.getTime() - queuedAt.getTime() > GIVE_UP_AFTER_MS
}

/** Why it failed, without a word of the service's own: that may repeat what was written, and to whom. */
export function refusalWords(status: number): string {
  return status === 413
    ? 'The e-mail service found it too large.'
    : `The e-mail service refused it (${status}). The address may be wrong.`
}

/** 2 s, 4 s, 8 s, … up to 15 minutes; a mail that may have arrived is looked for at leisure. */
export const MAIL_RETRIES: Backoff = { firstMs: 2000, mostMs: 15 * MINUTE_MS, unknownMs: 10_000 }

/** What to do about a mail that was handed over and was looked for. */
export function afterLooking(
  found: 'found' | 'absent' | 'unknown',
  handedAt: Date,
  now: Date,
): 'sent' | 'send again' | 'look again' | 'unconfirmed' {
  const agoMs = now.getTime() - handedAt.getTime()
  if (found === 'found') return 'sent'
  if (found === 'absent') return agoMs >= LISTED_AFTER_MS ? 'send again' : 'look again'
  return agoMs >= UNCONFIRMED_AFTER_MS ? 'unconfirmed' : 'look again'
}

export const tooManyMails = () =>
  new Refusal('rate_limited', 'The organization has sent all the e-mails that a day may have.')
export const noService = () => new Refusal('no_channel', 'No e-mail service is set up.')
