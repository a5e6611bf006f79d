import type { Membership } from '@foyer/contracts/organization.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import type { Tx } from '../../db/database.ts'
import { identityTables } from './identity-tables.ts'

/** [OPEN-015] */
export async function findUser(tx: Tx, userId: string): Promise<User | undefined> {
  const user = await identityTables(tx)
    .selectFrom('user')
    .select(['id', 'name', 'email', 'image'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return undefined
  return {
    _id: user.id,
    sub: user.id,
    name: user.name,
    email: user.email,
    picture: user.image,
    organizations: await listMemberships(tx, userId),
  }
}

async function listMemberships(tx: Tx, userId: string): Promise<Membership[]> {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id as _id', 'organizations.name', 'type', 'timezone', 'role'])
    .where('user_id', '=', userId)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()
}

/** Of anything that somebody typed: the store can't even be asked for a NUL. */
export async function findUserIdOf(tx: Tx, typed: string): Promise<string | undefined> {
  const email = typed.replaceAll('\u0000', ' ')
  const user = await identityTables(tx).selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
  return user?.id
}

export async function isDisabled(tx: Tx, userId: string): Promise<boolean> {
  const user = await identityTables(tx)
    .selectFrom('user')
    .select('disabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.disabled ?? true
}

/** False when there is no such user. */
export async function saveDisabled(tx: Tx, userId: string, disabled: boolean, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await identityTables(tx)
    .updateTable('user')
    .set({ disabled, updatedAt: at })
    .where('id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteMember(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface NewAccount {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly at: Date
}

export async function addAccount(tx: Tx, { id, accountId, email, name, passwordHash, at }: NewAccount): Promise<void> {
  const identity = identityTables(tx)
  await identity
    .insertInto('user')
    .values({ id, email, name, image: null, emailVerified: true, createdAt: at, updatedAt: at })
    .execute()
  await identity
    .insertInto('account')
    .values({
      id: accountId,
      // For a local account better-auth wants the user's own id here.
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: passwordHash,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
}
