/**
 * Pages of patients by last name, first name and id. Its cost must not grow with the organization: a page walks an index in
 * the order of names, or starts from the few patients that fit something it asks for.
 */
import { text } from '@foyer/contracts/fields.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isRowId, keyOfRow, pageOf, type RowId } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { createCursor } from '../../http/paging.ts'
import { recordOf, recordsFrom } from '../patients/patients.ts'
import { isSearchAlone, type PatientFilter } from './patient-list.rules.ts'

/** The key of a patient in the list. */
interface Place {
  readonly last: string
  readonly first: string
  readonly id: string
}

const PLACE = z.codec(z.tuple([text(400), text(400), text(100)]), z.custom<Place>(), {
  decode: ([last, first, id]) => ({ last, first, id }),
  encode: ({ last, first, id }): [string, string, string] => [last, first, id],
})

export const PATIENTS_CURSOR = createCursor('patients', PLACE)

/** [OPEN-054] The total is exact up to here. */
export const TOTAL_MAX = 1000
/** A page whose filter fits more patients walks the names, because it meets its rows soon. */
const FOUND_MAX = 5000

interface Asked {
  readonly filter: PatientFilter
  readonly after: Place | RowId | null
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

interface Page {
  readonly patients: PatientRecord[]
  /** The key of the page's last patient, if more follow. */
  readonly end: Place | null
}

interface Found {
  /** The patients with whom the page and its total begin; null: all may fit. */
  readonly ids: readonly string[] | null
  /** Whether each thing that is asked for fits more patients than are collected. */
  readonly areMany: boolean
}

/**
 * Finds the patients of what fits the fewest, once for the page and its total. The store cannot guess how many patients have
 * a beginning of a name that it is not told yet, and would walk through all.
 */
export async function findIds(tx: Tx, filter: PatientFilter): Promise<Found> {
  const sets = setsOf(filter)
  if (sets.length === 0) return { ids: null, areMany: false }
  const few = sql.lit(FOUND_MAX)
  const { rows } = await sql<Found>`
    with sets as materialized (
      select ids, cardinality(ids) as size from (${sql.join(
        sets.map((set) => sql`select ${set} as ids`),
        sql` union all `,
      )}) as found
    )
    select (select ids from sets where size <= ${few} order by size limit 1) as ids,
      coalesce((select bool_and(size > ${few}) from sets), false) as "areMany"`.execute(tx)
  return rows[0] ?? { ids: null, areMany: false }
}

/** Arrays of ids, each from an index of its own; null for a search that finds a large part of all. */
function setsOf(filter: PatientFilter): RawBuilder<unknown>[] {
  const { search, beginning, firstName, mrn } = filter
  const most = sql.lit(FOUND_MAX + 1)
  const those = (condition: RawBuilder<unknown>) =>
    sql`(select id from patients where organization_id = ${filter.organizationId} and ${condition} limit ${most})`
  const born = bornWithin(filter)
  return [
    ...(search === null
      ? []
      : [
          sql`case when not is_common_search(${patternsOf(search)})
            then array(select found_patients(${patternsOf(search)}, ${most})) end`,
        ]),
    ...(beginning === null
      ? []
      : [
          sql`array(${sql.join(
            KEYS.map((key) => those(begins(key, beginning))),
            sql` union `,
          )})`,
        ]),
    ...(firstName === null ? [] : [sql`array${those(begins('first_key', firstName))}`]),
    ...(mrn === null ? [] : [sql`array${those(begins('mrn_key', mrn))}`]),
    ...(born === null ? [] : [sql`array${those(born)}`]),
  ]
}

/** `found` is what `findIds` returned. */
export async function listPatients(tx: Tx, { filter, after, offset, limit, now }: Asked, found: Found): Promise<Page> {
  const page = sql`(
    select * from patients
    where ${where(filter, found)} ${after === null ? sql`` : sql`and (${IN_ORDER}) > ${keyOf(after)}`}
    order by ${IN_ORDER}
    offset ${sql.lit(offset)} limit ${sql.lit(limit + 1)})`
  const { rows } = await sql<Parameters<typeof recordOf>[0] & { first_key: string; last_key: string }>`
    ${recordsFrom(page, now)} order by p.last_key, p.first_key, p.id`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ last: row.last_key, first: row.first_key, id: row.id }))
  return { patients: shown.map(recordOf), end }
}

