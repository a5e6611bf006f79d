/** The calls that read and set the patient of a conversation or of a message. */

import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { conversationId } from './fields.ts'
import { messageSchema } from './message.ts'
import { patientSchema } from './patient.ts'
import { undoable } from './undo-calls.ts'

const { organizationId, nothing } = field

export const assignConversation = call({
  method: 'POST',
  path: '/api/inbox/assign-conversation',
  access: 'member',
  says: 'Filed a conversation under a patient',
  summary:
    'Assigns a conversation to a patient; an unassigned one becomes open. It can be undone. [CALL-INBOX-13] [OPEN-032]',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, patientId: field.id }),
  reply: undoable,
  example: { body: { ...inConversation, patientId: example.patientIds[1] } },
})

export const patientsWithSameNumber = call({
  method: 'GET',
  path: '/api/inbox/patient-with-same-number',
  access: 'member',
  says: 'Looked up the patients of a number',
  summary: "The organization's patients of one number. [CALL-INBOX-14]",
  failure: 'Failed fetching users with same number',
  query: z.strictObject({ organizationId, phoneNumber: field.phoneNumber }),
  body: nothing,
  reply: ok(z.array(patientSchema)),
  example: { query: { ...inClinic, phoneNumber: '5125550144' } },
})

export const assignMessage = call({
  method: 'POST',
  path: '/api/inbox/assign-message',
  access: 'member',
  says: 'Filed a message under a patient',
  summary: 'Files one message under a patient; the conversation stays whose it is. [CALL-INBOX-26]',
  failure: 'Failed to assign message',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, messageId: field.id, patientId: field.id }),
  reply: snapshot(messageSchema),
  example: { body: { ...inConversation, messageId: example.messageId, patientId: example.patientIds[2] } },
})

export const createImportAndAssign = call({
  method: 'POST',
  path: '/api/inbox/conversations/create-import-and-assign-conversation',
  access: 'member',
  says: 'Added a patient and filed a conversation under them',
  summary:
    "Creates a patient and assigns the conversation to them; their number may differ from the conversation's. [CALL-INBOX-27]",
  failure: 'Failed to create import and assign conversation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    patient: z.strictObject({
      firstName: field.filledText(100),
      lastName: field.filledText(100),
      dob: field.day,
      phoneNumber: field.phoneNumber,
      mrn: field.text(40).trim().optional(),
    }),
  }),
  reply: snapshot(z.object({ conversation: conversationSchema, patient: patientSchema })),
  example: {
    body: {
      ...inConversation,
      patient: { firstName: 'Nora', lastName: 'Bell', dob: '1971-07-08', phoneNumber: '(512) 555-0177', mrn: 'N1' },
    },
  },
})
