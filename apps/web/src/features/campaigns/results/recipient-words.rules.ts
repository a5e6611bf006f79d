/** The words of a recipient's row. */
import type { Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { hasLeft, type RecipientEvent, sendLabel } from '@foyer/contracts/campaign/sends.rules.ts'
import { skipLabel, skipSentence } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'

const EVENTS: Readonly<Record<RecipientEvent, string>> = {
  sent: 'Got it sent',
  opened: 'Opened',
  clicked: 'Clicked a link',
  replied: 'Replied',
  optedOut: 'Opted out',
  booked: 'Booked a visit',
}
export const eventLabel = (event: RecipientEvent): string => EVENTS[event]

export const addressWords = (address: string | null): string =>
  address === null ? '' : address.includes('@') ? address : displayPhone(address)

/** "Delivered 10:31 AM", "Waiting until 9:30 AM there": a time that waits is on the patient's clock. */
export function stateWords(
  { state, at: changedAt, dueAt, timezone }: Recipient,
  now: Date,
  clinicZone: string,
): string {
  const at = (moment: string, zone: string) => inSentence(momentLabel(moment, now, zone))
  if (state === 'waiting' && dueAt !== null) {
    const there = timezone === clinicZone ? '' : ' on their clock'
    return `Waiting, due ${at(dueAt, timezone)}${there}`
  }
  return `${sendLabel(state)} ${at(changedAt, clinicZone)}`
}

/** "Replied yesterday, 1:08 PM" */
export function eventWords({ event, at }: Recipient['events'][number], now: Date, clinicZone: string): string {
  return `${eventLabel(event)} ${inSentence(momentLabel(at, now, clinicZone))}`
}

/** One line for a phone: the newest event, or the state with the reason for it. */
export function shortWords(recipient: Recipient, now: Date, clinicZone: string): string {
  const { state, reason, failureReason, events } = recipient
  const newest = events.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
  if (newest !== undefined) return eventWords(newest, now, clinicZone)
  const why = reason === null ? failureReason : skipLabel(reason)
  return why === null ? stateWords(recipient, now, clinicZone) : `${sendLabel(state)}: ${why}`
}

/** Why it was left out or failed; null where nothing is to be said. */
export function whyWords({ reason, detail, failureReason }: Recipient): string | null {
  return reason === null ? failureReason : skipSentence(reason, detail)
}

/** An answer by phone is noted once, for a patient whose text has left. */
export function mayHaveAnswered({ state, events }: Pick<Recipient, 'state' | 'events'>): boolean {
  return hasLeft(state) && !events.some(({ event }) => event === 'replied')
}
