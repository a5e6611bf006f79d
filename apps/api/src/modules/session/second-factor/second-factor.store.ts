import { sendUnawaited } from '../../../db/transaction.ts'
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

/**
 * Callers that change the row hold the lock of the user's row. The changes are sent without waiting for the store: the
 * transaction can't commit without them.
 */
export async function findSecondFactor(queries: Queries, userId: string): Promise<SecondFactor | undefined> {
  return identityTables(queries)
    .selectFrom('second_factors')
    .select(['secret', 'since', 'last_step as lastStep', 'void_steps as voidSteps'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Saves an unconfirmed secret, replacing another unconfirmed one. */
export function savePending(tx: Tx, userId: string, secret: string): void {
  const added = identityTables(tx)
    .insertInto('second_factors')
    .values({ user_id: userId, secret, since: null, last_step: null })
  sendUnawaited(
    tx,
    added.onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, void_steps: [] }).where('second_factors.since', 'is', null),
    ),
  )
}

export function putInForce(tx: Tx, userId: string, since: Date): void {
  sendUnawaited(tx, identityTables(tx).updateTable('second_factors').set({ since }).where('user_id', '=', userId))
}

export function saveStep(tx: Tx, userId: string, step: number): void {
  const factors = identityTables(tx).updateTable('second_factors')
  sendUnawaited(tx, factors.set({ last_step: step }).where('user_id', '=', userId))
}

export function saveVoidSteps(tx: Tx, userId: string, steps: number[]): void {
  const factors = identityTables(tx).updateTable('second_factors')
  sendUnawaited(tx, factors.set({ void_steps: steps }).where('user_id', '=', userId))
}

/** Deletes it with its recovery codes; false if there was none. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await identityTables(tx)
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function replaceRecoveryCodes(tx: Tx, userId: string, digests: readonly string[]): void {
  const identity = identityTables(tx)
  sendUnawaited(tx, identity.deleteFrom('recovery_codes').where('user_id', '=', userId))
  const codes = digests.map((digest) => ({ user_id: userId, digest }))
  sendUnawaited(tx, identity.insertInto('recovery_codes').values(codes))
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
