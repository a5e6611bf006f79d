import type { User } from '@foyer/contracts/session/user.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries, Tx } from '../../db/tx.ts'
import { identityTables } from './identity.tables.ts'

/** [OPEN-015] */
export async function findUser(queries: Queries, userId: string): Promise<User | undefined> {
  const user = await identityTables(queries)
    .selectFrom('user')
    .select((of) => [
      ...(['user.id', 'user.name', 'user.email', 'user.image'] as const),
      jsonArrayFrom(
        of
          .selectFrom('members')
          .innerJoin('organizations', 'organizations.id', 'members.organization_id')
          .select(['organizations.id as _id', 'organizations.name', 'type', 'timezone', 'role'])
          .whereRef('user_id', '=', 'user.id')
          .orderBy('organizations.name')
          .orderBy('organizations.id'),
      ).as('organizations'),
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return undefined
  return {
    _id: user.id,
    sub: user.id,
    name: user.name,
    email: user.email,
    picture: user.image,
    organizations: user.organizations,
  }
}

/** `typed` is unchecked user input. */
export async function findUserIdOf(tx: Tx, typed: string): Promise<string | undefined> {
  const user = await identityTables(tx)
    .selectFrom('user')
    .select('id')
    .where('email', '=', withoutNul(typed))
    .executeTakeFirst()
  return user?.id
}

/** PostgreSQL rejects text that contains NUL. */
function withoutNul(typed: string): string {
  return typed.replaceAll('\u0000', ' ')
}

interface LockedUser {
  readonly email: string
  readonly disabled: boolean
  /** Null if the account has no password. */
  readonly passwordHash: string | null
}

/** Locks the user's row. Every change of how this user signs in and every new session takes this lock first. */
export async function lockUser(tx: Tx, userId: string): Promise<LockedUser | undefined> {
  const identity = identityTables(tx)
  const [user, passwordHash] = await Promise.all([
    identity.selectFrom('user').select(['email', 'disabled']).where('id', '=', userId).forUpdate().executeTakeFirst(),
    // A separate statement, which runs after the lock, so that it reads what was committed meanwhile.
    findPasswordHash(tx, userId),
  ])
  return user && { ...user, passwordHash }
}

async function findPasswordHash(queries: Queries, userId: string): Promise<string | null> {
  const account = await identityTables(queries)
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return account?.password ?? null
}

/** `typed` is unchecked user input. Undefined without such a user or without a password. */
export async function findCredentials(
  queries: Queries,
  typed: string,
): Promise<{ userId: string; passwordHash: string } | undefined> {
  return identityTables(queries)
    .selectFrom('user')
    .innerJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .select(['user.id as userId', 'account.password as passwordHash'])
    .where('user.email', '=', withoutNul(typed))
    .where('account.password', 'is not', null)
    .$narrowType<{ passwordHash: string }>()
    .executeTakeFirst()
}

export interface OwnLogin {
  readonly name: string
  readonly email: string
  readonly passwordHash: string | null
  /** Another sign-in method of the account. */
  readonly identityProvider: string | null
  /** Null without a second factor in force. */
  readonly secondFactorSince: Date | null
  readonly recoveryCodesLeft: number
}

export async function findOwnLogin(queries: Queries, userId: string): Promise<OwnLogin | undefined> {
  return identityTables(queries)
    .selectFrom('user')
    .select((of) => [
      'user.name',
      'user.email',
      of
        .selectFrom('account')
        .select('password')
        .whereRef('userId', '=', 'user.id')
        .where('providerId', '=', 'credential')
        .as('passwordHash'),
      of
        .selectFrom('account')
        .select('providerId')
        .whereRef('userId', '=', 'user.id')
        .where('providerId', '!=', 'credential')
        .limit(1)
        .as('identityProvider'),
      of.selectFrom('second_factors').select('since').whereRef('user_id', '=', 'user.id').as('secondFactorSince'),
      of
        .selectFrom('recovery_codes')
        .select((codes) => codes.fn.countAll<number>().as('left'))
        .whereRef('user_id', '=', 'user.id')
        .$asScalar()
        .$notNull()
        .as('recoveryCodesLeft'),
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst()
}

/** False if the user has this name already. */
export async function saveName(tx: Tx, userId: string, name: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await identityTables(tx)
    .updateTable('user')
    .set({ name, updatedAt: at })
    .where('id', '=', userId)
    .where('name', '!=', name)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if the account has no password. */
export async function savePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await identityTables(tx)
    .updateTable('account')
    .set({ password: passwordHash, updatedAt: at })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if there is no such user. */
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
  /** Null for an account without a password. */
  readonly passwordHash: string | null
  readonly at: Date
}

/** Its statements are sent at once. */
export async function addAccount(tx: Tx, { id, accountId, email, name, passwordHash, at }: NewAccount): Promise<void> {
  const identity = identityTables(tx)
  const user = identity
    .insertInto('user')
    .values({ id, email, name, image: null, emailVerified: true, createdAt: at, updatedAt: at })
  const account = identity.insertInto('account').values({
    id: accountId,
    // better-auth expects the user's own id here for a local account.
    accountId: id,
    providerId: 'credential',
    userId: id,
    password: passwordHash,
    createdAt: at,
    updatedAt: at,
  })
  await Promise.all([user.execute(), passwordHash !== null && account.execute()])
}
