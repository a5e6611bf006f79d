/** An organization's inbox setting: business hours, patients' quiet hours and automatic texts. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { setting } from '../setting.ts'
import { weekdays } from '../time/calendar.rules.ts'
import { endsAfterItBegins, isInOrder, isTimeOfDay, WRONG_TIME } from '../time/time-of-day.rules.ts'

/** [RULE-18] */
const timeOfDay = z.string().max(5).refine(isTimeOfDay, WRONG_TIME)
const spanSchema = z
  .strictObject({ from: timeOfDay, to: timeOfDay.or(z.literal('24:00')) })
  .refine(endsAfterItBegins, 'Must end after it begins')
const daySchema = z.array(spanSchema).max(6).refine(isInOrder, 'Must be in order and not overlap')

export const businessHoursSchema = z.strictObject({
  /** Times in the organization's zone; an empty day is closed. */
  week: z.strictObject(
    Object.fromEntries(weekdays.map((day) => [day, daySchema])) as Record<(typeof weekdays)[number], typeof daySchema>,
  ),
  /** The clinic is closed on these dates, on any weekday. */
  closedDays: z.array(field.day).max(366),
})
export type BusinessHours = z.infer<typeof businessHoursSchema>

/**
 * At most 320 characters after trimming, and 1280 with the surrounding space. The carrier splits a text of more than
 * 160 characters into segments.
 */
const automaticText = field.filled(field.text(1280)).max(320)

const WORKDAY = [{ from: '08:00', to: '17:00' }]

export const inboxSetting = setting({
  name: 'inbox',
  schema: z.object({
    businessHours: businessHoursSchema,
    /** The automatic reply to a text or a chat that arrives while the clinic is closed, sent once until it opens. */
    afterHours: z.strictObject({ enabled: z.boolean(), message: automaticText }),
    /** In the patient's time zone. Proactive texts wait until these hours end. If `from` equals `to` there are none. */
    quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }),
    /** The reply to HELP; null replies with the clinic's name and number. */
    helpMessage: automaticText.nullable(),
  }),
  default: {
    businessHours: {
      week: {
        monday: WORKDAY,
        tuesday: WORKDAY,
        wednesday: WORKDAY,
        thursday: WORKDAY,
        friday: WORKDAY,
        saturday: [],
        sunday: [],
      },
      closedDays: [],
    },
    afterHours: {
      enabled: false,
      message:
        'Thank you for your message. We are closed right now and will answer when we are open again. In an emergency, call 911.',
    },
    quietHours: { from: '21:00', to: '08:00' },
    helpMessage: null,
  },
  read: 'member',
  write: 'admin',
})
