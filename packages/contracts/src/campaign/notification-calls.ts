/** Notifications, below the campaign service. [OPEN-082] */
import { call } from '../call.ts'
import * as field from '../fields.ts'
import { notificationExample, notificationSchema, sentNotificationSchema } from '../main/notification.ts'
import { ok } from '../reply.ts'

export const sendCampaignNotification = call({
  method: 'POST',
  path: '/api/campaign/common/send-notification',
  access: 'member',
  says: 'Sent a notification',
  summary: 'Sends a text or an e-mail to one person, as `/api/main/utils/send-notification` does. [CALL-CAMPAIGN-07]',
  failure: 'Failed to send the notification',
  idempotent: true,
  query: field.nothing,
  body: notificationSchema,
  reply: ok(sentNotificationSchema),
  example: { body: notificationExample },
})