/** Counts one patient more than `TOTAL_MAX` at most. */
export async function countPatients(tx: Tx, filter: PatientFilter, found: Found): Promise<number> {
  if (found.areMany && isSearchAlone(filter)) return TOTAL_MAX + 1
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from patients where ${where(filter, found)} limit ${sql.lit(TOTAL_MAX + 1)}
    ) as bounded`.execute(tx)
  return rows[0]?.total ?? 0
}

const IN_ORDER = sql`last_key, first_key, id`

function keyOf(after: Place | RowId): RawBuilder<unknown> {
  return isRowId(after) ? keyOfRow('patients', IN_ORDER, after) : rowOf(after)
}

/** The collation of the keys in the index. */
function rowOf({ last, first, id }: Place): RawBuilder<unknown> {
  return sql`(${last}::text collate "C", ${first}::text collate "C", ${id}::text)`
}

function where(filter: PatientFilter, { ids }: Found): RawBuilder<unknown> {
  const { search, beginning, doctorId, insuranceType, gender, eligible } = filter
  const born = bornWithin(filter)
  const conditions = [
    sql`organization_id = ${filter.organizationId}`,
    ...(ids === null ? [] : [sql`id = any(${[...ids]}::text[])`]),
    ...(search === null ? [] : [fits(search)]),
    ...(beginning === null
      ? []
      : [
          sql`(${sql.join(
            KEYS.map((key) => begins(key, beginning)),
            sql` or `,
          )})`,
        ]),
    ...(filter.lastName === null ? [] : [begins('last_key', filter.lastName)]),
    ...(filter.firstName === null ? [] : [begins('first_key', filter.firstName)]),
    ...(filter.mrn === null ? [] : [begins('mrn_key', filter.mrn)]),
    ...(doctorId === null ? [] : [sql`shown_doctor_id = ${doctorId}`]),
    ...(insuranceType === null ? [] : [sql`insurance_type = ${insuranceType}`]),
    ...(gender === null ? [] : [sql`gender = ${gender}`]),
    ...(eligible === null ? [] : [eligible ? sql`eligible` : sql`eligible is not true`]),
    ...(born === null ? [] : [born]),
    ...(filter.isAliveOnly ? [sql`not deceased`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

type Search = NonNullable<PatientFilter['search']>

function patternsOf({ words, digits }: Search): RawBuilder<unknown> {
  return sql`${[...words]}::text[], ${digits}::text`
}

/** Whether `found_patients` finds the patient. */
function fits({ words, digits }: Search): RawBuilder<unknown> {
  return sql`(search_key like all (${[...words]}::text[]) or search_key like ${digits}::text)`
}

const KEYS = ['last_key', 'first_key', 'mrn_key'] as const

/** A range, because `like` isn't leakproof and would not reach an index under row-level security. */
function begins(column: (typeof KEYS)[number], beginning: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${`${beginning}\u{10FFFF}`})`
}

function bornWithin({ bornFrom, bornUntil }: PatientFilter): RawBuilder<unknown> | null {
  if (bornFrom === bornUntil) return bornFrom === null ? null : sql`birthdate = ${bornFrom}::date`
  const ends = [
    ...(bornFrom === null ? [] : [sql`birthdate >= ${bornFrom}::date`]),
    ...(bornUntil === null ? [] : [sql`birthdate <= ${bornUntil}::date`]),
  ]
  return sql`(${sql.join(ends, sql` and `)})`
}
