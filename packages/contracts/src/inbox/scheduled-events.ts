import { event } from '../event.ts'
import { scheduledExample, scheduledSchema } from './scheduled.ts'

/** A scheduled text was created, changed, sent, cancelled or failed. */
export const scheduledChanged = event({
  type: 'scheduled.changed',
  data: scheduledSchema,
  key: ({ _id }) => _id,
  audience: ({ conversationId }) => `conversation:${conversationId}`,
  example: scheduledExample,
})
