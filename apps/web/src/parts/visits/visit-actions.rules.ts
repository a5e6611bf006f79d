/** What staff may do with a visit, and the words that report it. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { type AppointmentStatus, isEnded } from '@foyer/contracts/appointments/status.rules.ts'
import type { BodyOf, ReplyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { hasName, NO_NAME } from '../../lib/patient-names.rules.ts'

export type VisitChange = BodyOf<Calls['changeAppointments']>['change']
export type ReminderType = NonNullable<BodyOf<Calls['sendReminders']>['type']>
type Left = ReplyOf<Calls['sendReminders']>['data']['skipped'][number]['reason']
type Unchanged = ReplyOf<Calls['changeAppointments']>['data']['skipped'][number]['reason']

/** The visit that an action is about, as far as its words need it. */
/** The patient's zone is unknown where the visit comes from a conversation. */
export type ActedVisit = Pick<Appointment, '_id' | 'patientName' | 'phoneNumber'> &
  Partial<Pick<Appointment, 'timezone'>>

/** [ENTITY-04] The patient's name, or the number of one without a name. */
export function nameOf({ patientName, phoneNumber }: Omit<ActedVisit, '_id'>): string {
  if (hasName(patientName)) return patientName
  return phoneNumber === null ? NO_NAME : displayPhone(phoneNumber)
}

/** The facts that decide which actions a visit has; of the wish for another time it matters only whether there is one. */
export interface VisitState {
  readonly appointmentStatus: AppointmentStatus
  readonly reschedule: object | string | null
}

/** A confirmed visit and one whose patient has come stay as they are. */
export function mayConfirm({ appointmentStatus: status, reschedule }: VisitState): boolean {
  return status === 'scheduled' || (status === 'confirmed' && reschedule !== null)
}

/** A visit that did not begin yet can be given another time. */
export function mayMove({ appointmentStatus: status }: Pick<VisitState, 'appointmentStatus'>): boolean {
  return status === 'scheduled' || status === 'confirmed'
}

/** Why there is nothing to remind of any more. */
type NotToCome = 'not_open' | 'came' | 'begun'

/** The facts that decide whether a visit is still to come. */
export type VisitMoment = Pick<Appointment, 'appointmentStatus' | 'startsAt'>

/** Why nobody can be reminded of the visit; null if it is still to come. The API refuses the same. */
function remindProblem({ appointmentStatus: status, startsAt }: VisitMoment, now: Date): NotToCome | null {
  if (isEnded(status)) return 'not_open'
  if (status === 'arrived' || status === 'admitted') return 'came'
  return hasBegun({ startsAt }, now) ? 'begun' : null
}

/** Why the reminder of a visit that runs can't be sent. */
export const BEGUN = 'The visit has begun'

export function hasBegun({ startsAt }: Pick<Appointment, 'startsAt'>, now: Date): boolean {
  return Date.parse(startsAt) <= now.getTime()
}

/** Splits visits into those still to come and the reasons why the others are left out. */
export function remindable<Visit extends VisitMoment>(visits: readonly Visit[], now: Date) {
  const toCome = visits.filter((visit) => remindProblem(visit, now) === null)
  const left = visits.map((visit) => remindProblem(visit, now)).filter((problem) => problem !== null)
  return { toCome, left }
}

/** Why a reminder can't reach the patient by text; null if it can. */
export function textProblem(visit: Appointment, now: Date): LeftOut | null {
  const problem = remindProblem(visit, now)
  if (problem !== null) return problem
  if (visit.phoneNumber === null) return 'no_number'
  return visit.smsStatus === 'subscribed' ? null : visit.smsStatus
}

/** The quiet hours of a clinic, in which texts wake people. Staff may send one all the same, and are asked once. */
export type QuietHours = InboxSettings['quietHours']

/** The quiet hours of a clinic that never set them, for when they can't be read. */
export const USUAL_NIGHT: QuietHours = { from: '21:00', to: '08:00' }

/** The zones of the visits' patients for whom it is night. */
export function nightZones(
  visits: readonly ActedVisit[],
  now: Date,
  { timezone, hours }: { readonly timezone: string; readonly hours: QuietHours },
): readonly string[] {
  return visits.map((visit) => visit.timezone ?? timezone).filter((zone) => quietUntil(now, zone, hours) !== null)
}

/** "It’s 9:30 PM for the patient.", "It’s 9:30 PM for all of them.", "It’s night for 2 of 5." */
export function nightWords(zones: readonly string[], all: number, clockOf: (zone: string) => string): string {
  const [first = ''] = zones
  const isOne = zones.every((zone) => clockOf(zone) === clockOf(first))
  if (zones.length < all) return `It’s night for ${zones.length} of ${all}.`
  if (all === 1) return `It’s ${clockOf(first)} for the patient.`
  return isOne ? `It’s ${clockOf(first)} for all of them.` : `It’s night for all ${all} of them.`
}

export type LeftOut = Left | NotToCome

