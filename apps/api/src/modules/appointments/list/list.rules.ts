/** Translates a query of the list into conditions of the store. */
import type { AppointmentFilter } from '@foyer/contracts/appointments/fields.ts'
import {
  type AppointmentSort,
  type AppointmentStatus,
  type AppointmentView,
  appointmentStatuses,
  defaultSort,
  ignoresDates,
  type SortField,
} from '@foyer/contracts/appointments/status.rules.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type PatientPatterns, patientPatterns } from '../../patients/found-patients.rules.ts'

/** The instants that lists are walked by, in the order of an index. */
export type Walked = 'starts_at' | 'admitted_at' | 'discharged_at'

export interface ListFilter {
  readonly organizationId: string
  readonly statuses: readonly AppointmentStatus[]
  /** Whether the list holds all statuses. */
  readonly isAny: boolean
  /** Only appointments whose patient asks for another time. */
  readonly wishes: boolean
  readonly from: Date | null
  readonly until: Date | null
  readonly eligible: boolean | null
  readonly type: string | null
  readonly doctorId: string | null
  readonly insuranceType: string | null
  readonly search: PatientPatterns | null
}

export interface ListOrder {
  readonly direction: 1 | -1
  /** The instant by which the list is walked; null if the first rows by start are sorted by `field`. */
  readonly walked: Walked | null
  readonly field: SortField
}

const STATUSES: Partial<Record<AppointmentView, readonly AppointmentStatus[]>> = {
  scheduled: ['scheduled', 'confirmed', 'arrived'],
  unconfirmed: ['scheduled'],
  reschedule: ['scheduled', 'confirmed'],
}

/** [RULE-09] [RULE-10] [OPEN-062] An empty text of a filter filters nothing. */
export function filterOf(query: AppointmentFilter, about: { organizationId: string; zone: string }): ListFilter {
  const { appointmentStatus: view, dateFrom, dateTo } = query
  const isDated = view === null || !ignoresDates(view)
  return {
    organizationId: about.organizationId,
    statuses: view === null ? appointmentStatuses : (STATUSES[view] ?? [view as AppointmentStatus]),
    isAny: view === null,
    wishes: view === 'reschedule',
    from: isDated && dateFrom !== undefined ? boundsOfDay(dateFrom, about.zone).from : null,
    until: isDated && dateTo !== undefined ? boundsOfDay(dateTo, about.zone).until : null,
    eligible: query.eligible === '' ? null : query.eligible === 'eligible',
    type: query.appointmentType || null,
    doctorId: query.doctorId || null,
    insuranceType: query.insuranceType || null,
    search: patientPatterns(query.search ?? ''),
  }
}

const WALKED: Partial<Record<SortField, Walked>> = {
  appointmentDate: 'starts_at',
  startTime: 'starts_at',
  admittedDate: 'admitted_at',
  dischargedDate: 'discharged_at',
}

/** [CALL-CAMPAIGN-14] [OPEN-063] */
export function orderOf(sort: AppointmentSort | undefined, view: AppointmentView | null): ListOrder {
  const { field, direction } = sort ?? defaultSort(view ?? '')
  return { field, direction, walked: WALKED[field] ?? null }
}

/** The place after which a page begins. Rows without the instant come after all others. */
export type Place =
  | { readonly kind: 'key'; readonly isUndated: boolean; readonly atMicros: number; readonly id: string }
  | { readonly kind: 'offset'; readonly offset: number }

/** Whether a page meets its rows soon: no index has the order of the list and the patients that a search finds. */
export function isLight(order: ListOrder, { search }: AppointmentFilter): boolean {
  return order.walked !== null && !search
}
