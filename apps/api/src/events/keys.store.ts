import type { Tx } from '../db/database.ts'

export async function deleteOldKeys(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
