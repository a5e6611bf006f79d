/**
 * The SQL of the list's order: it walks one index per status and stops when the page is full, so that its cost does not grow
 * with the organization. A search begins with the few patients that it finds instead.
 */
import type { AppointmentStatus } from '@foyer/contracts/appointments/status.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ListFilter, ListOrder, Place, Walked } from './list.rules.ts'

/** The patients that a search found, with whom the reading begins; null: it walks through appointments. */
export type Found = readonly string[] | null

interface Reading {
  readonly after: Place | null
  readonly rows: number
  readonly found: Found
}

/** Rows `id`, `undated`, `at` of the first appointments after a place. Numbers are part of the text, for the planner. */
export function walked(filter: ListFilter, order: Walk, { after, rows, found }: Reading): RawBuilder<unknown> {
  const key = after?.kind === 'key' ? after : null
  const by = orderBy(order.direction)
  if (found !== null)
    return sql`(
      with found as materialized (${ofPatients(filter, order.walked, found)})
      select * from found where ${key === null ? sql`true` : isAfter(key, order.direction)}
      order by ${by} limit ${sql.lit(rows)})`
  const branches = branchesOfWalk(filter, order, { after: key, rows })
  return sql`(
    select * from (${sql.join(branches, sql` union all `)}) as branches
    order by ${by} limit ${sql.lit(rows)})`
}

/** Rows of as many appointments as there are, at most `rows`: the branches are read one after another until there are enough. */
export function counted(filter: ListFilter, order: Walk, { rows, found }: Omit<Reading, 'after'>): RawBuilder<unknown> {
  const branches =
    found === null
      ? branchesOfWalk(filter, order, { after: null, rows })
      : [sql`(${ofPatients(filter, order.walked, found)})`]
  return sql`(select from (${sql.join(branches, sql` union all `)}) as branches limit ${sql.lit(rows)})`
}

function branchesOfWalk(filter: ListFilter, order: Walk, { after, rows }: { after: Key | null; rows: number }) {
  return partsOf(order.walked)
    .filter(({ isUndated }) => isUndated || !after?.isUndated)
    .flatMap((part) => branchesOf(filter, part, { after, direction: order.direction, rows }))
}

/** Rows without the instant come last in both directions, by their start. */
export function orderBy(direction: 1 | -1, prefix = ''): RawBuilder<unknown> {
  const [undated, at, id] = ['undated', 'at', 'id'].map((name) => sql.ref(`${prefix}${name}`))
  const way = wayOf(direction)
  return sql`${undated}, ${at} ${way}, ${id} ${way}`
}

type Key = Extract<Place, { kind: 'key' }>

const wayOf = (direction: 1 | -1) => (direction === 1 ? sql`asc` : sql`desc`)
const beyond = (direction: 1 | -1) => (direction === 1 ? sql`>` : sql`<`)