/** One patient, and several: "1 has opted out", "2 have opted out". */
const LEFT: Readonly<Record<LeftOut, readonly [one: string, more: string]>> = {
  too_late: ['is too late', 'are too late'],
  quiet: ['would get it at night', 'would get it at night'],
  confirmed: ['is confirmed', 'are confirmed'],
  cancelled: ['is cancelled', 'are cancelled'],
  moved: ['was moved', 'were moved'],
  ended: ['is over', 'are over'],
  rescheduling: ['wants another time', 'want another time'],
  opted_out: ['has opted out', 'have opted out'],
  blocked: ['is blocked', 'are blocked'],
  asked_to_stop: ['asked for no texts', 'asked for no texts'],
  no_number: ['has no number', 'have no number'],
  no_address: ['has no email', 'have no email'],
  no_channel: ['can’t get texts or email', 'can’t get texts or email'],
  deceased: ['has died', 'have died'],
  duplicate: ['got one for another visit', 'got one for another visit'],
  over_limit: ['is over the daily limit', 'are over the daily limit'],
  wrote_since: ['has written since', 'have written since'],
  later_visit: ['has a later visit', 'have a later visit'],
  not_found: ['is no longer there', 'are no longer there'],
  not_open: ['is over or cancelled', 'are over or cancelled'],
  came: ['has arrived', 'have arrived'],
  begun: ['has begun', 'have begun'],
}

export function leftWords(reasons: readonly LeftOut[]): string {
  const counts = new Map<LeftOut, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${count} ${LEFT[reason][count === 1 ? 0 : 1]}`).join(', ')
}

/** "All 3 can get a text", "2 of 3 can get a text: 1 has opted out" */
export function canTextWords(visits: readonly Appointment[], now: Date): string {
  const left = visits.map((visit) => textProblem(visit, now)).filter((reason) => reason !== null)
  const all = visits.length
  if (left.length === 0) return all === 1 ? 'Can get a text' : `All ${all} can get a text`
  const reached = all - left.length
  const share =
    reached === 0
      ? all === 1
        ? 'Can’t get a text'
        : `None of ${all} can get a text`
      : `${reached} of ${all} can get a text`
  return `${share}: ${leftWords(left)}`
}

/** What "Mark confirmed" leaves as it is; undefined for nothing. */
export function confirmsWords(visits: readonly Appointment[]): string | undefined {
  const left = visits.filter((visit) => !mayConfirm(visit)).length
  if (left === 0) return undefined
  return left === visits.length ? 'Nothing to confirm' : `${left} ${left === 1 ? 'needs' : 'need'} no confirmation`
}

const SENT: Readonly<Record<ReminderType, { readonly some: string; readonly none: string }>> = {
  reminder: { some: 'Reminder sent', none: 'No reminder sent' },
  noShow: { some: 'No-show text sent', none: 'No text sent' },
}

/** The toast after reminders: "Reminder sent to 2 patients. Left out: 1 has opted out." */
export function remindedWords(
  sent: readonly ActedVisit[],
  skipped: readonly LeftOut[],
  type: ReminderType = 'reminder',
): string {
  const { some, none } = SENT[type]
  const done = sent.length === 0 ? none : `${some} to ${peopleWords(sent)}`
  return skipped.length === 0 ? done : `${done}. Left out: ${leftWords(skipped)}.`
}

const UNCHANGED: Readonly<Record<Unchanged, readonly [one: string, more: string]>> = {
  unchanged: ['needed no change', 'needed no change'],
  not_found: LEFT.not_found,
  not_open: LEFT.not_open,
}

/** "Confirmed 3 patients. Left out: 1 needed no change." */
export function changedWords(done: string, skipped: readonly Unchanged[]): string {
  if (skipped.length === 0) return done
  const counts = new Map<Unchanged, number>()
  for (const reason of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const left = [...counts].map(([reason, count]) => `${count} ${UNCHANGED[reason][count === 1 ? 0 : 1]}`)
  return `${done}. Left out: ${left.join(', ')}.`
}

/** Says what a change has done: "Confirmed Naomi Feldman", "Cancelled the visit for 2 patients". */
export function doneWords(change: VisitChange, changed: readonly ActedVisit[]): string {
  if (changed.length === 0) return 'Nothing changed'
  const who = peopleWords(changed)
  switch (change.type) {
    case 'confirm':
      return `Confirmed ${who}`
    case 'hold':
      return `Held the time for ${who}`
    case 'withdraw':
      return `Kept the time for ${who}`
    case 'move':
      return `Moved ${who}`
    case 'called':
      return `Noted the call to ${who}`
    case 'status':
      return STATUS_DONE[change.status](who)
  }
}

const STATUS_DONE: Readonly<Record<AppointmentStatus, (who: string) => string>> = {
  scheduled: (who) => `Marked ${who} as not confirmed`,
  confirmed: (who) => `Confirmed ${who}`,
  arrived: (who) => `Marked ${who} as arrived`,
  completed: (who) => `Marked the visit for ${who} as completed`,
  cancelled: (who) => `Cancelled the visit for ${who}`,
  noShow: (who) => `Marked ${who} as a no-show`,
  admitted: (who) => `Admitted ${who}`,
  discharged: (who) => `Discharged ${who}`,
}

/** One patient by name, several by number. */
export function peopleWords(visits: readonly ActedVisit[]): string {
  const [only] = visits
  return visits.length === 1 && only !== undefined ? nameOf(only) : `${visits.length} patients`
}

export function undoneWords(restored: number, skipped: readonly unknown[]): string {
  if (skipped.length === 0) return restored > 1 ? `Undone for ${restored}` : 'Undone'
  const why = 'the visit was changed since, or its time was taken'
  return restored === 0 ? `Not undone: ${why}` : `${restored} undone, ${skipped.length} not: ${why}`
}
