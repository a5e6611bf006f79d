/** How the caller wants to be told of what happens while they look elsewhere. Nobody's wishes but the caller's can be named. */

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
 * Times of the organization's zone. The days are those on which it begins: to a time that isn't later it lasts until the
 * next day, from a time to the same one around the clock.
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
  /** Of what: nothing, what is assigned to the caller and where they are named, or every conversation. */
  scope: z.enum(['off', 'mine', 'organization']),
  sound: z.boolean(),
  /** Who wrote, and how it begins. Without it neither names nor words: others read a locked screen too. */
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
  summary: "The caller's in this organization; what holds where they set nothing.",
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
  summary: "Sets the caller's, all at once.",
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
