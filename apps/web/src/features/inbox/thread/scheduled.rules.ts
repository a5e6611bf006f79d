/** The scheduled texts that a thread shows, and what it asks about those that are held. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { isolated } from '../../../lib/isolated.rules.ts'
import { hasName } from '../../../lib/patient-names.rules.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'

/** A failed text is shown for this long. */
const FAILED_SHOWN_MS = 24 * 3_600_000

/**
 * The waiting and held texts, and before them those that failed within a day. Sent texts are messages of the thread;
 * cancelled ones are in the history only.
 */
export function shownScheduled(texts: readonly Scheduled[], now: Date): Scheduled[] {
  const isFresh = ({ endedAt }: Scheduled) => endedAt !== null && now.getTime() - Date.parse(endedAt) < FAILED_SHOWN_MS
  const failed = texts.filter((text) => text.status === 'failed' && isFresh(text))
  return [...failed, ...texts.filter(({ status }) => status === 'waiting' || status === 'held')]
}

interface HeldQuestion {
  readonly words: string
  /** The time of the text has passed, so keeping it sends it at once. */
  readonly isPast: boolean
}

/** "Aisha wrote. Still send tomorrow at 8:00 AM?" */
export function heldQuestion(
  { name, phoneNumber }: Pick<Conversation, 'name' | 'phoneNumber'>,
  { sendAt, now, timezone }: { sendAt: string; now: Date; timezone: string },
): HeldQuestion {
  const at = new Date(sendAt)
  const when = laterLabel(at, now, timezone)
  const number = phoneNumber === '' ? 'The visitor' : displayPhone(phoneNumber)
  const who = hasName(name) ? isolated(givenName(name)) : number
  if (at > now) return { words: `${who} wrote. Still send ${when}?`, isPast: false }
  return { words: `${who} wrote, so this did not go out ${when}. Send it now?`, isPast: true }
}
