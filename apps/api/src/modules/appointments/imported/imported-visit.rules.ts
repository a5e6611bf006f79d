/** Changes visits as the clinic's record system says. It is the truth, so no status or time is refused. */
import { isEnded } from '@foyer/contracts/appointments/status.rules.ts'
import { type AppointmentState, isMoved } from '../appointments.rules.ts'

/** The fields that a row gives a visit. A field that is absent stays. */
export interface VisitAsked {
  readonly startsAt?: Date
  readonly endsAt?: Date
  readonly doctorId?: string
  readonly status?: AppointmentState['status']
  readonly type?: string
  readonly location?: string
}

/**
 * As with a move by staff, a patient who confirmed has confirmed another time or doctor, and what they replied was about that.
 */
export function amended(before: AppointmentState, { status, ...asked }: VisitAsked, at: Date): AppointmentState {
  const placed = { ...before, ...asked }
  if (!isMoved(before, placed)) return withStatus(placed, status, at)
  const timedAt = placed.startsAt.getTime() === before.startsAt.getTime() ? before.timedAt : at
  const moved: AppointmentState = { ...placed, timedAt, reschedule: null, reply: null }
  const isOpen = before.status === 'confirmed' || before.status === 'scheduled'
  const open = { status: 'scheduled', confirmedAt: null, confirmedBy: null } as const
  return withStatus(isOpen ? { ...moved, ...open } : moved, status, at)
}

/** The visit with the status, and with the time of it where statuses have one. */
function withStatus(
  visit: AppointmentState,
  status: AppointmentState['status'] | undefined,
  at: Date,
): AppointmentState {
  if (status === undefined || status === visit.status) return visit
  switch (status) {
    case 'scheduled':
      return { ...visit, status, confirmedAt: null, confirmedBy: null }
    case 'confirmed':
      return { ...visit, status, confirmedAt: at, confirmedBy: 'ehr', reschedule: null }
    case 'admitted':
      return { ...visit, status, admittedAt: visit.admittedAt ?? at, reschedule: null }
    case 'discharged':
      return { ...visit, status, dischargedAt: visit.dischargedAt ?? at, reschedule: null }
    default:
      return { ...visit, status, reschedule: null }
  }
}

export interface NewVisit extends Required<Omit<VisitAsked, 'status'>> {
  readonly id: string
  readonly organizationId: string
  readonly patientId: string
  readonly status: AppointmentState['status']
}

export function begun({ status, ...visit }: NewVisit, at: Date): AppointmentState {
  const scheduled: AppointmentState = {
    ...visit,
    ...{ status: 'scheduled', telemedicineServiceId: null, confirmedAt: null, confirmedBy: null, reschedule: null },
    ...{ reply: null, called: null, admittedAt: null, dischargedAt: null, source: 'import', nextReminderAt: null },
    ...{ createdAt: at, timedAt: at, version: 0 },
  }
  return withStatus(scheduled, status, at)
}

/** Leaves out ended visits of a patient at one time if another visit replaced them. */
export function preferred<Visit extends { readonly status: AppointmentState['status'] }>(
  visits: readonly Visit[],
): readonly Visit[] {
  const open = visits.filter(({ status }) => !isEnded(status))
  return open.length > 0 ? open : visits.slice(-1)
}
