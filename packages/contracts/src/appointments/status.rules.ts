/** The states of an appointment, and the words that lists filter by. */

/** [OPEN-024] The stored form, also used in replies; `arrived` stands beside the list of that row. */
export const appointmentStatuses = [
  'scheduled',
  'confirmed',
  'arrived',
  'completed',
  'cancelled',
  'noShow',
  'admitted',
  'discharged',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** An ended appointment changes no more, except by undo. */
const ENDED: readonly AppointmentStatus[] = ['completed', 'cancelled', 'noShow', 'discharged']
/** The appointment takes its doctor's time. */
export const LIVE: readonly AppointmentStatus[] = ['scheduled', 'confirmed', 'arrived', 'admitted']

const NEXT: Readonly<Record<AppointmentStatus, readonly AppointmentStatus[]>> = {
  scheduled: ['confirmed', 'arrived', 'cancelled', 'noShow', 'admitted'],
  confirmed: ['scheduled', 'arrived', 'cancelled', 'noShow', 'admitted'],
  arrived: ['completed', 'admitted', 'cancelled'],
  admitted: ['discharged'],
  completed: [],
  cancelled: [],
  noShow: [],
  discharged: [],
}

/** Whether staff may set the status. Only organizations that admit patients have `admitted` and `discharged`. */
export function mayBecome(from: AppointmentStatus, to: AppointmentStatus, admits: boolean): boolean {
  if (!admits && (to === 'admitted' || to === 'discharged')) return false
  return NEXT[from].includes(to)
}

export function isEnded(status: AppointmentStatus): boolean {
  return ENDED.includes(status)
}

/** What the ribbon and the rows draw. */
export const standings = [
  'notConfirmed',
  'confirmed',
  'reschedule',
  'held',
  'arrived',
  'completed',
  'cancelled',
  'noShow',
  'admitted',
  'discharged',
] as const
export type Standing = (typeof standings)[number]

export interface StandingFacts {
  readonly appointmentStatus: AppointmentStatus
  readonly reschedule: { readonly state: 'asked' | 'held' } | null
}

/** A wish to reschedule matters only while the patient has not come. */
export function standingOf({ appointmentStatus: status, reschedule }: StandingFacts): Standing {
  if (status !== 'scheduled' && status !== 'confirmed') return status
  if (reschedule) return reschedule.state === 'held' ? 'held' : 'reschedule'
  return status === 'confirmed' ? 'confirmed' : 'notConfirmed'
}

/** [LIST-05] The views that `appointmentStatus` of a query may name, in any case of letters. */
export const appointmentViews = ['scheduled', 'unconfirmed', 'reschedule', ...appointmentStatuses.slice(1)] as const
export type AppointmentView = (typeof appointmentViews)[number]

/** [RULE-10] These views ignore the dates of a filter. */
export function ignoresDates(view: string): boolean {
  return view === 'admitted' || view === 'discharged'
}

/** Whether a view shows the appointment. A `confirmed` one stays in `scheduled`, so that it does not vanish when it is confirmed. */
export function isInView(
  view: AppointmentView | null,
  { appointmentStatus: status, reschedule }: StandingFacts,
): boolean {
  if (view === null) return true
  if (view === 'scheduled') return status === 'scheduled' || status === 'confirmed' || status === 'arrived'
  if (view === 'unconfirmed') return status === 'scheduled'
  if (view === 'reschedule') return reschedule !== null && (status === 'scheduled' || status === 'confirmed')
  return status === view
}

/** [CONST-05] [RULE-09] A shorter search is not applied. */
export const SEARCH_MIN = 3

/** [OPEN-024] [OPEN-063] The fields by which the list can be sorted. */
export const sortFields = [
  'appointmentDate',
  'startTime',
  'endTime',
  'patientName',
  'phoneNumber',
  'doctorId',
  'providerName',
  'appointmentType',
  'appointmentStatus',
  'eligible',
  'insuranceType',
  'admittedDate',
  'dischargedDate',
  'confirmed',
] as const
export type SortField = (typeof sortFields)[number]
export interface AppointmentSort {
  readonly field: SortField
  readonly direction: 1 | -1
}

/** [CALL-CAMPAIGN-14] [OPEN-063] */
export function defaultSort(view: string): AppointmentSort {
  return view === 'admitted' ? { field: 'admittedDate', direction: -1 } : { field: 'appointmentDate', direction: 1 }
}
