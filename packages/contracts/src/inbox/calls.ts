import { z } from 'zod'
import { call } from '../call.ts'
import { listOf } from '../query.ts'
import { ok, page, snapshot } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { conversationSchema, conversationStatuses } from './conversation.ts'
import * as field from './fields.ts'
import { messageSchema } from './message.ts'
import { DEFAULT_STATUS, sorts, tabs } from './status.rules.ts'
import { undoable } from './undo-calls.ts'

const { organizationId, conversationId, nothing, user } = field

const status = z
  .string()
  .max(20)
  .transform((value) => value.toLowerCase())
  .pipe(z.enum([...conversationStatuses, 'all']))

export const conversation = call({
  method: 'GET',
  path: '/api/inbox/conversation',
  access: 'member',
  summary:
    "The conversation of a patient's import, null where there is none; or the one with an id, for a screen that was opened by its address. [CALL-INBOX-03]",
  query: z
    .strictObject({ organizationId, patientImportId: field.id.optional(), conversationId: conversationId.optional() })
    .refine((query) => (query.patientImportId === undefined) !== (query.conversationId === undefined), {
      path: ['patientImportId'],
      error: 'Either this or a conversationId is needed',
    }),
  body: nothing,
  reply: snapshot(conversationSchema.nullable()),
})

export const conversations = call({
  method: 'GET',
  path: '/api/inbox/conversations',
  access: 'member',
  summary:
    'A page of the list, newest first; sorted by `waiting` only the conversations in which a patient waits, who waits longest first. With a cursor it pages by key, without one by `page`. [CALL-INBOX-04]',
  query: z.strictObject({
    organizationId,
    status: listOf(status, 8).default([DEFAULT_STATUS]),
    filter: z.enum(tabs).default('all'),
    sort: z.enum(sorts).default('newest'),
    page: field.pageNumber,
    limit: field.pageSize,
    cursor: field.text(200).optional(),
    search: field.text(100).trim().optional(),
    userId: user,
    date: field.day.optional(),
    appointmentStatus: field.text(20).optional(),
    doctorId: field.text(100).optional(),
  }),
  body: nothing,
  reply: page(conversationSchema),
})

export const messages = call({
  method: 'GET',
  path: '/api/inbox/messages',
  access: 'member',
  summary: 'The newest messages of a conversation, oldest first; older ones by `before`. [CALL-INBOX-05] [OPEN-071]',
  query: z.strictObject({
    organizationId,
    conversationId,
    search: field.text(100).trim().optional(),
    before: field.id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  body: nothing,
  reply: snapshot(z.array(messageSchema)),
})

export const sendMessage = call({
  method: 'POST',
  path: '/api/inbox/send-message',
  access: 'member',
  summary:
    "Sends a text, or keeps an internal note, which may name colleagues. Refused as `stale` if someone wrote after `seenVersion`. The caller's draft that this was, or any up to `draftRevision`, is removed with it. [CALL-INBOX-08]",
  failure: 'Failed to send message',
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      conversationId,
      message: field.messageText,
      private: z.boolean().default(false),
      user,
      seenVersion: field.seenVersion,
      mentions: field.mentions,
      draftRevision: field.draftRevision.optional(),
    })
    .refine((body) => body.private || body.mentions.length === 0, {
      path: ['mentions'],
      error: 'Only an internal note names colleagues',
    }),
  reply: snapshot(messageSchema),
})

export const updateLastSeen = call({
  method: 'POST',
  path: '/api/inbox/update-last-seen',
  access: 'member',
  summary: 'The caller has seen the conversation: its unread count becomes 0. [CALL-INBOX-12] [OPEN-030]',
  failure: 'Failed to update last seen',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, user }),
  reply: snapshot(conversationSchema),
})

export const agents = call({
  method: 'GET',
  path: '/api/inbox/agents',
  access: 'member',
  summary: "The organization's staff. [CALL-INBOX-15]",
  failure: 'Failed fetching agents',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(agentSchema)),
})

export const closeConversation = call({
  method: 'POST',
  path: '/api/inbox/close-conversation',
  access: 'member',
  summary:
    'Gives a conversation a status; the same one again is a success that changes nothing. [CALL-INBOX-20] [OPEN-032]',
  failure: 'Failed to close conversation',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, status: field.closingStatus }),
  reply: undoable,
})

export const markConversationAsUnread = call({
  method: 'POST',
  path: '/api/inbox/mark-conversation-as-unread',
  access: 'member',
  summary: 'Marks a conversation unread; its unread count becomes at least 1. [CALL-INBOX-10]',
  failure: 'Failed to mark conversation as unread',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId }),
  reply: undoable,
})

export const toggleStar = call({
  method: 'POST',
  path: '/api/inbox/conversations/toggle-star',
  access: 'member',
  summary: 'Stars or unstars a conversation for a staff member. [CALL-INBOX-11]',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, user, action: z.enum(['star', 'unstar']) }),
  reply: undoable,
})

export const assignToStaff = call({
  method: 'POST',
  path: '/api/inbox/assign-to-staff',
  access: 'member',
  summary: 'Assigns a conversation to a staff member; null takes the assignment away. [CALL-INBOX-25]',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, user: field.id.nullable().optional() }),
  reply: undoable,
})

/** As Twilio posts them: form-encoded, with whatever further parameters it adds, signed. */
const carrierBody = z.looseObject({ MessageSid: field.text(64).min(1) })
const MEDIA = /^Media(Url|ContentType)\d+$/

export const inboundText = call({
  method: 'POST',
  path: '/api/inbox/webhooks/twilio/sms',
  access: 'carrier',
  summary: "A patient's text comes in. The same MessageSid is taken once. [OPEN-101]",
  form: true,
  query: nothing,
  body: carrierBody
    .extend({
      From: field.text(64).min(1),
      To: field.text(64).min(1),
      Body: z.string().max(20_000).default(''),
      NumMedia: z.coerce.number().int().min(0).max(10).default(0),
    })
    .superRefine((body, { addIssue }) => {
      for (const [name, value] of Object.entries(body))
        if (MEDIA.test(name) && !field.text(2000).safeParse(value).success)
          addIssue({ code: 'custom', path: [name], message: 'Not an address or type of media' })
    }),
  reply: z.undefined(),
})

export const textStatus = call({
  method: 'POST',
  path: '/api/inbox/webhooks/twilio/status',
  access: 'carrier',
  summary: 'The carrier tells what became of a text that we sent.',
  form: true,
  query: z.strictObject({ messageId: field.id.optional() }),
  body: carrierBody.extend({
    From: field.text(64).optional(),
    MessageStatus: field.text(32),
    ErrorCode: field.text(16).optional(),
  }),
  reply: z.undefined(),
})
