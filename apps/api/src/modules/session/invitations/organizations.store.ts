import type { OrganizationType } from '@foyer/contracts/organization.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

export interface NewOrganization {
  readonly id: string
  readonly name: string
  readonly type: OrganizationType
  readonly timezone: string
  /** E.164. */
  readonly smsNumber: string | null
}

/** With the head of its log, whose first life is called `epoch`. */
export async function insertOrganization(tx: Tx, organization: NewOrganization, epoch: string): Promise<void> {
  const { id, name, type, timezone, smsNumber } = organization
  await tx.insertInto('organizations').values({ id, name, type, timezone, sms_number: smsNumber }).execute()
  await tx.insertInto('organization_heads').values({ organization_id: id, epoch }).execute()
}

/** Which of the two that an organization has alone is taken already. */
export async function takenOf(tx: Tx, { id, smsNumber }: NewOrganization): Promise<'id' | 'number' | null> {
  const rows = await tx
    .selectFrom('organizations')
    .select('id')
    .where((of) => of.or([of('id', '=', id), of('sms_number', '=', smsNumber)]))
    .execute()
  if (rows.length === 0) return null
  return rows.some((row) => row.id === id) ? 'id' : 'number'
}

/** Undefined where there is no such organization. */
export async function adminsOf(tx: Tx, organizationId: string): Promise<number | undefined> {
  const { rows } = await sql<{ admins: number }>`
    select (select count(*) from members where organization_id = organizations.id and role = 'admin') as admins
    from organizations where id = ${organizationId}`.execute(tx)
  return rows[0]?.admins
}
