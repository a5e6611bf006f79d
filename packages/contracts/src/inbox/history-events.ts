import { event } from '../event.ts'
import { historyEntryExample, historyEntrySchema } from './history.ts'

/** A conversation has a new history entry. A new conversation emits none, because no client can have it open yet. */
export const historyAdded = event({
  type: 'history.added',
  data: historyEntrySchema,
  key: ({ conversationId, position }) => `${conversationId}#${position}`,
  audience: ({ conversationId }) => `conversation:${conversationId}` as const,
  example: historyEntryExample,
})
