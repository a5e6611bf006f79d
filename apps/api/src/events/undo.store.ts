import type { Tx } from '../db/database.ts'

export async function deleteOldUndo(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('undo_steps').where('made_at', '<', before).execute()
}
