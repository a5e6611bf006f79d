/** The filter of the visit list: what is stored, what the call gets, and which visits fit. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import {
  type AppointmentView,
  appointmentViews,
  ignoresDates,
  isInView,
  SEARCH_MIN,
} from '@foyer/contracts/appointments/status.rules.ts'
import { dayAfter, daysBetween, isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isFound } from '../../parts/found.rules.ts'
import type { MainContext } from '../../state/main-context.rules.ts'

export type VisitFilter = Readonly<MainContext['appointmentFilter']>

/** The stored status as a view; null means any. */
export function viewOf({ appointmentStatus }: VisitFilter): AppointmentView | null {
  const wanted = appointmentStatus.toLowerCase()
  return appointmentViews.find((view) => view.toLowerCase() === wanted) ?? null
}

/** [RULE-09] Empty for a search that is too short to apply. */
function appliedSearch(typed: string): string {
  const search = typed.trim()
  return search.length < SEARCH_MIN ? '' : search
}

/** [OPEN-062] [CALL-CAMPAIGN-13] [RULE-10] The `query` of the call: what is not set is left out. */
export function visitQuery(filter: VisitFilter): Record<string, string> {
  const view = viewOf(filter)
  const dated = view === null || !ignoresDates(view)
  const wanted = {
    search: appliedSearch(filter.searchStr),
    dateFrom: dated ? filter.startDate : null,
    dateTo: dated ? filter.endDate : null,
    eligible: filter.appointmentEligible,
    appointmentType: filter.appointmentType,
    appointmentStatus: view ?? '',
    doctorId: filter.provider,
    insuranceType: filter.insuranceType,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  )
}

/** The list opens on today where no day is stored. A stored day that does not exist, or a span that ends before it begins, counts as none. */
export function openingDays(filter: VisitFilter, today: string): { startDate: string; endDate: string } | null {
  const { startDate, endDate } = filter
  const exist = [startDate, endDate].every((day) => day === null || isDay(day))
  const inOrder = startDate === null || endDate === null || startDate <= endDate
  if (exist && inOrder && (startDate !== null || endDate !== null)) return null
  return { startDate: today, endDate: today }
}

/** The day that the ribbon draws; null where the list is about several days or about none. */
export function oneDay(filter: VisitFilter): string | null {
  const view = viewOf(filter)
  if (view !== null && ignoresDates(view)) return null
  return filter.startDate !== null && filter.startDate === filter.endDate ? filter.startDate : null
}

/** Moves the shown days by their own length. */
export function daysMoved(
  { startDate, endDate }: VisitFilter,
  steps: 1 | -1,
): { startDate: string; endDate: string } | null {
  if (startDate === null || endDate === null) return null
  const days = steps * (daysBetween(startDate, endDate) + 1)
  return { startDate: dayAfter(startDate, days), endDate: dayAfter(endDate, days) }
}

/** What "Clear" takes away; the days stay. */
export const NO_FILTER = {
  provider: '',
  appointmentStatus: '',
  appointmentEligible: '',
  appointmentType: '',
  searchStr: '',
  insuranceType: '',
} as const

/** How many filters narrow the list, the days not counted. */
export function filterCount(filter: VisitFilter): number {
  const { search, eligible, appointmentType, appointmentStatus, doctorId, insuranceType } = visitQuery(filter)
  return [search, eligible, appointmentType, appointmentStatus, doctorId, insuranceType].filter(Boolean).length
}

/** Whether the list of this filter has the visit. The API decides the same; this tells which live changes concern the page. */
export function fitsFilter(filter: VisitFilter, visit: Appointment): boolean {
  const { search, dateFrom, dateTo, eligible, appointmentType, doctorId, insuranceType } = visitQuery(filter)
  return (
    isInView(viewOf(filter), visit) &&
    (dateFrom === undefined || visit.appointmentDate >= dateFrom) &&
    (dateTo === undefined || visit.appointmentDate <= dateTo) &&
    (eligible === undefined || visit.eligible === (eligible === 'eligible')) &&
    (appointmentType === undefined || visit.appointmentType === appointmentType) &&
    (doctorId === undefined || visit.doctorId === doctorId) &&
    (insuranceType === undefined || visit.insuranceType === insuranceType) &&
    (search === undefined || isFound(search, { ...visit, name: visit.patientName }))
  )
}
