/**
 * Pages of patients by last name, first name and id. Its cost must not grow with the organization: a page walks an index in
 * the order of names, or starts from the few patients that a search found.
 */
import { text } from '@foyer/contracts/fields.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { pageOf } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { createCursor } from '../../http/paging.ts'
import { recordOf, recordsFrom } from '../patients/patients.ts'
import type { PatientFilter } from './patient-list.rules.ts'

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
/** A search that finds more walks the names, because it meets the rows of a page soon. */
const FOUND_MAX = 5000

interface Asked {
  readonly filter: PatientFilter
  readonly after: Place | null
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

interface Page {
  readonly patients: PatientRecord[]
  /** The key of the page's last patient, if more follow. */
  readonly end: Place | null
}

/** Finds the patients of a search once, for its page and its total. Null if all patients may match. */
export async function findIds(tx: Tx, { search }: PatientFilter): Promise<readonly string[] | null> {
  if (search === null) return null
  const { rows } = await sql<{ id: string }>`
    select found_patients(${[...search.words]}::text[], ${search.digits}, ${sql.lit(FOUND_MAX + 1)}) as id`.execute(tx)
  return rows.length > FOUND_MAX ? null : rows.map(({ id }) => id)
}

/** `found` is what `findIds` returned. */
export async function listPatients(
  tx: Tx,
  { filter, after, offset, limit, now }: Asked,
  found: readonly string[] | null,
): Promise<Page> {
  const page = sql`(
    select * from patients
    where ${where(filter, found)} ${after === null ? sql`` : sql`and (last_key, first_key, id) > ${rowOf(after)}`}
    order by last_key, first_key, id
    offset ${sql.lit(offset)} limit ${sql.lit(limit + 1)})`
  const { rows } = await sql<Parameters<typeof recordOf>[0] & { first_key: string; last_key: string }>`
    ${recordsFrom(page, now)} order by p.last_key, p.first_key, p.id`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ last: row.last_key, first: row.first_key, id: row.id }))
  return { patients: shown.map(recordOf), end }
}

/** Counts one patient more than `TOTAL_MAX` at most. */
export async function countPatients(tx: Tx, filter: PatientFilter, found: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from patients where ${where(filter, found)} limit ${sql.lit(TOTAL_MAX + 1)}
    ) as bounded`.execute(tx)
  return rows[0]?.total ?? 0
}

/** The collation of the keys in the index. */
function rowOf({ last, first, id }: Place): RawBuilder<unknown> {
  return sql`(${last}::text collate "C", ${first}::text collate "C", ${id}::text)`
}

function where(filter: PatientFilter, found: readonly string[] | null): RawBuilder<unknown> {
  const { search, beginning, doctorId, insuranceType, gender, eligible, bornFrom, bornUntil } = filter
  const conditions = [
    sql`organization_id = ${filter.organizationId}`,
    ...(found === null ? (search === null ? [] : [foundBy(search)]) : [sql`id = any(${[...found]}::text[])`]),
    ...(beginning === null
      ? []
      : [
          sql`(${begins('last_key', beginning)} or ${begins('first_key', beginning)} or ${begins('mrn_key', beginning)})`,
        ]),
    ...(filter.lastName === null ? [] : [begins('last_key', filter.lastName)]),
    ...(filter.firstName === null ? [] : [begins('first_key', filter.firstName)]),
    ...(filter.mrn === null ? [] : [begins('mrn_key', filter.mrn)]),
    ...(doctorId === null ? [] : [sql`shown_doctor_id = ${doctorId}`]),
    ...(insuranceType === null ? [] : [sql`insurance_type = ${insuranceType}`]),
    ...(gender === null ? [] : [sql`gender = ${gender}`]),
    ...(eligible === null ? [] : [eligible ? sql`eligible` : sql`eligible is not true`]),
    ...(bornFrom === null ? [] : [sql`birthdate >= ${bornFrom}::date`]),
    ...(bornUntil === null ? [] : [sql`birthdate <= ${bornUntil}::date`]),
    ...(filter.isAliveOnly ? [sql`not deceased`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

function foundBy({ words, digits }: NonNullable<PatientFilter['search']>): RawBuilder<unknown> {
  return sql`(search_key like all (${[...words]}::text[]) or search_key like ${digits}::text)`
}

/** A range, because `like` isn't leakproof and would not reach an index under row-level security. */
function begins(column: 'last_key' | 'first_key' | 'mrn_key', beginning: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${`${beginning}\u{10FFFF}`})`
}
