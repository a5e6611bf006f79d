import type { Role } from '@foyer/contracts/organization.ts'
import type { Tx } from '../db/tx.ts'

export async function roleOf(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  const member = await tx
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.role
}
