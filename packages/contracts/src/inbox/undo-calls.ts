import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { conversationSchema } from './conversation.ts'
import { closingStatus, conversationId, requestType } from './fields.ts'

const { organizationId, nothing } = field

/** The user who made the change may undo it with this id once within 60 s; null if nothing changed. */
const undoId = z.string().nullable()

/** The reply of a change that can be undone: the changed conversation and the undo id. */
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
      z.strictObject({ type: z.literal('team'), team: field.id.nullable() }),
      z.strictObject({ type: z.literal('snooze'), until: field.instant.nullable() }),
      z.strictObject({ type: z.literal('close'), status: closingStatus }),
      z.strictObject({ type: z.literal('request'), requestType }),
      z.strictObject({ type: z.enum(['markUnread', 'markRead']) }),
    ]),
  }),
  reply: snapshot(
    z.object({
      /** The changed conversations, in the order of the request. */
      changed: z.array(conversationSchema),
      /** `resolved`: a resolved conversation is not snoozed. */
      skipped: z.array(
        z.object({ conversationId: z.string(), reason: z.enum(['unchanged', 'not_found', 'resolved']) }),
      ),
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
  says: 'Undid a change',
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
          /** Null if the patient did it. */
          by: agentSchema.pick({ _id: true, name: true }).nullable(),
        }),
      ),
    }),
  ),
  example: { body: { ...inClinic, undoId: example.undoId } },
})
