import { event } from '../event.ts'
import { scheduledExample, scheduledSchema } from './scheduled.ts'

/** A text was written ahead, changed, sent or came to nothing. */
export const scheduledChanged = event({
  type: 'scheduled.changed',
  data: scheduledSchema,
  key: ({ _id }) => _id,
  audience: ({ conversationId }) => `conversation:${conversationId}`,
  example: scheduledExample,
})
