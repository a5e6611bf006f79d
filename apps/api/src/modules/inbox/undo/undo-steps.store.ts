import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import type { KeptStep } from './undo.rules.ts'

export interface UndoKey {
  readonly organizationId: string
  readonly id: string
  readonly userId: string
}

/** Sent without waiting for its answer: a failure fails the transaction. */
export function addUndo(tx: Tx, key: UndoKey, made: { at: Date; steps: readonly KeptStep[] }): void {
  const step = {
    ...{ organization_id: key.organizationId, id: key.id, user_id: key.userId, made_at: made.at },
    steps: JSON.stringify(made.steps),
  }
  sendUnawaited(tx, tx.insertInto('undo_steps').values(step))
}

/**
 * Deletes and returns an undo step that was made after an instant. If two undos run at once, the second one gets
 * nothing.
 */
export async function takeUndo(
  tx: Tx,
  { organizationId, id, userId }: UndoKey,
  madeAfter: Date,
): Promise<readonly KeptStep[] | undefined> {
  const row = await tx
    .deleteFrom('undo_steps')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('made_at', '>', madeAfter)
    .returning('steps')
    .executeTakeFirst()
  return row?.steps as readonly KeptStep[] | undefined
}

/** The user who saw the conversation last, or null. */
export async function findLastSeenBy(
  tx: Tx,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<{ _id: string; name: string } | null> {
  const { rows } = await sql<{ _id: string; name: string | null }>`
    select seen.user_id as _id, staff.name from conversation_seen as seen
    left join known_staff as staff on staff.organization_id = seen.organization_id and staff.user_id = seen.user_id
    where seen.organization_id = ${organizationId} and seen.conversation_id = ${conversationId}
    order by seen.seen_at desc limit 1`.execute(tx)
  const [row] = rows
  return row ? { _id: row._id, name: row.name ?? 'Former colleague' } : null
}

/** Runs in system scope. Steps that are this old cannot be undone any more. */
export async function deleteOldUndo(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('undo_steps').where('made_at', '<', before).execute()
}
