import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { text } from '@foyer/contracts/fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isRowId, keyOfRow, pageOf, type RowId } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { createCursor } from '../../http/paging.ts'
import { notFound } from '../../http/refusal.ts'
import type { NamedDoctor } from './archive-file.ts'
import { pictureAddress } from './picture-address.rules.ts'

interface Place {
  readonly last: string
  readonly first: string
  readonly id: string
}

const PLACE = z.codec(z.tuple([text(200), text(200), text(100)]), z.custom<Place>(), {
  decode: ([last, first, id]) => ({ last, first, id }),
  encode: ({ last, first, id }): [string, string, string] => [last, first, id],
})

export const DOCTORS_CURSOR = createCursor('doctors', PLACE)

interface Asked {
  readonly organizationId: string
  readonly search: string
  /** Absent: the doctors of all departments, and those without one. */
  readonly departmentId?: string | undefined
  readonly archived: boolean
  readonly after: Place | RowId | null
  readonly limit: number
  readonly now: Date
}

interface Row {
  readonly organization_id: string
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly last_key: string
  readonly first_key: string
  readonly name: string
  readonly npi: string | null
  readonly specialty: string | null
  readonly bio: string | null
  readonly languages: string[]
  readonly phone: string | null
  readonly email: string | null
  readonly address: string | null
  readonly department_id: string | null
  readonly department_name: string | null
  readonly picture_id: string | null
  readonly archived_at: Date | null
  readonly visits_ahead: number
  readonly version: number
}

/** `source` is a table or a query of rows of `doctors`. The visits are counted for its rows alone. */
function doctorsFrom(source: RawBuilder<unknown>, now: Date): RawBuilder<Row> {
  return sql<Row>`
    select d.organization_id, d.id, d.first_name, d.last_name, lower(d.last_name) as last_key,
      lower(d.first_name) as first_key, d.name, d.npi, d.specialty, d.bio, d.languages, d.phone, d.email, d.address,
      d.department_id, departments.name as department_name, d.picture_id, d.archived_at, d.version::int8 as version,
      ahead.visits::int as visits_ahead
    from ${source} as d
    left join departments on departments.organization_id = d.organization_id and departments.id = d.department_id
    cross join lateral (
      select count(*) as visits from appointments as a
      where a.organization_id = d.organization_id and a.doctor_id = d.id
        and a.status in ('scheduled', 'confirmed') and a.starts_at > ${now}
    ) as ahead`
}

const IN_ORDER = sql`lower(last_name), lower(first_name), id`

export async function listDoctors(
  tx: Tx,
  { organizationId, search, departmentId, archived, after, limit, now }: Asked,
): Promise<{ doctors: Doctor[]; end: Place | null }> {
  const ofDepartment = departmentId === undefined ? sql`` : sql`and department_id = ${departmentId}`
  // An organization has hundreds of doctors at most, so a part of a name is looked for in all of them.
  const found =
    search === '' ? sql`` : sql`and (position(lower(${search}) in lower(name || ' ' || coalesce(specialty, ''))) > 0)`
  const key = (place: Place | RowId) =>
    isRowId(place) ? keyOfRow('doctors', IN_ORDER, place) : sql`(${place.last}, ${place.first}, ${place.id})`
  const beyond = after === null ? sql`` : sql`and (${IN_ORDER}) > ${key(after)}`
  const source = sql`(
    select * from doctors
    where organization_id = ${organizationId} and archived_at is ${archived ? sql`not` : sql``} null
      ${ofDepartment} ${found} ${beyond}
    order by ${IN_ORDER} limit ${limit + 1})`
  const { rows } = await sql<Row>`${doctorsFrom(source, now)} order by last_key, first_key, id`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ last: row.last_key, first: row.first_key, id: row.id }))
  return { doctors: shown.map(doctorOf), end }
}

/** The doctor; 404 if the organization has none with this id. */
export async function readProfile(tx: Tx, organizationId: string, id: string, now: Date): Promise<Doctor> {
  const source = sql`(select * from doctors where organization_id = ${organizationId} and id = ${id})`
  const { rows } = await doctorsFrom(source, now).execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return doctorOf(row)
}

