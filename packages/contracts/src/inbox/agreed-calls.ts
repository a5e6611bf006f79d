/**
 * The inbox calls whose wire is settled and which the API does not serve yet. A call moves to `calls.ts` together with
 * its route and its screen; until then nobody can call it and nothing pretends to answer.
 */
import { z } from 'zod'
import { call } from '../call.ts'
import { roleSchema } from '../organization.ts'
import { ok, page, snapshot } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { conversationSchema } from './conversation.ts'
import * as field from './fields.ts'
import { messageSchema } from './message.ts'

const { organizationId, conversationId, nothing } = field
const changed = snapshot(conversationSchema)

const patientSchema = z.object({
  _id: z.string(),
  patientImportId: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  birthdate: z.string().nullable(),
  mrn: z.string().nullable(),
})

const cannedMessageSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  title: z.string(),
  message: z.string(),
})
/** [OPEN-023] */
const cannedMessage = { organizationId, title: field.text(80).trim().min(1), message: field.messageText }

export const patientConversation = call({
  method: 'GET',
  path: '/api/inbox/patient-conversation',
  access: 'member',
  summary: "A patient's history by text. [CALL-INBOX-02]",
  query: z.strictObject({
    organizationId,
    skip: z.coerce.number().int().min(0).default(0),
    limit: field.pageSize,
    pageNo: field.pageNumber,
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
    query: field.text(2000),
  }),
  body: nothing,
  reply: page(messageSchema),
})

export const patientMessages = call({
  method: 'GET',
  path: '/api/inbox/messages/patient',
  access: 'member',
  summary: "The messages of all of a patient's conversations. [CALL-INBOX-06]",
  query: z.strictObject({ organizationId, patientId: field.id }),
  body: nothing,
  reply: snapshot(z.array(messageSchema)),
})

export const assignConversation = call({
  method: 'POST',
  path: '/api/inbox/assign-conversation',
  access: 'member',
  summary: 'Assigns a conversation to a patient. [CALL-INBOX-13]',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, patientId: field.id }),
  reply: changed,
})

export const patientsWithSameNumber = call({
  method: 'GET',
  path: '/api/inbox/patient-with-same-number',
  access: 'member',
  summary: "The organization's patients of one number. [CALL-INBOX-14]",
  failure: 'Failed fetching users with same number',
  query: z.strictObject({ organizationId, phoneNumber: field.phoneNumber }),
  body: nothing,
  reply: ok(z.array(patientSchema)),
})

export const cannedMessages = call({
  method: 'GET',
  path: '/api/inbox/canned-messages',
  access: 'member',
  summary: "The organization's canned messages. [CALL-INBOX-16]",
  failure: 'Failed to fetch canned messages',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(cannedMessageSchema)),
})

export const addCannedMessage = call({
  method: 'POST',
  path: '/api/inbox/add-canned-message',
  access: 'member',
  summary: 'Adds a canned message; its title is unique in the organization. [CALL-INBOX-17]',
  failure: 'Failed to create canned message',
  idempotent: true,
  query: nothing,
  body: z.strictObject(cannedMessage),
  reply: ok(cannedMessageSchema),
})

export const updateCannedMessage = call({
  method: 'POST',
  path: '/api/inbox/update-canned-message',
  access: 'member',
  summary: 'Changes a canned message. [CALL-INBOX-18]',
  failure: 'Failed to update canned message',
  query: nothing,
  body: z.strictObject({ _id: field.id, ...cannedMessage }),
  reply: ok(cannedMessageSchema),
})

export const removeCannedMessage = call({
  method: 'POST',
  path: '/api/inbox/remove-canned-message',
  access: 'member',
  summary: 'Removes a canned message. [CALL-INBOX-19]',
  failure: 'Failed to delete canned message',
  query: nothing,
  body: z.strictObject({ _id: field.id, organizationId }),
  reply: ok(z.object({ _id: z.string() })),
})

export const searchUsers = call({
  method: 'GET',
  path: '/api/inbox/search-users',
  access: 'member',
  summary: 'At most 10 patients and staff by part of a name or number. [CALL-INBOX-21] [OPEN-075]',
  /** [ERR-24] The same words as for canned messages, to the letter. */
  failure: 'Failed to fetch canned messages',
  query: z.strictObject({ organizationId, search: field.text(100).trim().min(1) }),
  body: nothing,
  reply: ok(
    z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        phoneNumber: z.string().nullable(),
        kind: z.enum(['patient', 'staff']),
      }),
    ),
  ),
})

export const createWithMessage = call({
  method: 'POST',
  path: '/api/inbox/conversations/create-with-message',
  access: 'member',
  summary: 'Starts a conversation, or goes on with the one of that number. [CALL-INBOX-22]',
  failure: 'Failed to create conversation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    patientId: field.id.optional(),
    phoneNumber: field.phoneNumber,
    message: field.messageText,
  }),
  reply: changed,
})

export const markConversationRequest = call({
  method: 'POST',
  path: '/api/inbox/mark-conversation-request',
  access: 'member',
  summary: 'Marks what a conversation asks for; null clears it. [CALL-INBOX-23]',
  failure: 'Failed to mark request for conversation',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, requestType: field.requestType }),
  reply: changed,
})

export const agentsBasedOnRole = call({
  method: 'GET',
  path: '/api/inbox/agents-based-on-role',
  access: 'member',
  summary: 'Staff of one role. [CALL-INBOX-24]',
  failure: 'Failed fetching agents',
  query: z.strictObject({ organizationId, role: roleSchema }),
  body: nothing,
  reply: ok(z.array(agentSchema)),
})

export const assignMessage = call({
  method: 'POST',
  path: '/api/inbox/assign-message',
  access: 'member',
  summary: 'Files one message under a patient. [CALL-INBOX-26]',
  failure: 'Failed to assign message',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, messageId: field.id, patientId: field.id }),
  reply: snapshot(messageSchema),
})

export const createImportAndAssign = call({
  method: 'POST',
  path: '/api/inbox/conversations/create-import-and-assign-conversation',
  access: 'member',
  summary: 'Creates a patient and assigns the conversation to them. [CALL-INBOX-27]',
  failure: 'Failed to create import and assign conversation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    patient: z.strictObject({
      firstName: field.text(100).trim().min(1),
      lastName: field.text(100).trim().min(1),
      dob: field.day,
      phoneNumber: field.phoneNumber,
      mrn: field.text(40).optional(),
    }),
  }),
  reply: snapshot(z.object({ conversation: conversationSchema, patient: patientSchema })),
})

export const blockPhoneNumber = call({
  method: 'POST',
  path: '/api/inbox/block-phone-number',
  access: 'member',
  summary: 'Blocks a number, or lets it through again. [CALL-INBOX-28]',
  failure: 'Failed to block phone number',
  query: nothing,
  body: z.strictObject({ organizationId, phoneNumber: field.phoneNumber, blockPhoneNumber: z.boolean() }),
  reply: ok(z.object({ phoneNumber: z.string(), blocked: z.boolean() })),
})
