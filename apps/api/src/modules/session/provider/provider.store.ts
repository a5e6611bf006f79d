/**
 * Store of provider sign-ins: sign-ins under way, the accounts of subjects, and the memberships that the provider
 * governs.
 */
import type { Role } from '@foyer/contracts/organization.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'
import type { Membership } from './mapping.rules.ts'

interface BegunSignIn {
  /** Digests. */
  readonly state: string
  readonly browser: string
  readonly nonce: string
  readonly verifier: string
  readonly return_to: string
  readonly expires_at: Date
}

export async function addSignIn(tx: Tx, begun: BegunSignIn): Promise<void> {
  await identityTables(tx).insertInto('provider_sign_ins').values(begun).execute()
}

/** Deletes and returns the sign-in, only for the browser that began it. */
export async function takeSignIn(
  tx: Tx,
  { state, browser, now }: { state: string; browser: string; now: Date },
): Promise<BegunSignIn | undefined> {
  return identityTables(tx)
    .deleteFrom('provider_sign_ins')
    .where('state', '=', state)
    .where('browser', '=', browser)
    .where('expires_at', '>', now)
    .returning(['state', 'browser', 'nonce', 'verifier', 'return_to', 'expires_at'])
    .executeTakeFirst()
}

export async function deleteOverSignIns(tx: Tx, now: Date): Promise<void> {
  await identityTables(tx).deleteFrom('provider_sign_ins').where('expires_at', '<=', now).execute()
}

/** Serializes sign-ins of one subject until the transaction ends, so two first sign-ins at once make one account. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provider ${subject}`}, 0))`.execute(tx)
}

/** The provider's id in better-auth's `account` table. */
const PROVIDER = 'oidc'

interface KnownUser {
  readonly id: string
  readonly disabled: boolean
}

/** Locks the user's row, so nobody can disable the user before their session begins. */
export async function findBound(tx: Tx, accountId: string): Promise<KnownUser | undefined> {
  return identityTables(tx)
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['user.id', 'user.disabled'])
    .where('providerId', '=', PROVIDER)
    .where('accountId', '=', accountId)
    .forUpdate('user')
    .executeTakeFirst()
}

/** Locks the row; says whether its e-mail address is verified and whether another subject is bound to it. */
export async function findByEmail(
  tx: Tx,
  email: string,
): Promise<(KnownUser & { readonly emailVerified: boolean; readonly bound: boolean }) | undefined> {
  const user = await identityTables(tx)
    .selectFrom('user')
    .select(['id', 'disabled', 'emailVerified'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) return undefined
  const other = await identityTables(tx)
    .selectFrom('account')
    .select('id')
    .where('userId', '=', user.id)
    .where('providerId', '!=', 'credential')
    .executeTakeFirst()
  return { ...user, bound: other !== undefined }
}

interface Binding {
  readonly id: string
  readonly accountId: string
  readonly userId: string
  readonly at: Date
}

export async function bind(tx: Tx, { id, accountId, userId, at }: Binding): Promise<void> {
  await identityTables(tx)
    .insertInto('account')
    .values({ id, accountId, providerId: PROVIDER, userId, password: null, createdAt: at, updatedAt: at })
    .execute()
}

interface NewUser {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  readonly at: Date
}

export async function addUser(tx: Tx, { id, email, emailVerified, name, at }: NewUser): Promise<void> {
  await identityTables(tx)
    .insertInto('user')
    .values({ id, email, emailVerified, name, image: null, createdAt: at, updatedAt: at })
    .execute()
}

export async function listMemberships(tx: Tx, userId: string): Promise<Membership[]> {
  return tx
    .selectFrom('members')
    .select(['organization_id as organizationId', 'role', 'governed_by as governedBy'])
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute()
}

interface GovernedMember {
  readonly organizationId: string
  readonly userId: string
  readonly role: Role
}

export async function saveGoverned(tx: Tx, { organizationId, userId, role }: GovernedMember): Promise<void> {
  await tx
    .updateTable('members')
    .set({ role, governed_by: 'provider' })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}
