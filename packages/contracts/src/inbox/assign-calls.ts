import { z } from 'zod'
import { call } from '../call.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationId, messageText } from './fields.ts'
import { undoable } from './undo-calls.ts'

/** [ENTITY-24] specifies the fields of assign-to-staff, and there is none for the reason. */
export const assignWithNote = call({
  method: 'POST',
  path: '/api/inbox/assign-with-note',
  access: 'member',
  says: 'Assigned a conversation and said why',
  summary:
    'Assigns a conversation to a staff member and keeps the reason as an internal note that mentions them, both or neither; null takes the assignment away.',
  failure: 'Failed to assign the conversation',
  idempotent: true,
  query: field.nothing,
  body: z.strictObject({
    organizationId: field.organizationId,
    conversationId,
    user: field.id.nullable(),
    note: messageText,
  }),
  reply: undoable,
  example: { body: { ...inConversation, user: 'usr_dana', note: 'You know her insurance.' } },
})
