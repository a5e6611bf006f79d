/** Texts that are written now and go out later. */
import { z } from 'zod'
import { call } from '../call.ts'
import { page, snapshot } from '../reply.ts'
import * as field from './fields.ts'
import { scheduledSchema } from './scheduled.ts'

const { organizationId, conversationId, nothing } = field

export const scheduleMessage = call({
  method: 'POST',
  path: '/api/inbox/schedule-message',
  access: 'member',
  summary:
    'Writes a text that goes out at `sendAt`, between a minute and a year ahead, unless the patient writes first. Refused as `stale` if someone wrote after `seenVersion`.',
  failure: 'Failed to schedule message',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    message: field.messageText,
    sendAt: field.instant,
    seenVersion: field.seenVersion,
  }),
  reply: snapshot(scheduledSchema),
})

export const scheduledMessages = call({
  method: 'GET',
  path: '/api/inbox/scheduled-messages',
  access: 'member',
  summary:
    'Of a conversation: what waits, and what became of the last 100 others, by `sendAt`. Without one: all that waits in the organization, soonest first, paged by `cursor`.',
  query: z.strictObject({
    organizationId,
    conversationId: conversationId.optional(),
    cursor: field.text(200).optional(),
    limit: field.pageSize,
  }),
  body: nothing,
  reply: page(scheduledSchema),
})

export const cancelScheduledMessage = call({
  method: 'POST',
  path: '/api/inbox/cancel-scheduled-message',
  access: 'member',
  summary: 'Takes back a text that waits; one that is taken back already is a success that changes nothing.',
  failure: 'Failed to cancel scheduled message',
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id }),
  reply: snapshot(scheduledSchema),
})

export const rescheduleMessage = call({
  method: 'POST',
  path: '/api/inbox/reschedule-message',
  access: 'member',
  summary:
    'Changes the words or the time of a text that waits. Its author stays, unless its words are changed: they are then of who changed them.',
  failure: 'Failed to reschedule message',
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      _id: field.id,
      message: field.messageText.optional(),
      sendAt: field.instant.optional(),
    })
    .refine((body) => body.message !== undefined || body.sendAt !== undefined, {
      path: ['sendAt'],
      error: 'Either this or a message is needed',
    }),
  reply: snapshot(scheduledSchema),
})
