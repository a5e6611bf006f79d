import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'

/** Locks the person's memberships and returns the ids of the current and former organizations in order. */
export async function lockStaff(tx: Tx, userId: string, among?: readonly string[]): Promise<string[]> {
  if (among?.length === 0) return []
  const locking = tx
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .$if(among !== undefined, (query) => query.where('organization_id', 'in', among ?? []))
    .orderBy('organization_id')
    .forUpdate()
  sendUnawaited(tx, locking)
  const known = await tx
    .selectFrom('known_members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .$if(among !== undefined, (query) => query.where('organization_id', 'in', among ?? []))
    .orderBy('organization_id')
    .execute()
  return known.map(({ organization_id }) => organization_id)
}

/** Locks one membership, if it exists, without waiting for the store. */
export function lockStaffIn(tx: Tx, { organizationId, userId }: { organizationId: string; userId: string }): void {
  const membership = tx.selectFrom('members').select('organization_id').where('organization_id', '=', organizationId)
  sendUnawaited(tx, membership.where('user_id', '=', userId).forUpdate())
}

/** Saves the version and returns the person as colleagues of this organization see the person from then on. */
export async function saveStaffVersion(
  tx: Tx,
  { organizationId, userId, version }: { organizationId: string; userId: string; version: number },
): Promise<Staff> {
  const [{ name, email, disabled }, member] = await Promise.all([
    identityTables(tx)
      .selectFrom('user')
      .select(['name', 'email', 'disabled'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    tx
      .updateTable('members')
      .set({ version })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .returning('role')
      .executeTakeFirst(),
  ])
  const known = { _id: userId, name, version }
  return member && !disabled ? { ...known, email, role: member.role } : { ...known, email: null, role: null }
}
