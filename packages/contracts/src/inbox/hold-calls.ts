/** "Next patient": the calls that choose a waiting conversation, hold it for one screen, and let it go. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { conversationId } from './fields.ts'
import { holdSchema } from './hold.ts'

const { organizationId, nothing } = field

/** A random id of the browser's tab. Each tab holds at most one conversation. */
const holder = field.id

/** The most conversations that one walk through those who wait may pass over. */
export const PASSED_OVER_MAX = 200

export const nextPatient = call({
  method: 'POST',
  path: '/api/inbox/next-patient',
  access: 'member',
  says: 'Opened the next waiting patient',
  summary:
    'Holds the conversation that waits longest and that nobody is assigned to or holds, and lets go what this tab held before.',
  failure: 'Failed to open the next patient',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    holder,
    /** The conversations that the caller looked at and left without an answer. */
    skip: z.array(conversationId).max(PASSED_OVER_MAX).default([]),
  }),
  reply: snapshot(
    z.object({
      /** Null when nobody waits. */
      conversation: conversationSchema.nullable(),
      hold: holdSchema.nullable(),
      /** The waits that the caller's texts ended today, in the clinic's time zone. */
      done: z.object({
        answered: z.int().nonnegative(),
        /** The median of those waits in open minutes of the clinic; null without any. */
        typicalMinutes: z.int().nonnegative().nullable(),
        /** Without a conversation: whether patients wait in conversations that a colleague or another team has. */
        othersWait: z.boolean(),
      }),
    }),
  ),
  example: { body: { ...inClinic, holder: example.holder } },
})

export const renewHold = call({
  method: 'POST',
  path: '/api/inbox/holds/renew',
  access: 'member',
  says: 'Stayed with the next waiting patient',
  summary:
    "Extends the hold of this tab for two more minutes, or takes it again if it ended and the conversation is still open and nobody's. The answer is null if the tab has lost it.",
  failure: 'Failed to renew the hold',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, holder }),
  reply: snapshot(holdSchema.nullable()),
  example: { body: { ...inConversation, holder: example.holder } },
})

export const releaseHold = call({
  method: 'POST',
  path: '/api/inbox/holds/release',
  access: 'member',
  says: 'Released the next waiting patient',
  summary: 'Ends the hold of this tab. Whether it had one does not matter.',
  failure: 'Failed to release the hold',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, holder }),
  reply: snapshot(z.object({ released: z.boolean() })),
  example: { body: { ...inConversation, holder: example.holder } },
})

export const holds = call({
  method: 'GET',
  path: '/api/inbox/holds',
  access: 'member',
  says: 'Looked up who is on which conversation',
  summary: 'The conversations that staff members hold now.',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(holdSchema)),
  example: { query: inClinic },
})
