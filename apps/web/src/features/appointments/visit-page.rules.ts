/** A page of the visit list: what it is asked for, and which visits belong on it. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentSort } from '@foyer/contracts/appointments/status.rules.ts'
import { fold } from '@foyer/contracts/fold.rules.ts'
import { type KeptPage, PAGE_ROWS, type PageReading } from '../../parts/rows/kept-page.rules.ts'
import { fitsFilter, type VisitFilter, viewOf } from './filter.rules.ts'
import { isDrawn, slotOf } from './ribbon.rules.ts'

/** What one reading of a page says beside its visits. */
export interface Reading extends PageReading {
  /** Only the first 10,000 visits of the filter were sorted. */
  readonly bounded: boolean
}

/** What the list is asked for. */
export interface AskedPage {
  readonly filter: VisitFilter
  readonly sort: AppointmentSort
  /** Counts from 1. */
  readonly page: number
  /** The half hour that the ribbon filters by; null for the whole day. */
  readonly slot: string | null
}

/** The page on the screen. */
export type ShownPage = KeptPage<Appointment, AskedPage, Reading>

/** A column of the ribbon also counts who has been seen. The page of one shows them too, unless a narrower status is chosen. */
function isColumn({ filter, slot }: Pick<AskedPage, 'filter' | 'slot'>): boolean {
  return slot !== null && viewOf(filter) === 'scheduled'
}

/** The filter by which the visits of a page are read. */
export function filterOf(asked: Pick<AskedPage, 'filter' | 'slot'>): VisitFilter {
  return isColumn(asked) ? { ...asked.filter, appointmentStatus: '' } : asked.filter
}

/** Whether the half hour shows a visit that its filter has found; true for all without one. */
export function fitsSlot(asked: Pick<AskedPage, 'filter' | 'slot'>, visit: Appointment): boolean {
  const { slot } = asked
  return slot === null || (slotOf(visit.startTime) === slot && (!isColumn(asked) || isDrawn(visit)))
}

/** How many visits belong on the page since it was read. */
export function newcomers({ asked, reading, rows }: ShownPage, visits: Iterable<Appointment>): number {
  const here = new Set(reading.order)
  const { sort, page } = asked
  const filter = filterOf(asked)
  const isLast = !reading.more && reading.total <= page * PAGE_ROWS
  const [first, last] = [rows[0], rows.at(-1)]
  let count = 0
  for (const visit of visits) {
    if (here.has(visit._id) || !fitsFilter(filter, visit) || !fitsSlot(asked, visit)) continue
    const isAfterFirst = page === 1 || first === undefined || compareBy(sort, first, visit) <= 0
    const isBeforeLast = isLast || last === undefined || compareBy(sort, visit, last) <= 0
    if (isAfterFirst && isBeforeLast) count += 1
  }
  return count
}

/** The order of the list: nulls last both ways, then by the start. */
export function compareBy({ field, direction }: AppointmentSort, left: Appointment, right: Appointment): number {
  const [one, other] = [valueIn(field, left), valueIn(field, right)]
  if (one !== null && other !== null && one !== other) return (one < other ? -1 : 1) * direction
  if ((one === null) !== (other === null)) return one === null ? 1 : -1
  const [start, otherStart] = [`${left.startsAt} ${left._id}`, `${right.startsAt} ${right._id}`]
  return start < otherStart ? -1 : Number(start > otherStart)
}

function valueIn(field: AppointmentSort['field'], visit: Appointment): string | null {
  const value = field === 'appointmentDate' ? visit.startsAt : visit[field]
  return typeof value === 'string' ? fold(value) : value === null ? null : String(Number(value))
}

export function hasNext({ asked: { page }, reading: { total, more, order } }: ShownPage): boolean {
  return total > page * PAGE_ROWS || (more && order.length === PAGE_ROWS)
}
