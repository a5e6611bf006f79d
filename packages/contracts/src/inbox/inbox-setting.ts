/** What an organization sets for its inbox: when it is open, when patients sleep, and what is said by itself. */
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

const WORKDAY = [{ from: '08:00', to: '17:00' }]

export const inboxSetting = setting({
  name: 'inbox',
  schema: z.object({
    businessHours: businessHoursSchema,
    /** What is answered to a text or a chat that comes while closed, once until the clinic opens. */
    afterHours: z.strictObject({ enabled: z.boolean(), message: automaticText }),
    /** Of the patient's own time: what they did not ask for waits until these end. Begin and end at one time: none. */
    quietHours: z.strictObject({ from: timeOfDay, to: timeOfDay }),
    /** What HELP is answered with; null says the clinic's name and number. */
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
