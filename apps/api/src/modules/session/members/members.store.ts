import type { Role } from '@foyer/contracts/organization.ts'
import type { Queries, Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'

interface Key {
  readonly organizationId: string
  readonly userId: string
}

export interface MemberRow {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: Date
  readonly governedBy: 'foyer' | 'provider'
  readonly secondFactor: boolean
}

/** Lists all members of an organization by name, or only the one with `userId`. */
export async function listMembers(queries: Queries, organizationId: string, userId?: string): Promise<MemberRow[]> {
  return identityTables(queries)
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.user_id')
    .select(['user.id as userId', 'user.name', 'user.email', 'members.role'])
    .select(['members.created_at as joinedAt', 'members.governed_by as governedBy'])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('second_factors')
            .select('user_id')
            .whereRef('user_id', '=', 'user.id')
            .where('since', 'is not', null),
        )
        .$castTo<boolean>()
        .as('secondFactor'),
    )
    .where('members.organization_id', '=', organizationId)
    .$if(userId !== undefined, (query) => query.where('members.user_id', '=', userId as string))
    .orderBy('user.name')
    .orderBy('user.id')
    .execute()
}

export async function hasMember(tx: Tx, organizationId: string, email: string): Promise<boolean> {
  const row = await identityTables(tx)
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.user_id')
    .select('user.id')
    .where('members.organization_id', '=', organizationId)
    .where('user.email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the organization's members, roles and invitations against other changes until this transaction ends. */
export async function lockMembership(tx: Tx, organizationId: string): Promise<void> {
  // NO KEY UPDATE, because the stronger lock would block every insert of a row that references the organization.
  await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
}

/** Disabled admins count: an admin can enable them. */
export async function hasAdmin(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another admin can act. Disabled admins do not count, because they can't sign in. */
export async function hasAnotherAdmin(tx: Tx, { organizationId, userId }: Key): Promise<boolean> {
  const row = await identityTables(tx)
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.user_id')
    .select('user.id')
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'admin')
    .where('user.disabled', '=', false)
    .where('user.id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveRole(tx: Tx, { organizationId, userId }: Key, role: Role): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

export async function addMember(tx: Tx, { organizationId, userId }: Key, role: Role, at: Date): Promise<void> {
  await tx
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute()
}
