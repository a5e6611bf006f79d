import type { Queries, Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'

export interface SecondFactor {
  /** Encrypted. */
  readonly secret: string
  /** Null until confirmed. */
  readonly since: Date | null
  readonly lastStep: number | null
  readonly voidSteps: number[]
}

/** Callers that change the row hold the lock of the user's row. */
export async function findSecondFactor(queries: Queries, userId: string): Promise<SecondFactor | undefined> {
  return identityTables(queries)
    .selectFrom('second_factors')
    .select(['secret', 'since', 'last_step as lastStep', 'void_steps as voidSteps'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Saves an unconfirmed secret, replacing another unconfirmed one. */
export async function savePending(tx: Tx, userId: string, secret: string): Promise<void> {
  await identityTables(tx)
    .insertInto('second_factors')
    .values({ user_id: userId, secret, since: null, last_step: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, void_steps: [] }).where('second_factors.since', 'is', null),
    )
    .execute()
}

export async function putInForce(tx: Tx, userId: string, since: Date): Promise<void> {
  await identityTables(tx).updateTable('second_factors').set({ since }).where('user_id', '=', userId).execute()
}

export async function saveStep(tx: Tx, userId: string, step: number): Promise<void> {
  await identityTables(tx)
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

export async function saveVoidSteps(tx: Tx, userId: string, steps: number[]): Promise<void> {
  await identityTables(tx)
    .updateTable('second_factors')
    .set({ void_steps: steps })
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes it with its recovery codes; false if there was none. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await identityTables(tx)
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, digests: readonly string[]): Promise<void> {
  await identityTables(tx).deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await identityTables(tx)
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute()
}

/** False if the code is not one of the user's, or was used. */
export async function takeRecoveryCode(tx: Tx, userId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await identityTables(tx)
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(queries: Queries, userId: string): Promise<number> {
  const { left } = await identityTables(queries)
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return left
}
