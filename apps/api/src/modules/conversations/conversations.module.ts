import type { Module } from '../module.ts'
import type { ConversationTables } from './conversations.tables.ts'
import { recount } from './counts.store.ts'
import { startSearchTexts } from './search-texts.ts'

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
}
