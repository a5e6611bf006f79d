import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { deleteOldWaits } from './answered-waits.store.ts'
import type { ConversationTables } from './conversations.tables.ts'
import { recount } from './counts.store.ts'
import { startSearchTexts } from './search-texts.ts'

/** "Next patient" counts the waits of today. The thread keeps both texts, so a deleted wait loses nothing else. */
const WAITS_KEPT_MS = 90 * 86_400_000
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
