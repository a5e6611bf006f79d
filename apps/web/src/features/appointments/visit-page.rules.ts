/**
 * A page of the visit list. It keeps the rows and the order of its reading until the page changes: a visit that no longer
 * fits stays with its new word, and a new one waits to be shown, so that nothing moves under the pointer.
 */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentSort } from '@foyer/contracts/appointments/status.rules.ts'
import { fold } from '@foyer/contracts/fold.rules.ts'
import { fitsFilter, type VisitFilter } from './filter.rules.ts'
import { slotOf } from './ribbon.rules.ts'

/** [OPEN-064] */
export const PAGE_ROWS = 10

/** What one reading of a page says beside its visits. */
export interface Reading {
  /** The ids of the page's visits, in order. */
  readonly order: readonly string[]
  readonly total: number
  /** There are more than `total`. */
  readonly more: boolean
  /** Only the first 10,000 visits of the filter were sorted. */
  readonly bounded: boolean
  readonly asOf: number
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
export interface ShownPage {
  readonly asked: AskedPage
  readonly reading: Reading
  readonly rows: readonly Appointment[]
}

/** The rows of the reading in their newest state. A row that a later reading no longer has keeps its last state. */
export function currentRows(shown: ShownPage, visits: ReadonlyMap<string, Appointment>): readonly Appointment[] {
  const before = new Map(shown.rows.map((visit) => [visit._id, visit]))
  const rows = shown.reading.order.flatMap((id) => visits.get(id) ?? before.get(id) ?? [])
  const isSame = rows.length === shown.rows.length && rows.every((visit, place) => visit === shown.rows[place])
  return isSame ? shown.rows : rows
}

/** How many visits belong on the page since it was read. */
export function newcomers({ asked, reading, rows }: ShownPage, visits: Iterable<Appointment>): number {
  const here = new Set(reading.order)
  const { filter, sort, page, slot } = asked
  const isLast = !reading.more && reading.total <= page * PAGE_ROWS
  const [first, last] = [rows[0], rows.at(-1)]
  let count = 0
  for (const visit of visits) {
    if (here.has(visit._id) || !fitsFilter(filter, visit)) continue
    if (slot !== null && slotOf(visit.startTime) !== slot) continue
    const isAfterFirst = page === 1 || first === undefined || compareBy(sort, first, visit) <= 0
    const isBeforeLast = isLast || last === undefined || compareBy(sort, visit, last) <= 0
    if (isAfterFirst && isBeforeLast) count += 1
  }
  return count
}

/** "2 new visits" */
export function newcomerWords(count: number): string {
  return count === 1 ? '1 new visit' : `${count} new visits`
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

/** "1–10 of 48", "11–20 of more than 1,000" */
export function rangeWords({ asked: { page }, reading: { total, more, order } }: ShownPage): string {
  const first = (page - 1) * PAGE_ROWS + 1
  const all = total.toLocaleString('en-US')
  return `${first}–${first + order.length - 1} of ${more ? `more than ${all}` : all}`
}

export function hasNext({ asked: { page }, reading: { total, more, order } }: ShownPage): boolean {
  return total > page * PAGE_ROWS || (more && order.length === PAGE_ROWS)
}

/** The last page, for a page that no longer exists; null where it does. */
export function lastPage({ asked: { page }, reading: { total, order } }: ShownPage): number | null {
  if (page === 1 || order.length > 0) return null
  return Math.max(1, Math.ceil(total / PAGE_ROWS))
}
