import type { Tx } from '../../db/tx.ts'
import { identityTables } from './identity.tables.ts'

export interface SigningKey {
  readonly id: string
  /** JSON, encrypted by better-auth. */
  readonly privateKey: string
}

export async function listSigningKeys(tx: Tx): Promise<SigningKey[]> {
  return identityTables(tx).selectFrom('jwks').select(['id', 'privateKey']).execute()
}

export async function deleteSigningKeys(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await identityTables(tx)
    .deleteFrom('jwks')
    .where('id', 'in', [...ids])
    .execute()
}
