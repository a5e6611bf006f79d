import { sql } from 'kysely'
import type { Queries, Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'

export interface FirstStep {
  readonly digest: string
  readonly userId: string
  readonly expiresAt: Date
}

export async function addFirstStep(tx: Tx, { digest, userId, expiresAt }: FirstStep): Promise<void> {
  await identityTables(tx)
    .insertInto('first_steps')
    .values({ digest, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** The user and e-mail of a first step that has not expired. */
export async function findFirstStep(
  queries: Queries,
  digest: string,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  return identityTables(queries)
    .selectFrom('first_steps')
    .innerJoin('user', 'user.id', 'first_steps.user_id')
    .select(['user.id as userId', 'user.email'])
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Counts one try and deletes the first step at the last one; false if it is gone or expired. */
export async function useFirstStep(tx: Tx, digest: string, now: Date, triesMax: number): Promise<boolean> {
  const step = await identityTables(tx)
    .updateTable('first_steps')
    .set({ tries: sql<number>`tries + 1` })
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .returning('tries')
    .executeTakeFirst()
  if (step === undefined) return false
  if (step.tries >= triesMax) await deleteFirstStep(tx, digest)
  return true
}

export async function deleteFirstStep(tx: Tx, digest: string): Promise<void> {
  await identityTables(tx).deleteFrom('first_steps').where('digest', '=', digest).execute()
}

export async function deleteOverFirstSteps(tx: Tx, now: Date): Promise<void> {
  await identityTables(tx).deleteFrom('first_steps').where('expires_at', '<=', now).execute()
}
