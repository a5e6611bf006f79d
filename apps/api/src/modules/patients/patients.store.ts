import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import type { Member } from './named-member.rules.ts'
import type { Owner } from './patients.rules.ts'

/**
 * Finds the only patient of a number, to link a conversation to; null if there is none, or several of whom a person must
 * choose. The share lock makes `refresh` of the patient wait for the new link. The caller has locked the conversation.
 * [OPEN-101]
 */
export async function lockOnlyOwner(tx: Tx, organizationId: string, phoneNumber: string): Promise<Owner | null> {
  return (await lockOnlyOwners(tx, organizationId, [phoneNumber])).get(phoneNumber) ?? null
}

/**
 * Does the same for several numbers, by number, except those for which `unless` is true. Its argument is the number's
 * column. Patients are locked in the order of their ids.
 */
export async function lockOnlyOwners(
  tx: Tx,
  organizationId: string,
  phoneNumbers: readonly string[],
  unless: (number: RawBuilder<unknown>) => RawBuilder<boolean> = () => sql`false`,
): Promise<ReadonlyMap<string, Owner>> {
  // An array, and two in any order: joined, or the first two by their ids, they made PostgreSQL compare every patient of the
  // organization with every other as long as the table has no statistics, such as after an import.
  const two = sql<string>`any(array(
    select two.id from unnest(${[...new Set(phoneNumbers)]}::text[]) as given (number)
    cross join lateral (
      select id from patients where organization_id = ${organizationId} and phone_number = given.number limit 2
    ) as two
    where not ${unless(sql.ref('given.number'))}))`
  const rows = await owners(tx, organizationId)
    .select('phone_number')
    .where('id', '=', two)
    .orderBy('id')
    .forShare()
    .execute()
  const ofNumber = Map.groupBy(rows, ({ phone_number }) => phone_number ?? '')
  return new Map(
    [...ofNumber].flatMap(([number, [owner, another]]) => (owner && !another ? [[number, ownerOf(owner)]] : [])),
  )
}

/** The most patients of one number whose names a text is compared with. */
const MEMBERS_MAX = 20

/** The patients of each number that several share, by number. */
export async function listSharing(
  tx: Tx,
  organizationId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Member[]>> {
  const { rows } = await sql<Member & { number: string }>`
    select given.number, member.id, member.first_name as "firstName"
    from unnest(${[...new Set(phoneNumbers)]}::text[]) as given (number)
    cross join lateral (
      select id, first_name from patients
      where organization_id = ${organizationId} and phone_number = given.number
      order by id limit ${sql.lit(MEMBERS_MAX)}
    ) as member`.execute(tx)
  const ofNumber = Map.groupBy(rows, ({ number }) => number)
  return new Map([...ofNumber].filter(([, members]) => members.length > 1))
}

/** Reads the patient to whom a staff member links a conversation, with the same lock. */
export async function lockOwner(tx: Tx, organizationId: string, id: string): Promise<Owner> {
  const owner = await owners(tx, organizationId).where('id', '=', id).forShare().executeTakeFirst()
  if (!owner) throw notFound()
  return ownerOf(owner)
}

/**
 * Locks patients whose facts change, in the order of their ids, so that no conversation is linked to them meanwhile. The
 * lock lets foreign keys be checked: a message that is filed under a patient checks its key while it holds the head.
 */
export async function lockPatients(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await owners(tx, organizationId).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Reads the patient whom a staff member chose. */
export async function findOwner(tx: Tx, organizationId: string, id: string): Promise<Owner> {
  const owner = await owners(tx, organizationId).where('id', '=', id).executeTakeFirst()
  if (!owner) throw notFound()
  return ownerOf(owner)
}

/** Returns the patients that exist, by their ids. */
export async function findOwners(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
  const rows = await owners(tx, organizationId).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, ownerOf(row)]))
}

function owners(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'mrn'])
    .where('organization_id', '=', organizationId)
}

