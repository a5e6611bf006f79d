import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { type AppointmentRow, appointmentOf, appointmentsFrom } from '../appointment-items.store.ts'
import type { ListFilter, ListOrder, Place } from './list.rules.ts'
import { counted, type Found, orderBy, orderOfField, walked } from './walk.store.ts'

/** [OPEN-063] A list by another field than an instant sorts so many appointments, the first by their start. */
export const SORTED_MAX = 10_000
/** The total is exact up to here. */
const TOTAL_MAX = 1000
/** The most patients with whom a reading begins; a search that finds more is met soon by walking. */
const FOUND_MAX = 20_000

export interface ListRequest {
  readonly filter: ListFilter
  readonly order: ListOrder
  readonly after: Place | null
  readonly offset: number
  readonly limit: number
}

export interface ListPage {
  readonly list: Appointment[]
  readonly end: Place | null
}

/** The patients that the filter's search finds, if they are few enough to begin with them. */
export async function findPatients(tx: Tx, { search }: ListFilter): Promise<Found> {
  if (search === null) return null
  const given = sql`${[...search.words]}::text[], ${search.digits}::text`
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when not is_common_search(${given}) then array(
      select found_patients(${given}, ${sql.lit(FOUND_MAX + 1)})) end as ids`.execute(tx)
  const ids = rows[0]?.ids ?? null
  return ids === null || ids.length > FOUND_MAX ? null : ids
}

/** `found` is what `findPatients` returned. */
export async function listAppointments(tx: Tx, request: ListRequest, found: Found): Promise<ListPage> {
  const { rows } = await (request.order.walked === null ? sorted(request, found) : inOrder(request, found)).execute(tx)
  const { shown, end } = pageOf(rows, request.limit, (row) => placeOf(row, request))
  return { list: shown.map(appointmentOf), end }
}

/** One row more than the page holds tells whether there is a next page. */
function inOrder({ filter, order, after, offset, limit }: ListRequest, found: Found): RawBuilder<AppointmentRow> {
  const by = { walked: order.walked ?? 'starts_at', direction: order.direction } as const
  const rows = offset + limit + 1
  const source = sql`(
    select a.*, page.undated, page.at
    from (
      select * from ${walked(filter, by, { after, rows, found })} as walked
      order by ${orderBy(order.direction)} offset ${sql.lit(offset)} limit ${sql.lit(limit + 1)}
    ) as page
    join appointments as a on a.organization_id = ${filter.organizationId} and a.id = page.id)`
  return appointmentsFrom(source, orderBy(order.direction, 'a.'))
}

function sorted({ filter, order, after, offset, limit }: ListRequest, found: Found): RawBuilder<AppointmentRow> {
  const start = after?.kind === 'offset' ? after.offset : offset
  const first = walked(filter, { walked: 'starts_at', direction: 1 }, { after: null, rows: SORTED_MAX, found })
  const source = sql`(
    select a.*, page.place
    from (
      select a.organization_id, a.id, row_number() over (order by ${orderOfField(order)}) as place
      from ${first} as first
      -- One by one: otherwise all appointments and patients would be read, because that many look-ups seem to cost more.
      cross join lateral (
        select * from appointments where organization_id = ${filter.organizationId} and id = first.id limit 1
      ) as a
      cross join lateral (
        select * from patients where organization_id = ${filter.organizationId} and id = a.patient_id limit 1
      ) as p
      left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
      order by place offset ${sql.lit(start)} limit ${sql.lit(limit + 1)}
    ) as page
    join appointments as a on a.organization_id = page.organization_id and a.id = page.id)`
  return appointmentsFrom(source, sql`a.place`)
}

function placeOf(row: AppointmentRow, { order, after, offset, limit }: ListRequest): Place {
  if (order.walked === null)
    return { kind: 'offset', offset: (after?.kind === 'offset' ? after.offset : offset) + limit }
  const key = { starts_at: row.starts_micros, admitted_at: row.admitted_micros, discharged_at: row.discharged_micros }
  const at = key[order.walked]
  return { kind: 'key', isUndated: at === null, atMicros: at ?? row.starts_micros, id: row.id }
}

export interface Total {
  readonly total: number
  readonly more: boolean
  /** Whether the list sorts fewer appointments than the filter has. */
  readonly bounded: boolean
}

/** Counts by the indexes of the walk, and stops early. */
export async function countAppointments(tx: Tx, filter: ListFilter, order: ListOrder, found: Found): Promise<Total> {
  const by = { walked: order.walked ?? 'starts_at', direction: order.walked === null ? 1 : order.direction } as const
  const most = (order.walked === null ? SORTED_MAX : TOTAL_MAX) + 1
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${counted(filter, by, { rows: most, found })} as counted`.execute(tx)
  const count = rows[0]?.count ?? 0
  return {
    total: Math.min(count, TOTAL_MAX),
    more: count > TOTAL_MAX,
    bounded: order.walked === null && count > SORTED_MAX,
  }
}
