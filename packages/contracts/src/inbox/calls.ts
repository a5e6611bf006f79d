import { z } from 'zod'
import { call } from '../call.ts'
import { MESSAGES_PAGE } from '../defaults.ts'
import { example, inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { numberedPageQuery } from '../paging.ts'
import { listOf } from '../query.ts'
import { page, snapshot } from '../reply.ts'
import { agentSchema } from './agent.ts'
import { conversationSchema, conversationStatuses } from './conversation.ts'
import {
  about,
  closingStatus,
  conversationId,
  draftRevision,
  mentions,
  messageText,
  seenVersion,
  user,
} from './fields.ts'
import { messageSchema } from './message.ts'
import { DEFAULT_STATUS, sorts, tabs } from './status.rules.ts'
import { undoable } from './undo-calls.ts'

const { organizationId, nothing } = field

const status = z
  .string()
  .max(20)
  .transform((value) => value.toLowerCase())
  .pipe(z.enum([...conversationStatuses, 'all']))

export const conversation = call({
  method: 'GET',
  path: '/api/inbox/conversation',
  access: 'member',
  says: 'Opened a conversation',
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
  example: { query: { ...inClinic, patientImportId: example.patientImportId } },
})

export const conversations = call({
  method: 'GET',
  path: '/api/inbox/conversations',
  access: 'member',
  says: 'Read the list of conversations',
  summary:
    'A page of the list, newest first; with the sort `waiting`, only conversations in which a patient waits, the longest wait first. With the statusMode `first`, the conversations of every status, those of the named ones before all others. With a cursor it pages by key, without one by `page`. [CALL-INBOX-04]',
  query: z.strictObject({
    organizationId,
    status: listOf(status, 8).default([DEFAULT_STATUS]),
    statusMode: z.enum(['only', 'first']).default('only'),
    filter: z.enum(tabs).default('all'),
    sort: z.enum(sorts).default('newest'),
    ...numberedPageQuery(),
    search: field.text(100).trim().optional(),
    userId: user,
    date: field.day.optional(),
    appointmentStatus: field.text(20).optional(),
    doctorId: field.text(100).optional(),
    /** Only the conversations of this team. */
    team: field.id.optional(),
    /** Only the conversations whose newest answer belongs to this campaign. */
    campaignId: field.id.optional(),
  }),
  body: nothing,
  reply: page(conversationSchema),
  example: { query: { ...inClinic, status: ['open', 'unassigned'], page: 1, limit: 10 } },
})

export const messages = call({
  method: 'GET',
  path: '/api/inbox/messages',
  access: 'member',
  says: 'Read the messages of a conversation',
  summary: 'The newest messages of a conversation, oldest first; older ones by `before`. [CALL-INBOX-05] [OPEN-071]',
  query: z.strictObject({
    organizationId,
    conversationId,
    search: field.text(100).trim().optional(),
    /** The `_id` of a message. [OPEN-071] specifies this field; the other lists have a cursor instead. */
    before: field.id.optional(),
    limit: field.wholeNumber(1, 200).default(MESSAGES_PAGE),
  }),
  body: nothing,
  reply: snapshot(z.array(messageSchema)),
  example: { query: { ...inConversation, before: example.messageId } },
})

export const sendMessage = call({
  method: 'POST',
  path: '/api/inbox/send-message',
  access: 'member',
  says: 'Sent a text or saved a note',
  summary:
    "Sends a text, or keeps an internal note, which may name colleagues. Refused as `stale` if someone wrote after `seenVersion`. The caller's draft that this was, or any up to `draftRevision`, is removed with it. `patientId` files it under one of those who share the number. [CALL-INBOX-08]",
  failure: 'Failed to send message',
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      conversationId,
      message: messageText,
      private: z.boolean().default(false),
      user,
      seenVersion,
      mentions,
      draftRevision: draftRevision.optional(),
      patientId: about,
    })
    .refine((body) => body.private || body.mentions.length === 0, {
      path: ['mentions'],
      error: 'Only an internal note names colleagues',
    }),
  reply: snapshot(messageSchema),
  example: { body: { ...inConversation, message: 'Please bring the card.', private: false } },
})

