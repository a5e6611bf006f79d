/** When a mail is tried again, and when it is given up. */

import { Refusal } from '../../http/refusal.ts'
import type { Backoff } from '../../workers/backoff.rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const GIVE_UP_AFTER_MS = 24 * HOUR_MS
/** The service lists accepted mails after some minutes; before that a missing entry means nothing. */
const LISTED_AFTER_MS = 15 * MINUTE_MS
/** Some accounts may not read the service's list, so their mails end as unconfirmed. */
const UNCONFIRMED_AFTER_MS = HOUR_MS

export const GAVE_UP = 'The e-mail service could not be reached for a day. Not sent.'
export const NO_SERVICE = 'No e-mail service is set up. Not sent.'
export const UNCONFIRMED = 'The e-mail service did not say whether it took it. It is not sent again.'

/** A mail that waited this long may no longer be true. */
export function isTooLate(queuedAt: Date, now: Date): boolean {
  return now.getTime() - queuedAt.getTime() > GIVE_UP_AFTER_MS
}

/** The reason of a failure without the service's own text, which may repeat the mail's content and address. */
export function refusalWords(status: number): string {
  return status === 413
    ? 'The e-mail service found it too large.'
    : `The e-mail service refused it (${status}). The address may be wrong.`
}

/** 2 s, 4 s, 8 s, … up to 15 minutes; a mail that may have arrived is looked up after at least 10 s. */
export const MAIL_RETRIES: Backoff = { firstMs: 2000, mostMs: 15 * MINUTE_MS, unknownMs: 10_000 }

/** Decides what to do after a handed-over mail was looked up. */
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
