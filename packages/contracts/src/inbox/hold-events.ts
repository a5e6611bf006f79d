import { event } from '../event.ts'
import { holdExample, holdSchema } from './hold.ts'

/** A staff member took a conversation by "Next patient", renewed the hold, or let it go (`until` is null). */
export const holdChanged = event({
  type: 'hold.changed',
  data: holdSchema,
  key: ({ conversationId }) => conversationId,
  audience: () => 'organization',
  example: holdExample,
})
