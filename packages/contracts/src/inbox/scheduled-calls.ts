/** The calls about scheduled texts. */

import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { conversationId, messageText, seenVersion } from './fields.ts'
import { scheduledSchema } from './scheduled.ts'

const { organizationId, nothing } = field

export const scheduleMessage = call({
  method: 'POST',
  path: '/api/inbox/schedule-message',
  access: 'member',
  says: 'Scheduled a text',
  summary:
    'Writes a text that goes out at `sendAt`, between a minute and a year ahead. If the patient writes first, the text is held until a staff member decides. Refused as `stale` if someone wrote after `seenVersion`.',
  failure: 'Failed to schedule message',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    message: messageText,
    sendAt: field.instant,
    seenVersion,
  }),
  reply: snapshot(scheduledSchema),
  example: { body: { ...inConversation, message: 'See you tomorrow.', sendAt: example.later } },
})

export const scheduledMessages = call({
  method: 'GET',
  path: '/api/inbox/scheduled-messages',
  access: 'member',
  says: 'Read the scheduled texts',
  summary:
    'With `conversationId`: returns its waiting and held texts and the last 100 that no longer wait, ordered by `sendAt`. Without: returns all waiting texts of the organization, soonest first, in pages by `cursor`.',
  query: z.strictObject({
    organizationId,
    conversationId: conversationId.optional(),
    ...pageQuery(),
  }),
  body: nothing,
  reply: page(scheduledSchema),
  example: { query: inConversation },
})

/** The version of the text that the caller's screen shows; absent: whatever it is now. */
const version = z.int().nonnegative().optional()

export const keepScheduledMessage = call({
  method: 'POST',
  path: '/api/inbox/keep-scheduled-message',
  access: 'member',
  says: 'Kept a scheduled text',
  summary:
    'Keeps a held text, so that it goes out at its time; with `now` it goes out at once. Keeping a waiting text changes nothing. After its time a held text is kept only with `now`. Refused as `stale`, with the text, if it changed after `version`, and with the conversation if someone wrote after `seenVersion`.',
  failure: 'Failed to keep scheduled message',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id, version, seenVersion, now: z.boolean().default(false) }),
  reply: snapshot(scheduledSchema),
  example: { body: { ...inClinic, _id: example.scheduledIds[2], now: true } },
})

export const cancelScheduledMessage = call({
  method: 'POST',
  path: '/api/inbox/cancel-scheduled-message',
  access: 'member',
  says: 'Canceled a scheduled text',
  summary:
    'Cancels a waiting or held text. Cancelling it again succeeds and changes nothing. Refused as `stale`, with the text, if someone else changed it after `version`.',
  failure: 'Failed to cancel scheduled message',
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id, version }),
  reply: snapshot(scheduledSchema),
  example: { body: { ...inClinic, _id: example.scheduledIds[0] } },
})

export const rescheduleMessage = call({
  method: 'POST',
  path: '/api/inbox/reschedule-message',
  access: 'member',
  says: 'Changed a scheduled text',
  summary:
    'Changes the words or the time of a waiting or held text, which then waits for its time. A user who changes the words becomes the author. A change of the time keeps the author. Refused as `stale`, with the text, if it changed after `version`, and for a held text if someone wrote after `seenVersion`.',
  failure: 'Failed to reschedule message',
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      _id: field.id,
      message: messageText.optional(),
      sendAt: field.instant.optional(),
      version,
      seenVersion,
    })
    .refine((body) => body.message !== undefined || body.sendAt !== undefined, {
      path: ['sendAt'],
      error: 'Either this or a message is needed',
    }),
  reply: snapshot(scheduledSchema),
  example: {
    body: { ...inClinic, _id: example.scheduledIds[1], message: 'See you on Friday.', sendAt: example.later },
  },
})
