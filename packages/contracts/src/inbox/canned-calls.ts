import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { messageText } from './fields.ts'

const { organizationId, nothing } = field

/** [ENTITY-25] A text that staff save for reuse. Braces in it are plain text, not placeholders. */
const cannedMessageSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  title: z.string(),
  message: z.string(),
})
export type CannedMessage = z.infer<typeof cannedMessageSchema>

/** [OPEN-023] */
const cannedMessage = { organizationId, title: field.filledText(80), message: messageText }

export const cannedMessages = call({
  method: 'GET',
  path: '/api/inbox/canned-messages',
  access: 'member',
  says: 'Read the canned messages',
  summary: "The organization's canned messages, by title. [CALL-INBOX-16]",
  failure: 'Failed to fetch canned messages',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(cannedMessageSchema)),
  example: { query: inClinic },
})

export const addCannedMessage = call({
  method: 'POST',
  path: '/api/inbox/add-canned-message',
  access: 'member',
  says: 'Added a canned message',
  summary: 'Adds a canned message; its title is unique in the organization, in any case. [CALL-INBOX-17]',
  failure: 'Failed to create canned message',
  idempotent: true,
  query: nothing,
  body: z.strictObject(cannedMessage),
  reply: ok(cannedMessageSchema),
  example: { body: { ...inClinic, title: 'Hours', message: 'We open at 8.' } },
})

export const updateCannedMessage = call({
  method: 'POST',
  path: '/api/inbox/update-canned-message',
  access: 'member',
  says: 'Changed a canned message',
  summary: 'Changes a canned message. [CALL-INBOX-18]',
  failure: 'Failed to update canned message',
  query: nothing,
  body: z.strictObject({ _id: field.id, ...cannedMessage }),
  reply: ok(cannedMessageSchema),
  example: {
    body: { ...inClinic, _id: example.cannedIds[0], title: 'Parking', message: 'Park behind the building.' },
  },
})

export const removeCannedMessage = call({
  method: 'POST',
  path: '/api/inbox/remove-canned-message',
  access: 'member',
  says: 'Removed a canned message',
  summary: 'Removes a canned message. [CALL-INBOX-19]',
  failure: 'Failed to delete canned message',
  query: nothing,
  body: z.strictObject({ _id: field.id, organizationId }),
  reply: ok(z.object({ _id: z.string() })),
  example: { body: { ...inClinic, _id: example.cannedIds[1] } },
})