/** The part of a doctor's record that other modules read. */
export type KnownDoctor = Pick<Doctor, '_id' | 'name' | 'archived'>

/** The doctor; 404 if the organization has none with this id. */
export async function readDoctor(tx: Tx, organizationId: string, id: string): Promise<KnownDoctor> {
  const row = await known(tx, organizationId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return knownOf(row)
}

/** The doctors whom new appointments may name, by last name. */
export async function listActiveDoctors(tx: Tx, organizationId: string): Promise<KnownDoctor[]> {
  const rows = await known(tx, organizationId)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .execute()
  return rows.map(knownOf)
}

function known(tx: Tx, organizationId: string) {
  return tx.selectFrom('doctors').select(['id', 'name', 'archived_at']).where('organization_id', '=', organizationId)
}

function knownOf({ id, name, archived_at }: { id: string; name: string; archived_at: Date | null }): KnownDoctor {
  return { _id: id, name, archived: archived_at !== null }
}

/**
 * The ids of the doctors that are meant: by an id where it is a doctor's, else by an NPI. `unknown` are the others, each by its
 * NPI if it has one, because that says more than the id of another system.
 */
export async function idsOfNamed(
  tx: Tx,
  organizationId: string,
  named: readonly NamedDoctor[],
): Promise<{ ids: readonly string[]; unknown: readonly string[] }> {
  // Ids alone need no look: the lock finds out which of them are doctors.
  if (named.every(({ ids, npis }) => ids.length === 1 && npis.length === 0))
    return { ids: [...new Set(named.flatMap(({ ids }) => ids))], unknown: [] }
  const { rows } = await sql<{ id: string; npi: string | null }>`
    select id, npi from doctors where organization_id = ${organizationId}
      and (id = any(${named.flatMap(({ ids }) => ids)}::text[]) or npi = any(${named.flatMap(({ npis }) => npis)}::text[]))`.execute(
    tx,
  )
  const known = new Set(rows.map(({ id }) => id))
  const byNpi = new Map(rows.map(({ id, npi }) => [npi, id]))
  const [ids, unknown] = [new Set<string>(), new Set<string>()]
  for (const { ids: given, npis } of named) {
    const id = given.find((one) => known.has(one)) ?? npis.map((npi) => byNpi.get(npi)).find((one) => one !== undefined)
    if (id === undefined) unknown.add(npis[0] ?? given[0] ?? '')
    else ids.add(id)
  }
  return { ids: [...ids], unknown: [...unknown] }
}

interface Locked {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly now: Date
}

/**
 * Locks doctors in the order of their ids against other changes of them. Bookings, which refer to a doctor, don't wait:
 * the lock is weaker than that of a changed key.
 */
export async function lockDoctors(tx: Tx, { organizationId, ids, now }: Locked): Promise<Doctor[]> {
  const asked = sql`organization_id = ${organizationId} and id = any(${[...ids]}::text[])`
  // Sent together. The second one reads the rows as the locks' holders before it left them.
  const [, { rows }] = await Promise.all([
    sql`select id from doctors where ${asked} order by id for no key update`.execute(tx),
    doctorsFrom(sql`(select * from doctors where ${asked})`, now).execute(tx),
  ])
  return rows.map(doctorOf)
}

/** The instants at which doctors were archived. */
export async function archivedSince(
  tx: Tx,
  { organizationId, ids }: Omit<Locked, 'now'>,
): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await known(tx, organizationId).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, archived_at }) => [id, archived_at]))
}

export async function listDepartments(tx: Tx, organizationId: string): Promise<{ _id: string; name: string }[]> {
  const rows = await tx
    .selectFrom('departments')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name }) => ({ _id: id, name }))
}

function doctorOf(row: Row): Doctor {
  const { organization_id: organizationId, picture_id: pictureId } = row
  return {
    _id: row.id,
    organizationId,
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.name,
    npi: row.npi,
    specialty: row.specialty,
    bio: row.bio,
    languages: row.languages,
    phone: row.phone,
    email: row.email,
    address: row.address,
    departmentId: row.department_id,
    departmentName: row.department_name,
    picture: pictureId === null ? null : pictureAddress({ organizationId, pictureId }),
    archived: row.archived_at !== null,
    visitsAhead: row.visits_ahead,
    version: row.version,
  }
}