function rowOf({ atMicros, id }: Key): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${atMicros}::bigint * interval '1 microsecond', ${id}::text)`
}

function isAfter(key: Key, direction: 1 | -1): RawBuilder<unknown> {
  const rest = sql`(at, id) ${beyond(direction)} ${rowOf(key)}`
  return key.isUndated ? sql`undated and ${rest}` : sql`(undated or ${rest})`
}

export interface Walk {
  readonly walked: Walked
  readonly direction: 1 | -1
}

interface Part {
  readonly walked: Walked
  readonly isUndated: boolean
}

/** A list by another instant than the start has a second part: the rows that do not have it. */
function partsOf(by: Walked): Part[] {
  const first = { walked: by, isUndated: false }
  return by === 'starts_at' ? [first] : [first, { walked: by, isUndated: true }]
}

/** The statuses of those who were admitted; the others have neither of the two instants. */
const ADMITTED: readonly AppointmentStatus[] = ['admitted', 'discharged']

interface Reach {
  readonly after: Key | null
  readonly direction: 1 | -1
  readonly rows: number
}

function branchesOf(filter: ListFilter, part: Part, { after, direction, rows }: Reach): RawBuilder<unknown>[] {
  const column = part.isUndated ? 'starts_at' : part.walked
  const at = sql.ref(`a.${column}`)
  const way = wayOf(direction)
  const isWithin = after !== null && after.isUndated === part.isUndated
  return conditionsOfBranches(filter, part).map(
    (conditions) => sql`(
      select a.id, ${sql.lit(part.isUndated)} as undated, ${at} as at
      from appointments as a
      where a.organization_id = ${filter.organizationId}
        and ${sql.join([...conditions, ...conditionsOf(filter)], sql` and `)}
        ${isWithin ? sql`and (${at}, a.id) ${beyond(direction)} ${rowOf(after)}` : sql``}
      order by ${at} ${way}, a.id ${way} limit ${sql.lit(rows)})`,
  )
}

/** A branch for each status, so that each one walks an index in the order of the list. */
function conditionsOfBranches(filter: ListFilter, { walked: by, isUndated }: Part): RawBuilder<unknown>[][] {
  const instant = sql.ref(`a.${by}`)
  if (by !== 'starts_at') {
    const statuses = isUndated ? filter.statuses : filter.statuses.filter((status) => ADMITTED.includes(status))
    return statuses.map((status) => {
      if (!isUndated) return [isStatus(status), sql`${instant} is not null`]
      if (!ADMITTED.includes(status)) return [isStatus(status)]
      // As in the partial indexes of 091 and 112.
      const isOfIndex = by === 'admitted_at' ? [] : [sql`(a.admitted_at is null or a.discharged_at is null)`]
      return [isStatus(status), ...isOfIndex, sql`${instant} is null`]
    })
  }
  if (filter.wishes) return [[sql`a.reschedule is not null`, sql`a.status in ('scheduled', 'confirmed')`]]
  // All statuses of the organization lie in one index.
  const { doctorId, type, eligible, insuranceType } = filter
  if (filter.isAny && [doctorId, type, eligible, insuranceType].every((one) => one === null)) return [[sql`true`]]
  return filter.statuses.map((status) => [isStatus(status)])
}

function isStatus(status: AppointmentStatus): RawBuilder<unknown> {
  return sql`a.status = ${sql.lit(status)}`
}

function conditionsOf(filter: ListFilter): RawBuilder<unknown>[] {
  const { from, until, eligible, type, doctorId, insuranceType, search } = filter
  return [
    ...(from === null ? [] : [sql`a.starts_at >= ${from}`]),
    ...(until === null ? [] : [sql`a.starts_at < ${until}`]),
    ...(doctorId === null ? [] : [sql`a.doctor_id = ${doctorId}`]),
    ...(type === null ? [] : [sql`a.type = ${type}`]),
    ...(eligible === null ? [] : [eligible ? sql`a.patient_eligible` : sql`not a.patient_eligible`]),
    ...(insuranceType === null ? [] : [sql`a.patient_insurance = ${insuranceType}`]),
    // A value and no join: joined, a large part of the patients would be read before the first appointment.
    ...(search === null
      ? []
      : [
          sql`(
            select p.search_key like all (${[...search.words]}::text[]) or p.search_key like ${search.digits}
            from patients as p where p.organization_id = a.organization_id and p.id = a.patient_id)`,
        ]),
  ]
}

/** All appointments of the patients whom the search found. */
function ofPatients(filter: ListFilter, by: Walked, found: readonly string[]): RawBuilder<unknown> {
  const key = sql.ref(`a.${by}`)
  const conditions = [
    sql`a.patient_id = any(${[...found]}::text[])`,
    ...(filter.wishes ? [sql`a.reschedule is not null`] : []),
    ...conditionsOf({ ...filter, search: null }),
  ]
  return sql`
    select a.id, ${key} is null as undated, coalesce(${key}, a.starts_at) as at
    from appointments as a
    where a.organization_id = ${filter.organizationId} and a.status = any(${[...filter.statuses]}::text[])
      and ${sql.join(conditions, sql` and `)}`
}

export function orderOfField(order: ListOrder): RawBuilder<unknown> {
  const field = FIELDS[order.field] ?? sql`a.starts_at`
  return sql`${field} ${wayOf(order.direction)} nulls last, a.starts_at, a.id`
}

const FIELDS: Partial<Record<ListOrder['field'], RawBuilder<unknown>>> = {
  endTime: sql`a.ends_at`,
  patientName: sql`p.first_key || ' ' || p.last_key`,
  phoneNumber: sql`p.phone_number`,
  doctorId: sql`a.doctor_id`,
  providerName: sql`lower(d.name)`,
  appointmentType: sql`lower(a.type)`,
  appointmentStatus: sql`a.status`,
  eligible: sql`p.eligible is true`,
  insuranceType: sql`lower(p.insurance_type)`,
  confirmed: sql`(a.status = 'confirmed' or a.confirmed_at is not null)`,
}
