import { event } from '../event.ts'
import { historyEntryExample, historyEntrySchema } from './history.ts'

/** Something happened to a conversation. A conversation that begins says nothing: nobody has it open yet. */
export const historyAdded = event({
  type: 'history.added',
  data: historyEntrySchema,
  key: ({ conversationId, position }) => `${conversationId}#${position}`,
  audience: ({ conversationId }) => `conversation:${conversationId}` as const,
  example: historyEntryExample,
})
