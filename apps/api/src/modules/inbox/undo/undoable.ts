/** Changes that their author can undo for a minute. */
import type { Tx } from '../../../db/tx.ts'
import type { RetentionStep } from '../../../events/retention.ts'
import type { Services } from '../../../services.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { type Changed, historyLengths, keepChange, lockConversation } from '../../conversations/conversations.ts'
import type { Settling } from '../../notices/notices.rules.ts'
import { settleNotices } from '../../notices/notices.ts'
import { stepOf } from './undo.rules.ts'
import { addUndo, deleteOldUndo } from './undo-steps.store.ts'

const KEPT_MS = 3_600_000

export const undoRetention: RetentionStep = ({ database, clock }) =>
  database.system((tx) => deleteOldUndo(tx, new Date(clock.now().getTime() - KEPT_MS)))

interface Doing {
  readonly organizationId: string
  readonly userId: string
  readonly now: Date
}

/**
 * Stores the undo step; null if nothing changed. It runs before events are appended, because appending must come last.
 */
export async function keepUndo(
  tx: Tx,
  { newId }: Pick<Services, 'newId'>,
  { organizationId, userId, now }: Doing,
  changes: readonly { before: ConversationState; after: ConversationState }[],
): Promise<string | null> {
  const steps = changes.map(({ before, after }) => stepOf(before, after)).filter((step) => step !== null)
  if (steps.length === 0) return null
  const ids = steps.map(({ conversationId }) => conversationId)
  const lengths = await historyLengths(tx, organizationId, ids)
  const kept = steps.map((step) => ({ ...step, historyLength: lengths.get(step.conversationId) ?? 0 }))
  const id = newId()
  addUndo(tx, { organizationId, id, userId }, { at: now, steps: kept })
  return id
}

/** Does what `changeConversation` does, keeps an undo step and settles notices of the conversation. */
export async function changeUndoably(
  tx: Tx,
  parts: Pick<Services, 'newId'>,
  {
    organizationId,
    conversationId,
    by,
    now,
  }: { organizationId: string; conversationId: string; by: string; now: Date },
  rule: (conversation: ConversationState) => ConversationState,
  settling: Settling | null = null,
): Promise<Changed & { undoId: string | null }> {
  const about = { organizationId, conversationIds: [conversationId], at: now }
  // Sent together: the store takes the lock of the conversation first.
  const [before, settled] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    settling === null ? [] : settleNotices(tx, { ...about, ...settling }),
  ])
  const after = rule(before)
  const undoId = await keepUndo(tx, parts, { organizationId, userId: by, now }, [{ before, after }])
  return { ...(await keepChange(tx, { before, after, by, now }, settled)), undoId }
}
