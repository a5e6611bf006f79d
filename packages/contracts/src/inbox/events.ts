import { z } from 'zod'
import { event } from '../event.ts'
import { conversationExample, conversationSchema } from './conversation.ts'
import { messageExample, messageSchema } from './message.ts'

const messageData = z.object({ conversationId: z.string(), message: messageSchema })
const messageEvent = {
  data: messageData,
  key: ({ message }: z.infer<typeof messageData>) => message._id,
  audience: ({ conversationId }: z.infer<typeof messageData>) => `conversation:${conversationId}` as const,
}

/** A conversation is new, or any of its fields changed. */
export const conversationChanged = event({
  type: 'conversation.changed',
  data: conversationSchema,
  key: (conversation) => conversation.id,
  audience: () => 'organization',
  example: conversationExample,
})

export const messageAdded = event({
  type: 'message.added',
  ...messageEvent,
  example: { conversationId: conversationExample.id, message: messageExample },
})

/** The delivery status of a message changed. */
export const messageChanged = event({
  type: 'message.changed',
  ...messageEvent,
  example: {
    conversationId: conversationExample.id,
    message: { ...messageExample, direction: 'outbound', user: 'usr_lena', userName: 'Lena Kim', status: 'delivered' },
  },
})
