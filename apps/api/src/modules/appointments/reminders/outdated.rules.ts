/** Why a text or an e-mail about an appointment is not handed over any more, as its thread shows it. */
import { type AppointmentStatus, isEnded } from '@foyer/contracts/appointments/status.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { SentEntry } from '../reminder-ledger.store.ts'

const MOVED = 'The visit was moved. Not sent.'
const CANCELLED = 'The visit was cancelled. Not sent.'
const ENDED = 'The patient has come, or the visit has ended. Not sent.'
const BEGUN = 'The visit has begun. Not sent.'
const CONFIRMED = 'The patient confirmed meanwhile. Not sent.'
const RESCHEDULING = 'The patient asked for another time meanwhile. Not sent.'
const NOT_MISSED = 'The visit is not marked as missed any more. Not sent.'
const NOT_TODAY = 'The day of the visit is over. Not sent.'
const DECEASED = 'The patient has died. Not sent.'
const ELSEWHERE = 'The patient’s number or address was changed meanwhile. Not sent.'
/** The reason of a visit that is as it was, in a text that was withdrawn because of another one. */
export const TOGETHER = 'Another visit in the same text was changed. Not sent: send it again.'
const BOOKED = 'The patient has a visit meanwhile. Not sent.'
const DONE = 'This is done meanwhile. Not sent.'

const OWN: readonly string[] = [
  MOVED,
  CANCELLED,
  ENDED,
  BEGUN,
  CONFIRMED,
  RESCHEDULING,
  NOT_MISSED,
  NOT_TODAY,
  DECEASED,
  ELSEWHERE,
  BOOKED,
  DONE,
]

/**
 * Whether a text was withdrawn because of one visit or patient that it was about. It says nothing about the others of the same
 * text.
 */
export function isWithdrawal(reason: string | null): boolean {
  return reason !== null && OWN.includes(reason)
}

type Judged = Pick<
  SentEntry,
  'startsAt' | 'type' | 'alsoConfirmed' | 'visit' | 'due' | 'isDeceased' | 'createdAt' | 'timezone'
>

/** Why nothing about this is to be sent any more, in whatever words. */
export function whyOutdated(entry: Judged, now: Date): string | null {
  const { startsAt, type, alsoConfirmed, visit, due, isDeceased, createdAt, timezone } = entry
  if (isDeceased) return DECEASED
  if (due?.isDone) return DONE
  if (due?.isBooked) return BOOKED
  if (visit === null || startsAt === null) return null
  const { status } = visit
  if (type === 'noShow' && status !== 'noShow') return NOT_MISSED
  // Its words are about the day on which it was made.
  if (type === 'noShow') return dayIn(now, timezone) === dayIn(createdAt, timezone) ? null : NOT_TODAY
  if (status === 'cancelled') return CANCELLED
  if (visit.startsAt.getTime() !== startsAt.getTime()) return MOVED
  if (isEnded(status) || status === 'arrived' || status === 'admitted') return ENDED
  if (startsAt <= now) return BEGUN
  if (visit.isRescheduling) return RESCHEDULING
  return status === 'confirmed' && !alsoConfirmed ? CONFIRMED : null
}

type Addressed = Judged & Pick<SentEntry, 'isElsewhere' | 'isOtherDoctor'>

/** Why this very text or e-mail must not be handed over, although another one about the same may be. */
export function whyWithdrawn(entry: Addressed, now: Date): string | null {
  const { isElsewhere, isOtherDoctor } = entry
  return (
    whyOutdated(entry, now) ?? (isElsewhere ? ELSEWHERE : isOtherDoctor && entry.type === 'reminder' ? MOVED : null)
  )
}

/** Why the text or e-mail about all of these must not be handed over; null if it may. */
export function objectionTo(entries: readonly Addressed[], now: Date): string | null {
  const reasons = entries.map((entry) => whyWithdrawn(entry, now))
  const first = reasons.find((why) => why !== null) ?? null
  // An invitation asks for a visit, also if one of several is due no more.
  const isInvitation = entries.every(({ type }) => type === 'invitation')
  return isInvitation && reasons.includes(null) ? null : first
}

interface Again {
  readonly status: AppointmentStatus
  readonly reschedule: unknown
}

/** Whether a reminder that was withdrawn may go out after all, about a visit that has its start and is not cancelled. */
export function isTrueAgain(
  { status, reschedule }: Again,
  { alsoConfirmed }: { readonly alsoConfirmed: boolean },
): boolean {
  return reschedule === null && (status !== 'confirmed' || alsoConfirmed)
}
