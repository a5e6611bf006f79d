import type { OrganizationType } from '@foyer/contracts/organization.ts'
import { entryOf } from '../../db/entry.ts'
import type { Queries, Tx } from '../../db/tx.ts'

export interface Clinic {
  readonly name: string
  readonly timezone: string
  /** E.164; null if the clinic has no number. */
  readonly smsNumber: string | null
}

export async function readClinic(tx: Tx, organizationId: string): Promise<Clinic> {
  const entered = entryOf(tx)
  const row =
    (entered && (await entered)) ??
    (await tx
      .selectFrom('organizations')
      .select(['name', 'timezone', 'sms_number'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow())
  return { name: row.name, timezone: row.timezone, smsNumber: row.sms_number }
}

/** The number that the clinic faxes from, in E.164; null if it has none. */
export async function readFaxNumber(tx: Tx, organizationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('organizations')
    .select('fax_number')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.fax_number
}

export async function readType(tx: Tx, organizationId: string): Promise<OrganizationType> {
  const { type } = await tx
    .selectFrom('organizations')
    .select('type')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return type
}

/** In system scope: finds the organization whose number a patient texted. */
export async function findOrganizationOfNumber(queries: Queries, number: string): Promise<string | undefined> {
  const row = await queries.selectFrom('organizations').select('id').where('sms_number', '=', number).executeTakeFirst()
  return row?.id
}

/** In system scope: returns the ids that exist. */
export async function existingOrganizations(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('organizations').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

export interface ChatClinic {
  readonly name: string
  /** The origins whose pages may show the chat. */
  readonly sites: readonly string[]
}

export async function findChatClinic(tx: Tx, organizationId: string): Promise<ChatClinic | undefined> {
  const row = await tx
    .selectFrom('organizations')
    .select(['name', 'chat_sites'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row && { name: row.name, sites: row.chat_sites }
}

export interface NewOrganization {
  readonly id: string
  readonly name: string
  readonly type: OrganizationType
  readonly timezone: string
  /** E.164. */
  readonly smsNumber: string | null
  /** E.164; absent or null without a fax. */
  readonly faxNumber?: string | null
}

/** In system scope: adds the organization with the head of its log, whose first epoch is `epoch`. */
export async function insertOrganization(tx: Tx, organization: NewOrganization, epoch: string): Promise<void> {
  const { id, name, type, timezone, smsNumber, faxNumber = null } = organization
  const numbers = { sms_number: smsNumber, fax_number: faxNumber }
  await tx
    .insertInto('organizations')
    .values({ id, name, type, timezone, ...numbers })
    .execute()
  await tx.insertInto('organization_heads').values({ organization_id: id, epoch }).execute()
}

export async function hasOrganization(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).executeTakeFirst()
  return row !== undefined
}

/** In system scope: returns whether the id or the number, which must be unique, is taken already. */
export async function takenOf(
  tx: Tx,
  { id, smsNumber, faxNumber = null }: NewOrganization,
): Promise<'id' | 'number' | null> {
  const rows = await tx
    .selectFrom('organizations')
    .select('id')
    .where((of) => of.or([of('id', '=', id), of('sms_number', '=', smsNumber), of('fax_number', '=', faxNumber)]))
    .execute()
  if (rows.length === 0) return null
  return rows.some((row) => row.id === id) ? 'id' : 'number'
}
