/** What an organization sets for its inbox: when it is open, when patients sleep, and what is said by itself. */

import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { weekdays } from '../time/calendar.rules.ts'
import { endsAfterItBegins, isInOrder, isTimeOfDay, WRONG_TIME } from '../time/time-of-day.rules.ts'

const { organizationId, nothing } = field

/** [RULE-18] */
const timeOfDay = z.string().max(5).refine(isTimeOfDay, WRONG_TIME)
const spanSchema = z
  .strictObject({ from: timeOfDay, to: timeOfDay.or(z.literal('24:00')) })
  .refine(endsAfterItBegins, 'Must end after it begins')
const daySchema = z.array(spanSchema).max(6).refine(isInOrder, 'Must be in order and not overlap')

const businessHoursSchema = z.strictObject({
  /** Times of the organization's zone; an empty day is a closed one. */
  week: z.strictObject(
    Object.fromEntries(weekdays.map((day) => [day, daySchema])) as Record<(typeof weekdays)[number], typeof daySchema>,
  ),
  /** Closed whatever day of the week they are. */
  closedDays: z.array(field.day).max(366),
})
export type BusinessHours = z.infer<typeof businessHoursSchema>

/** Longer ones are split by the carrier into more than anybody reads at night. */
const automaticText = field.filled(field.text(1280)).max(320)

const settable = {
  businessHours: businessHoursSchema,
  /** What is answered to a text or a chat that comes while closed, once until the clinic opens. */
  afterHours: z.strictObject({ enabled: z.boolean(), message: automaticText }),
  /** Of the patient's own time: what they did not ask for waits until these end. Begin and end at one time: none. */
  quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }),
}

const settingsSchema = z.object({
  ...settable,
  /** IANA; set with the organization, not here. */
  timezone: z.string(),
  /** What HELP is answered with. */
  helpMessage: z.string(),
})
export type InboxSettings = z.infer<typeof settingsSchema>

export const inboxSettings = call({
  method: 'GET',
  path: '/api/inbox/settings',
  access: 'member',
  says: 'Read the settings of the inbox',
  summary: 'Business hours, quiet hours and automatic texts; what holds where nothing was set.',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(settingsSchema),
  example: { query: inClinic },
})

export const saveInboxSettings = call({
  method: 'POST',
  path: '/api/inbox/settings',
  access: 'admin',
  says: 'Changed the settings of the inbox',
  summary: 'Sets them, all at once; a helpMessage of null is the default one.',
  failure: 'Failed to save settings',
  query: nothing,
  body: z.strictObject({ organizationId, ...settable, helpMessage: automaticText.nullable() }),
  reply: ok(settingsSchema),
  example: {
    body: {
      ...inClinic,
      businessHours: {
        week: {
          monday: [
            { from: '08:00', to: '12:00' },
            { from: '13:00', to: '17:30' },
          ],
          ...{ tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
        },
        closedDays: ['2026-12-25'],
      },
      afterHours: { enabled: false, message: 'We are closed.' },
      quietHours: { from: '20:00', to: '09:00' },
      helpMessage: 'Call us.',
    },
  },
})
