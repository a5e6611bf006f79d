/** The caller's own notification preferences; no input can name another user's. */

import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { weekdays } from '../time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '../time/time-of-day.rules.ts'

const { organizationId, nothing } = field

/** [RULE-18] */
const timeOfDay = z.string().max(5).refine(isTimeOfDay, WRONG_TIME)

/**
 * Times in the organization's zone. `days` are the days on which the quiet time begins. If `to` is not later than `from`, it
 * ends on the next day; if both are the same, it lasts 24 hours.
 */
const quietSchema = z.strictObject({
  from: timeOfDay,
  to: timeOfDay,
  days: z
    .array(z.enum(weekdays))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'Each day once'),
})

const settable = {
  /** Notify about nothing, about the caller's assignments and mentions, or about every conversation. */
  scope: z.enum(['off', 'mine', 'organization']),
  sound: z.boolean(),
  /** Whether a notification shows the sender and the beginning of the text; others may see a locked screen. */
  showText: z.boolean(),
  quiet: quietSchema.nullable(),
}

const preferencesSchema = z.object(settable)
export type NotificationPreferences = z.infer<typeof preferencesSchema>

export const notificationPreferences = call({
  method: 'GET',
  path: '/api/inbox/notification-preferences',
  access: 'member',
  says: 'Read their own notification settings',
  summary: "Returns the caller's preferences in this organization, or the defaults if they saved none.",
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(preferencesSchema),
  example: { query: inClinic },
})

export const saveNotificationPreferences = call({
  method: 'POST',
  path: '/api/inbox/notification-preferences',
  access: 'member',
  says: 'Changed their own notification settings',
  summary: "Replaces all of the caller's preferences.",
  failure: 'Failed to save notification settings',
  query: nothing,
  body: z.strictObject({ organizationId, ...settable }),
  reply: ok(preferencesSchema),
  example: {
    body: {
      ...inClinic,
      ...{ scope: 'organization', sound: true, showText: false },
      quiet: { from: '18:00', to: '08:00', days: ['saturday', 'sunday'] },
    },
  },
})
