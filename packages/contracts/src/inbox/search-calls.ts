import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { messageSchema } from './message.ts'

export const searchMessages = call({
  method: 'GET',
  path: '/api/inbox/search-messages',
  access: 'member',
  says: 'Searched the messages',
  summary:
    'Messages and notes that hold every word asked for, each found by its beginning, newest first. A page may be short of its limit and still have a cursor.',
  query: z.strictObject({
    organizationId: field.organizationId,
    search: field.filledText(200),
    ...pageQuery({ limit: 20, max: 50 }),
  }),
  body: field.nothing,
  reply: page(
    z.object({
      conversation: conversationSchema,
      message: messageSchema,
      /** The matching ranges of the message: start and end, in UTF-16 units. */
      marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
    }),
  ),
  example: { query: { ...inClinic, search: 'anybody' } },
})
