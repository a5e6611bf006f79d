import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { type AppointmentRow, appointmentOf, appointmentsFrom } from '../appointment-items.store.ts'
import type { ListFilter, ListOrder, Place } from './list.rules.ts'
import { type Begin, FOUND_MAX, foundBy, orderBy, orderOfField, walked } from './walk.store.ts'

/** [OPEN-063] A list by another field than an instant sorts so many appointments, the first by their start. */
export const SORTED_MAX = 10_000
/** The total is exact up to here. */
const TOTAL_MAX = 1000
const INSURED_MAX = 5000

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

/** The patients with whom the reading begins, if they are few enough. */
export async function readBegin(tx: Tx, filter: ListFilter): Promise<Begin> {
  const { search, insuranceType, organizationId } = filter
  if (search === null && insuranceType === null) return { bySearch: false, byInsurance: false }
  const most = sql.lit(INSURED_MAX + 1)
  const { rows } = await sql<{ found: number; insured: number }>`
    select
      ${search === null ? sql`null` : sql`(select count(*)::int from ${foundBy(search, FOUND_MAX + 1)})`} as found,
      ${
        insuranceType === null
          ? sql`null`
          : sql`(select count(*)::int from (select from patients
              where organization_id = ${organizationId} and insurance_type = ${insuranceType} limit ${most}) as insured)`
      } as insured`.execute(tx)
  const [{ found, insured } = { found: null, insured: null }] = rows
  return {
    bySearch: found !== null && found <= FOUND_MAX,
    byInsurance: insured !== null && insured <= INSURED_MAX,
  }
}

export async function listAppointments(tx: Tx, request: ListRequest, begin: Begin): Promise<ListPage> {
  const { rows } = await (request.order.walked === null ? sorted(request, begin) : inOrder(request, begin)).execute(tx)
  const { shown, end } = pageOf(rows, request.limit, (row) => placeOf(row, request))
  return { list: shown.map(appointmentOf), end }
}

/** One row more than the page holds tells whether there is a next page. */
function inOrder({ filter, order, after, offset, limit }: ListRequest, begin: Begin): RawBuilder<AppointmentRow> {
  const by = { walked: order.walked ?? 'starts_at', direction: order.direction } as const
  const rows = offset + limit + 1
  const source = sql`(
    select a.*, page.undated, page.at
    from (
      select * from ${walked(filter, by, { after, rows, begin })} as walked
      order by ${orderBy(order.direction)} offset ${sql.lit(offset)} limit ${sql.lit(limit + 1)}
    ) as page
    join appointments as a on a.organization_id = ${filter.organizationId} and a.id = page.id)`
  return appointmentsFrom(source, orderBy(order.direction, 'a.'))
}

function sorted({ filter, order, after, offset, limit }: ListRequest, begin: Begin): RawBuilder<AppointmentRow> {
  const start = after?.kind === 'offset' ? after.offset : offset
  const first = walked(filter, { walked: 'starts_at', direction: 1 }, { after: null, rows: SORTED_MAX, begin })
  const source = sql`(
    select a.*, page.place
    from (
      select a.organization_id, a.id, row_number() over (order by ${orderOfField(order)}) as place
      from ${first} as first
      join appointments as a on a.organization_id = ${filter.organizationId} and a.id = first.id
      join patients as p on p.organization_id = a.organization_id and p.id = a.patient_id
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

/** Counts by the same walk, which stops early. */
export async function countAppointments(tx: Tx, filter: ListFilter, order: ListOrder, begin: Begin): Promise<Total> {
  const by = { walked: order.walked ?? 'starts_at', direction: order.walked === null ? 1 : order.direction } as const
  const most = (order.walked === null ? SORTED_MAX : TOTAL_MAX) + 1
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${walked(filter, by, { after: null, rows: most, begin })} as walked`.execute(tx)
  const count = rows[0]?.count ?? 0
  return {
    total: Math.min(count, TOTAL_MAX),
    more: count > TOTAL_MAX,
    bounded: order.walked === null && count > SORTED_MAX,
  }
}