export const updateLastSeen = call({
  method: 'POST',
  path: '/api/inbox/update-last-seen',
  access: 'member',
  says: 'Viewed a conversation',
  summary: 'The caller has seen the conversation: its unread count becomes 0. [CALL-INBOX-12] [OPEN-030]',
  failure: 'Failed to update last seen',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, user }),
  reply: snapshot(conversationSchema),
  example: { body: inConversation },
})

export const agents = call({
  method: 'GET',
  path: '/api/inbox/agents',
  access: 'member',
  says: 'Looked up the staff',
  summary: "The organization's staff, whole and as of one moment. [CALL-INBOX-15]",
  failure: 'Failed fetching agents',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(agentSchema)),
  example: { query: inClinic },
})

export const closeConversation = call({
  method: 'POST',
  path: '/api/inbox/close-conversation',
  access: 'member',
  says: 'Changed the status of a conversation',
  summary:
    'Gives a conversation a status; the same one again is a success that changes nothing. [CALL-INBOX-20] [OPEN-032]',
  failure: 'Failed to close conversation',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, status: closingStatus }),
  reply: undoable,
  example: { body: { ...inConversation, status: 'pending' } },
})

export const markConversationAsUnread = call({
  method: 'POST',
  path: '/api/inbox/mark-conversation-as-unread',
  access: 'member',
  says: 'Marked a conversation unread',
  summary: 'Marks a conversation unread; its unread count becomes at least 1. [CALL-INBOX-10]',
  failure: 'Failed to mark conversation as unread',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId }),
  reply: undoable,
  example: { body: inConversation },
})

export const toggleStar = call({
  method: 'POST',
  path: '/api/inbox/conversations/toggle-star',
  access: 'member',
  says: 'Starred or unstarred a conversation',
  summary: 'Stars or unstars a conversation for a staff member. [CALL-INBOX-11]',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, user, action: z.enum(['star', 'unstar']) }),
  reply: undoable,
  example: { body: { ...inConversation, action: 'star' } },
})

export const assignToStaff = call({
  method: 'POST',
  path: '/api/inbox/assign-to-staff',
  access: 'member',
  says: 'Assigned a conversation',
  summary: 'Assigns a conversation to a staff member; null takes the assignment away. [CALL-INBOX-25]',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, user: field.id.nullable().optional() }),
  reply: undoable,
  example: { body: { ...inConversation, user: 'usr_dana' } },
})

/** Twilio's form-encoded, signed body; Twilio may add further parameters. */
const carrierBody = z.looseObject({ MessageSid: field.text(64).min(1) })
const MEDIA = /^Media(Url|ContentType)\d+$/

export const inboundText = call({
  method: 'POST',
  path: '/api/inbox/webhooks/twilio/sms',
  access: 'carrier',
  says: "Delivered a patient's text",
  summary: "A patient's text comes in. The same MessageSid is taken once. [OPEN-101]",
  form: true,
  query: nothing,
  body: carrierBody
    .extend({
      From: field.text(64).min(1),
      To: field.text(64).min(1),
      Body: z.string().max(20_000).default(''),
      NumMedia: field.wholeNumber(0, 10).default(0),
    })
    .superRefine((body, { addIssue }) => {
      for (const [name, value] of Object.entries(body))
        if (MEDIA.test(name) && !field.text(2000).safeParse(value).success)
          addIssue({ code: 'custom', path: [name], message: 'Not an address or type of media' })
    }),
  reply: z.undefined(),
  example: { body: { MessageSid: 'SM1', From: '+15125550142', To: '+15125550100', Body: 'Hello', NumMedia: 0 } },
})

export const textStatus = call({
  method: 'POST',
  path: '/api/inbox/webhooks/twilio/status',
  access: 'carrier',
  says: 'Reported what became of a text',
  summary: 'The carrier tells what became of a text that we sent.',
  form: true,
  query: z.strictObject({ messageId: field.id.optional() }),
  body: carrierBody.extend({
    From: field.text(64).optional(),
    MessageStatus: field.text(32),
    ErrorCode: field.text(16).optional(),
  }),
  reply: z.undefined(),
  example: {
    query: { messageId: example.messageId },
    body: { MessageSid: 'SM2', MessageStatus: 'delivered' },
  },
})
