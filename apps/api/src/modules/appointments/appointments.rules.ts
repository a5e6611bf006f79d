/**
 * Rules that change an appointment: pure functions from its state before to its state after. A rule that changes nothing
 * returns its argument. Other code saves the result.
 */
import type { Appointment, AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { isEnded, LIVE, mayBecome } from '@foyer/contracts/appointments/status.rules.ts'

type Status = Appointment['appointmentStatus']
type Confirmer = NonNullable<Appointment['confirmedBy']>
type Reply = NonNullable<Appointment['reply']>
type Outcome = NonNullable<Appointment['called']>['outcome']

/** An appointment as its row stores it. The patient, the doctor's name and the newest reminder are joined when it is read. */
export interface AppointmentState {
  readonly id: string
  readonly organizationId: string
  readonly patientId: string
  readonly doctorId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: Status
  readonly type: string
  readonly location: string
  readonly telemedicineServiceId: string | null
  readonly confirmedAt: Date | null
  readonly confirmedBy: Confirmer | null
  readonly reschedule: { readonly state: 'asked' | 'held'; readonly at: Date; readonly wish: string | null } | null
  readonly reply: { readonly kind: Reply['kind']; readonly at: Date; readonly messageId: string } | null
  readonly called: { readonly at: Date; readonly user: string; readonly outcome: Outcome } | null
  readonly admittedAt: Date | null
  readonly dischargedAt: Date | null
  readonly source: 'staff' | 'import' | 'ehr' | 'booking'
  readonly nextReminderAt: Date | null
  readonly createdAt: Date
  /** When the present start was set, by the booking or the last move. */
  readonly timedAt: Date
  readonly version: number
}

/** Why a rule leaves an appointment: it has ended and cannot change any more, has not begun yet, or was changed since. */
export type NoChange = 'not_open' | 'not_begun' | 'changed_since'
export type Outcomes = AppointmentState | NoChange
export type AppointmentRule = (appointment: AppointmentState) => Outcomes

/** The patient is expected and has not come yet. */
function isAwaited({ status }: AppointmentState): boolean {
  return status === 'scheduled' || status === 'confirmed'
}

/** [STATE-32] Confirming ends a wish for another time. A patient who has arrived needs no confirmation. */
export function confirm(appointment: AppointmentState, by: Confirmer, at: Date): Outcomes {
  if (isEnded(appointment.status)) return 'not_open'
  if (!isAwaited(appointment)) return appointment
  if (appointment.status === 'confirmed')
    return appointment.reschedule === null ? appointment : { ...appointment, reschedule: null }
  return { ...appointment, status: 'confirmed', confirmedAt: at, confirmedBy: by, reschedule: null }
}

/** The patient asks for another time. The appointment keeps its status; its time stays taken. */
export function askForAnotherTime(appointment: AppointmentState, at: Date, wish: string | null): Outcomes {
  if (isEnded(appointment.status)) return 'not_open'
  if (!isAwaited(appointment)) return appointment
  const { reschedule } = appointment
  if (reschedule !== null && (wish === null || wish === reschedule.wish)) return appointment
  return { ...appointment, reschedule: { state: 'asked', at, wish } }
}

/** Staff keep the time while the patient looks for another one. */
export function hold(appointment: AppointmentState, at: Date): Outcomes {
  if (isEnded(appointment.status)) return 'not_open'
  if (!isAwaited(appointment) || appointment.reschedule?.state === 'held') return appointment
  return { ...appointment, reschedule: { state: 'held', at, wish: appointment.reschedule?.wish ?? null } }
}

export function withdraw(appointment: AppointmentState): Outcomes {
  if (isEnded(appointment.status)) return 'not_open'
  return appointment.reschedule === null ? appointment : { ...appointment, reschedule: null }
}

interface Setting {
  readonly status: Status
  readonly at: Date
  /** Whether the organization admits patients. */
  readonly admits: boolean
}

/** `not_open` also for a status that cannot follow the present one. A visit is no no-show before it begins. */
export function setStatus(appointment: AppointmentState, { status, at, admits }: Setting): Outcomes {
  if (appointment.status === status) return appointment
  if (!mayBecome(appointment.status, status, admits)) return 'not_open'
  if (status === 'noShow' && appointment.startsAt > at) return 'not_begun'
  switch (status) {
    case 'confirmed':
      return confirm(appointment, 'staff', at)
    case 'scheduled':
      return { ...appointment, status, confirmedAt: null, confirmedBy: null }
    case 'admitted':
      return { ...appointment, status, admittedAt: at, reschedule: null }
    case 'discharged':
      return { ...appointment, status, dischargedAt: at }
    default:
      return { ...appointment, status, reschedule: null }
  }
}

export interface NewTime {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly doctorId: string
  /** Where the doctor sees patients; absent where the place stays. */
  readonly location?: string | undefined
  /** The time of the move itself. */
  readonly at: Date
}

/**
 * A patient who confirmed has confirmed another time or doctor, so the appointment is not confirmed any more. What they
 * replied was about the former time as well.
 */
export function move(
  appointment: AppointmentState,
  { startsAt, endsAt, doctorId, location = appointment.location, at }: NewTime,
): Outcomes {
  if (!isAwaited(appointment)) return 'not_open'
  const isSame =
    startsAt.getTime() === appointment.startsAt.getTime() &&
    endsAt.getTime() === appointment.endsAt.getTime() &&
    doctorId === appointment.doctorId
  if (isSame) return appointment
  // With another doctor alone, a reminder that names the former one is withdrawn, and its step still has to be judged.
  const timedAt = startsAt.getTime() === appointment.startsAt.getTime() ? appointment.timedAt : at
  return {
    ...appointment,
    ...{ startsAt, endsAt, doctorId, location, timedAt, reschedule: null, reply: null },
    ...{ status: 'scheduled', confirmedAt: null, confirmedBy: null },
  }
}

/** Staff called the patient. The outcome also confirms the appointment, or asks for another time. */
export function call(appointment: AppointmentState, outcome: Outcome, by: { user: string; at: Date }): Outcomes {
  const { user, at } = by
  if (isEnded(appointment.status)) return 'not_open'
  const called = { ...appointment, called: { at, user, outcome } }
  if (outcome === 'confirmed') return confirm(called, 'staff', at)
  return outcome === 'reschedule' ? askForAnotherTime(called, at, null) : called
}

/** Notes what a patient's message says about the appointment. An ended one keeps it too, as for a late "sorry". */
export function noteReply(
  appointment: AppointmentState,
  reply: NonNullable<AppointmentState['reply']>,
): AppointmentState {
  return { ...appointment, reply }
}

/** The history entries of a change. */
export function historyOf(before: AppointmentState | null, after: AppointmentState): AppointmentChange[] {
  const startsAt = after.startsAt.toISOString()
  if (before === null) return [{ kind: 'booked', startsAt, doctorId: after.doctorId }]
  const changes: AppointmentChange[] = []
  if (isMoved(before, after))
    changes.push({
      ...{ kind: 'moved', from: before.startsAt.toISOString(), to: startsAt },
      ...{ fromDoctor: before.doctorId, toDoctor: after.doctorId },
    })
  if (before.status !== after.status) changes.push({ kind: 'status', from: before.status, to: after.status })
  if (before.reschedule?.state !== after.reschedule?.state)
    changes.push({ kind: 'reschedule', to: after.reschedule?.state ?? null })
  const { reply } = after
  if (reply !== null && (reply.messageId !== before.reply?.messageId || reply.kind !== before.reply.kind))
    changes.push({ kind: 'replied', as: reply.kind, messageId: reply.messageId })
  if (after.called !== null && after.called.at.getTime() !== before.called?.at.getTime())
    changes.push({ kind: 'called', outcome: after.called.outcome })
  return changes
}

/** Whether the time or the doctor became another. */
export function isMoved(before: AppointmentState, after: AppointmentState): boolean {
  return (
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.endsAt.getTime() !== after.endsAt.getTime() ||
    before.doctorId !== after.doctorId
  )
}

/** Whether the change needs time of the doctor that the appointment did not take before. */
export function takesTime(before: AppointmentState | null, after: AppointmentState): boolean {
  if (!LIVE.includes(after.status)) return false
  return before === null || isMoved(before, after) || !LIVE.includes(before.status)
}

/** One doctor's time on one day. The days are those of UTC, which any two appointments that overlap share. */
export interface DoctorDay {
  readonly doctorId: string
  /** YYYY-MM-DD */
  readonly day: string
}

/** A longer appointment, such as a stay, takes its doctor's time for a day only. */
export const LONGEST_MS = 24 * 60 * 60 * 1000

export function doctorDaysOf({
  doctorId,
  startsAt,
  endsAt,
}: Pick<AppointmentState, 'doctorId' | 'startsAt' | 'endsAt'>): DoctorDay[] {
  const last = Math.min(endsAt.getTime() - 1, startsAt.getTime() + LONGEST_MS)
  const days = new Set([startsAt.getTime(), last].map((at) => new Date(at).toISOString().slice(0, 10)))
  return [...days].map((day) => ({ doctorId, day }))
}
