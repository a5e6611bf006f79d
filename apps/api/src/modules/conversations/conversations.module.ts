import { deleteInChunks } from '../../db/delete-in-chunks.ts'
import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { deleteOldWaits } from './answered-waits.store.ts'
import type { ConversationTables } from './conversations.tables.ts'
import { recount } from './counts.store.ts'
import { startSearchTexts } from './search-texts.ts'

/** The longest range of a dashboard and the range before it. The thread keeps both texts. */
const WAITS_KEPT_MS = 800 * 86_400_000

const retention: RetentionStep = (parts) => {
  const before = new Date(parts.clock.now().getTime() - WAITS_KEPT_MS)
  return deleteInChunks(parts, (tx, chunk) => deleteOldWaits(tx, before, chunk))
}

export const conversationsModule: Module = {
  name: 'conversations',
  tables: [
    'conversations',
    'messages',
    'conversation_history',
    'answered_waits',
  ] satisfies (keyof ConversationTables)[],
  workers: (parts) => [startSearchTexts(parts)],
  recount,
  retention: [retention],
}
