import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { deleteOldWaits } from './answered-waits.store.ts'
import type { ConversationTables } from './conversations.tables.ts'
import { recount } from './counts.store.ts'
import { startSearchTexts } from './search-texts.ts'

/** The longest range of a dashboard and the range before it. The thread keeps both texts. */
const WAITS_KEPT_MS = 800 * 86_400_000
/** The most rows that one statement deletes, so that other transactions do not wait long for its locks. */
const CHUNK = 2000

const retention: RetentionStep = async ({ database, clock }) => {
  const before = new Date(clock.now().getTime() - WAITS_KEPT_MS)
  while ((await database.system((tx) => deleteOldWaits(tx, before, CHUNK))) === CHUNK);
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
