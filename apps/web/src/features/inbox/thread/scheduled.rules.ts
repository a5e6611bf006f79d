/** The scheduled texts that a thread shows, and what it asks about those that are held. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { isolated } from '../../../lib/isolated.rules.ts'
import { hasName } from '../../../lib/patient-names.rules.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'

/** A text that did not go out is shown for this long. */
const UNSENT_SHOWN_MS = 24 * 3_600_000

/**
 * The waiting and held texts, and before them those that failed within a day or were cancelled because the patient opted
 * out. Sent texts are messages of the thread; those that a staff member cancelled are in the history only.
 */
export function shownScheduled(texts: readonly Scheduled[], now: Date): Scheduled[] {
  const isFresh = ({ endedAt }: Scheduled) => endedAt !== null && now.getTime() - Date.parse(endedAt) < UNSENT_SHOWN_MS
  const unsent = texts.filter((text) => (text.status === 'failed' || isCancelledByOptOut(text)) && isFresh(text))
  return [...unsent, ...texts.filter(({ status }) => status === 'waiting' || status === 'held')]
}

/** A staff member who cancels a text decides about it. */
export function isCancelledByOptOut({ status, decided }: Scheduled): boolean {
  return status === 'cancelled' && decided === null
}

type To = Pick<Conversation, 'name' | 'phoneNumber'>

interface Planned {
  readonly sendAt: string
  readonly now: Date
  readonly timezone: string
}

/** "The text for tomorrow at 8:00 AM was cancelled: Aisha opted out" */
export function cancelledWords(to: To, { sendAt, now, timezone }: Planned): string {
  return `The text for ${laterLabel(new Date(sendAt), now, timezone)} was cancelled: ${nameOf(to)} opted out`
}

interface HeldCommand {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly words: string
  readonly does: 'keep' | 'edit' | 'cancel'
}

/** The decisions about a held text, as the command bar lists them. */
export function heldCommands({ _id, message }: Pick<Scheduled, '_id' | 'message'>, isPast: boolean): HeldCommand[] {
  const about = { detail: message, words: 'scheduled later decide' }
  return [
    { id: `held keep ${_id}`, title: isPast ? 'Held text: send now' : 'Held text: keep', ...about, does: 'keep' },
    { id: `held edit ${_id}`, title: 'Held text: edit', ...about, does: 'edit' },
    { id: `held cancel ${_id}`, title: 'Held text: cancel', ...about, does: 'cancel' },
  ]
}

interface HeldQuestion {
  readonly words: string
  /** The time of the text has passed, so keeping it sends it at once. */
  readonly isPast: boolean
}

/** "Aisha wrote. Still send tomorrow at 8:00 AM?" */
export function heldQuestion(to: To, { sendAt, now, timezone }: Planned): HeldQuestion {
  const at = new Date(sendAt)
  const when = laterLabel(at, now, timezone)
  const who = nameOf(to)
  if (at > now) return { words: `${who} wrote. Still send ${when}?`, isPast: false }
  return { words: `${who} wrote, so this did not go out ${when}. Send it now?`, isPast: true }
}

function nameOf({ name, phoneNumber }: To): string {
  if (hasName(name)) return isolated(givenName(name))
  return phoneNumber === '' ? 'The visitor' : displayPhone(phoneNumber)
}
