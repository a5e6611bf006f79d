import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { text } from '@foyer/contracts/fields.ts'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { pageOf } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { createCursor } from '../../http/paging.ts'
import { notFound } from '../../http/refusal.ts'
import type { DoctorTable } from './doctors.tables.ts'

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
  readonly archived: boolean
  readonly after: Place | null
  readonly limit: number
}

export async function listDoctors(
  tx: Tx,
  { organizationId, search, archived, after, limit }: Asked,
): Promise<{ doctors: Doctor[]; end: Place | null }> {
  let query = doctorsOf(tx, organizationId).where('archived_at', archived ? 'is not' : 'is', null)
  // An organization has hundreds of doctors at most, so a part of a name is looked for in all of them.
  if (search !== '') query = query.where(sql<boolean>`position(lower(${search}) in lower(name)) > 0`)
  if (after !== null)
    query = query.where(
      sql<boolean>`(lower(last_name), lower(first_name), id) > (${after.last}, ${after.first}, ${after.id})`,
    )
  const rows = await query
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const { shown, end } = pageOf(rows, limit, (row) => ({ last: row.last_key, first: row.first_key, id: row.id }))
  return { doctors: shown.map(doctorOf), end }
}

/** The doctor; 404 if the organization has none with this id. */
export async function readDoctor(tx: Tx, organizationId: string, id: string): Promise<Doctor> {
  const row = await doctorsOf(tx, organizationId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return doctorOf(row)
}

/** The doctors whom new appointments may name, by last name. */
export async function listActiveDoctors(tx: Tx, organizationId: string): Promise<Doctor[]> {
  const rows = await doctorsOf(tx, organizationId)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .execute()
  return rows.map(doctorOf)
}

function doctorsOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('doctors')
    .select(['organization_id', 'id', 'first_name', 'last_name', 'name', 'npi', 'specialty', 'archived_at', 'version'])
    .select([sql<string>`lower(last_name)`.as('last_key'), sql<string>`lower(first_name)`.as('first_key')])
    .where('organization_id', '=', organizationId)
}

function doctorOf(row: Omit<Selectable<DoctorTable>, 'created_at'>): Doctor {
  return {
    _id: row.id,
    organizationId: row.organization_id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: row.name,
    npi: row.npi,
    specialty: row.specialty,
    archived: row.archived_at !== null,
    version: row.version,
  }
}
