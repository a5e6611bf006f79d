import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'

/** The organizations that the person belongs or belonged to, in the order of their ids, with the memberships locked. */
export async function lockStaff(tx: Tx, userId: string, among?: readonly string[]): Promise<string[]> {
  if (among?.length === 0) return []
  await tx
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .$if(among !== undefined, (query) => query.where('organization_id', 'in', among ?? []))
    .orderBy('organization_id')
    .forUpdate()
    .execute()
  const known = await tx
    .selectFrom('known_members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .$if(among !== undefined, (query) => query.where('organization_id', 'in', among ?? []))
    .orderBy('organization_id')
    .execute()
  return known.map(({ organization_id }) => organization_id)
}

/** The person as colleagues of this organization see them from this version on. */
export async function saveStaffVersion(
  tx: Tx,
  { organizationId, userId, version }: { organizationId: string; userId: string; version: number },
): Promise<Staff> {
  const { name, email } = await identityTables(tx)
    .selectFrom('user')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const member = await tx
    .updateTable('members')
    .set({ version })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .returning('role')
    .executeTakeFirst()
  return { _id: userId, name, email: member ? email : null, role: member?.role ?? null, version }
}
