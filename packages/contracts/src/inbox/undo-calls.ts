import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { conversationSchema } from './conversation.ts'
import { closingStatus, conversationId } from './fields.ts'

const { organizationId, nothing } = field

/** For 60 s whoever did it may take it back with this, once; null where nothing changed. */
const undoId = z.string().nullable()

/** A change that can be taken back answers the conversation as it now is, and by what it is taken back. */
export const undoable = snapshot(conversationSchema).extend({ undoId })

const user = field.id.nullable()

export const bulkChange = call({
  method: 'POST',
  path: '/api/inbox/conversations/bulk',
  access: 'member',
  says: 'Changed several conversations at once',
  summary: 'One action on up to 100 conversations, all at once.',
  failure: 'Failed to change the conversations',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationIds: z
      .array(conversationId)
      .min(1)
      .max(100)
      .refine((ids) => new Set(ids).size === ids.length, 'Names a conversation twice'),
    action: z.discriminatedUnion('type', [
      z.strictObject({ type: z.enum(['star', 'unstar']) }),
      z.strictObject({ type: z.literal('assign'), user }),
      z.strictObject({ type: z.literal('close'), status: closingStatus }),
      z.strictObject({ type: z.enum(['markUnread', 'markRead']) }),
    ]),
  }),
  reply: snapshot(
    z.object({
      /** As they now are, in the order in which they were named. */
      changed: z.array(conversationSchema),
      skipped: z.array(z.object({ conversationId: z.string(), reason: z.enum(['unchanged', 'not_found']) })),
      undoId,
    }),
  ),
  example: {
    body: {
      ...inClinic,
      conversationIds: [example.conversationId],
      action: { type: 'close', status: 'acknowledged' },
    },
  },
})

export const undo = call({
  method: 'POST',
  path: '/api/inbox/undo',
  access: 'member',
  says: 'Took back what they had done',
  summary: 'Takes back what the caller did less than 60 s ago, once, where nobody has changed it since.',
  failure: 'Failed to undo',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, undoId: field.id }),
  reply: snapshot(
    z.object({
      restored: z.array(conversationSchema),
      skipped: z.array(
        z.object({
          conversationId: z.string(),
          reason: z.literal('changed_since'),
          /** Null where it was the patient. */
          by: agentSchema.pick({ _id: true, name: true }).nullable(),
        }),
      ),
    }),
  ),
  example: { body: { ...inClinic, undoId: example.undoId } },
})
