/** Derives what a change of a visit caused. */
import type { NewCause } from '../../events/causes.ts'
import type { AppointmentState } from './appointments.rules.ts'

const OF_STATUS = {
  confirmed: 'appointmentConfirmed',
  cancelled: 'appointmentCancelled',
  noShow: 'appointmentMissed',
} as const

/** `before` is null for a new visit. A status that starts nothing is told for the moments of timed rules. */
export function causesOf(
  before: AppointmentState | null,
  after: AppointmentState,
  chain: readonly string[] = [],
): NewCause[] {
  if (before === after) return []
  const { id, patientId, status } = after
  const startsAt = after.startsAt.getTime()
  const about = { subject: { kind: 'appointment', id }, appointmentId: id, patientId, chain } as const
  const ofStatus: NewCause =
    status in OF_STATUS
      ? { kind: OF_STATUS[status as keyof typeof OF_STATUS], data: { startsAt }, ...about }
      : { kind: 'visitStatus', data: { startsAt, status }, ...about }
  if (before === null) {
    if (status === 'scheduled') return [{ kind: 'appointmentBooked', data: { startsAt }, ...about }]
    // A visit that was over when it became known starts nothing.
    if (status === 'confirmed') return [{ kind: 'appointmentBooked', data: { startsAt }, ...about }, ofStatus]
    return [{ kind: 'visitStatus', data: { startsAt, status }, ...about }]
  }
  const changed = changesOf(before, after)
  return [
    ...(changed.length === 0
      ? []
      : [{ kind: 'appointmentChanged', data: { startsAt, changed }, ...about } satisfies NewCause]),
    ...(before.status === status ? [] : [ofStatus]),
  ]
}

function changesOf(before: AppointmentState, after: AppointmentState): ('time' | 'doctor' | 'place')[] {
  const isMoved =
    before.startsAt.getTime() !== after.startsAt.getTime() || before.endsAt.getTime() !== after.endsAt.getTime()
  return [
    ...(isMoved ? ['time' as const] : []),
    ...(before.doctorId === after.doctorId ? [] : ['doctor' as const]),
    ...(before.location === after.location ? [] : ['place' as const]),
  ]
}