function ownerOf(row: { id: string; first_name: string; last_name: string; mrn: string | null }): Owner {
  return { id: row.id, name: `${row.first_name} ${row.last_name}`.trim(), mrn: row.mrn }
}

/** Finds the only patient with this e-mail address; null if there is none, or several, such as a family that shares one. */
export async function findOnlyOwnerOfEmail(tx: Tx, organizationId: string, email: string): Promise<Owner | null> {
  const [owner, another] = await owners(tx, organizationId).where('email', '=', email.toLowerCase()).limit(2).execute()
  return !owner || another ? null : ownerOf(owner)
}

export async function hasEmail(
  tx: Tx,
  { organizationId, patientId, email }: { organizationId: string; patientId: string; email: string },
): Promise<boolean> {
  const found = await owners(tx, organizationId)
    .where('id', '=', patientId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return found !== undefined
}

/** Reads the patient's own time zone; null if only the organization's is known. */
export async function readTimezone(tx: Tx, organizationId: string, patientId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('patients')
    .select('timezone')
    .where('organization_id', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  return row?.timezone ?? null
}

/** The patient's number, which may be null; undefined if there is no such patient. */
export async function findNumber(
  tx: Tx,
  organizationId: string,
  patientId: string,
): Promise<{ readonly phoneNumber: string | null } | undefined> {
  return tx
    .selectFrom('patients')
    .select('phone_number as phoneNumber')
    .where('organization_id', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst()
}

interface Addressed {
  readonly organizationId: string
  /** The patient whom it is about; null for the one of the number. */
  readonly patientId?: string | RawBuilder<string | null> | null | undefined
  readonly phoneNumber: string | RawBuilder<string>
}

/**
 * Whether a text would go to somebody who is deceased: the patient whom it is about, else the patient of the number's
 * conversation, else all patients of the number. The survivors of a family who share a number get texts about themselves.
 */
export function isToDeceased(tx: Tx, { organizationId, patientId = null, phoneNumber }: Addressed): Promise<boolean> {
  const about = sql`(select deceased from patients where organization_id = ${organizationId} and id = ${patientId})`
  const [linked, all] = deceasedOf(organizationId, phoneNumber)
  return first(tx, [about, linked, all])
}

/** Whether an answer to a text would reach nobody who is alive: a survivor who shares the number may have written. */
export function isNumberOfDeceased(tx: Tx, { organizationId, phoneNumber }: Addressed): Promise<boolean> {
  const [linked, all] = deceasedOf(organizationId, phoneNumber)
  return first(tx, [all, linked])
}

/** The same within another statement. */
export function numberOfDeceased({ organizationId, phoneNumber }: Addressed): RawBuilder<boolean> {
  const [linked, all] = deceasedOf(organizationId, phoneNumber)
  return firstOf([all, linked])
}

function deceasedOf(
  organizationId: string,
  phoneNumber: Addressed['phoneNumber'],
): [RawBuilder<unknown>, RawBuilder<unknown>] {
  return [
    sql`(
      select p.deceased from conversations as c
      join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
      where c.organization_id = ${organizationId} and c.channel = 'sms' and c.sender = ${phoneNumber})`,
    sql`(
      select bool_and(deceased) from patients
      where organization_id = ${organizationId} and phone_number = ${phoneNumber})`,
  ]
}

/** The first that is known. */
function firstOf(facts: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.join(facts, sql`, `)}, false)`
}

async function first(tx: Tx, facts: readonly RawBuilder<unknown>[]): Promise<boolean> {
  const { rows } = await sql<{ deceased: boolean }>`select ${firstOf(facts)} as deceased`.execute(tx)
  return rows[0]?.deceased ?? false
}

export async function isDeceased(tx: Tx, organizationId: string, patientId: string | null): Promise<boolean> {
  if (patientId === null) return false
  const row = await tx
    .selectFrom('patients')
    .select('deceased')
    .where('organization_id', '=', organizationId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  return row?.deceased ?? false
}
