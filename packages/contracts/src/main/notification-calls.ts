/** Notifications and the e-mail service, below the main service. */

import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { mailSchema, notificationExample, notificationSchema, sentNotificationSchema } from './notification.ts'

export const sendNotification = call({
  method: 'POST',
  path: '/api/main/utils/send-notification',
  access: 'member',
  says: 'Sent a notification',
  summary: 'Sends a text or an e-mail to one person. [NOTIF-01] [CALL-MAIN-12]',
  failure: 'Failed to send the notification',
  idempotent: true,
  query: field.nothing,
  body: notificationSchema,
  reply: ok(sentNotificationSchema),
  example: { body: notificationExample },
})

export const mail = call({
  method: 'GET',
  path: '/api/main/utils/email',
  access: 'member',
  says: 'Read an e-mail',
  summary: 'One e-mail of the organization, and what became of it.',
  query: z.strictObject({ organizationId: field.organizationId, mailId: field.id }),
  body: field.nothing,
  reply: ok(mailSchema),
  example: { query: { ...inClinic, mailId: example.mailId } },
})

const relayMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** [SEC-07] */
export const relayToEmailService = call({
  method: 'POST',
  path: '/api/main/sendgrid/fetch',
  access: 'user',
  says: 'Passed a request on to the e-mail service',
  summary:
    'Passes a request on to the configured e-mail service, with its credential, and gives back what it answered. Only that host, and there only the paths that are set, can be reached. [CALL-MISC-01] [OPEN-051]',
  query: field.nothing,
  body: z.strictObject({
    url: field.text(2000).min(1),
    method: z.enum(relayMethods),
    data: z.record(z.string(), z.unknown()).nullable().optional(),
  }),
  reply: ok(z.object({ status: z.int(), body: z.unknown() })),
  example: {
    body: { url: `${example.emailService}/v3/mail/send`, method: 'POST', data: { subject: 'Your visit' } },
  },
})
