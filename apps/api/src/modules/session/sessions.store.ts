import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { identityTables } from './identity.tables.ts'
import type { Lifetime } from './session.rules.ts'

/** A user's current state, with the claimed session if it exists and is theirs. */
export interface Holder {
  readonly disabled: boolean
  readonly session: Lifetime | undefined
  /** Ids of the organizations they belong to. */
  readonly organizations: string[]
  /** Those of them in which they are an admin. */
  readonly adminOf: string[]
}

const findHolder = prepared('holder', (queries, claimed: { userId: string; sessionId: string }) =>
  identityTables(queries)
    .selectFrom('user')
    .leftJoin('session', (join) =>
      join.onRef('session.userId', '=', 'user.id').on('session.id', '=', claimed.sessionId),
    )
    .select((of) => [
      'user.disabled',
      'session.expiresAt',
      'session.updatedAt as lastUsedAt',
      sql<string[]>`array(${of
        .selectFrom('members')
        .select('organization_id')
        .whereRef('user_id', '=', 'user.id')
        .orderBy('organization_id')})`.as('organizations'),
      sql<string[]>`array(${of
        .selectFrom('members')
        .select('organization_id')
        .whereRef('user_id', '=', 'user.id')
        .where('role', '=', 'admin')})`.as('adminOf'),
    ])
    .where('user.id', '=', claimed.userId),
)

export async function readHolder(
  queries: Queries,
  claimed: { userId: string; sessionId: string },
): Promise<Holder | undefined> {
  const [row] = await findHolder(queries, claimed)
  if (row === undefined) return undefined
  const { disabled, expiresAt, lastUsedAt, organizations, adminOf } = row
  const session = expiresAt !== null && lastUsedAt !== null ? { expiresAt, lastUsedAt } : undefined
  return { disabled, session, organizations, adminOf }
}

export interface NewSession {
  readonly id: string
  readonly token: string
  readonly userId: string
  readonly userAgent: string | null
  readonly now: Date
  readonly expiresAt: Date
}

/** Adds the session without waiting for the store: the transaction can't commit without it. */
export function sendSession(tx: Tx, { now, ...session }: NewSession): void {
  sendUnawaited(
    tx,
    identityTables(tx)
      .insertInto('session')
      .values({ ...session, createdAt: now, updatedAt: now }),
  )
}

/** Never moves backwards: when two uses race, the later time stays. */
export async function saveUse(queries: Queries, sessionId: string, at: Date): Promise<void> {
  await identityTables(queries)
    .updateTable('session')
    .set({ updatedAt: at })
    .where('id', '=', sessionId)
    .where('updatedAt', '<', at)
    .execute()
}

export interface EndedSession {
  readonly id: string
  readonly userId: string
}

/** Undefined if the user has no such session. */
export async function deleteSessionOf(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<EndedSession | undefined> {
  return identityTables(tx)
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .returning(['id', 'userId'])
    .executeTakeFirst()
}

export interface KeptSession extends Lifetime {
  readonly id: string
  readonly userAgent: string | null
  readonly startedAt: Date
}

/** Includes expired sessions that are not deleted yet; the last used first. */
export async function listSessionsOf(queries: Queries, userId: string): Promise<KeptSession[]> {
  return identityTables(queries)
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt as startedAt', 'updatedAt as lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteSession(tx: Tx, sessionId: string): Promise<EndedSession | undefined> {
  return identityTables(tx)
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .returning(['id', 'userId'])
    .executeTakeFirst()
}

/** Deletes unfinished sign-ins as well: a user between password and code starts again. */
export async function deleteSessionsOf(tx: Tx, userId: string): Promise<EndedSession[]> {
  const identity = identityTables(tx)
  sendUnawaited(tx, identity.deleteFrom('first_steps').where('user_id', '=', userId))
  return identity.deleteFrom('session').where('userId', '=', userId).returning(['id', 'userId']).execute()
}

/** Deletes expired sessions without revocations, because none of their tokens is still valid. */
export function deleteRunOut(tx: Tx, now: Date, idleMinutes: number): void {
  const unusedSince = new Date(now.getTime() - idleMinutes * 60_000)
  sendUnawaited(
    tx,
    identityTables(tx)
      .deleteFrom('session')
      .where((of) => of.or([of('expiresAt', '<', now), of('updatedAt', '<', unusedSince)])),
  )
}
