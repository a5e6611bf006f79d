/** An organization's setting of visits: when reminders go out, what replies do, and what follows a visit that nobody came to. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { setting } from '../setting.ts'
import { timeOfDay } from './fields.ts'
import { REMINDER_MAX } from './reminder-words.rules.ts'

/** At most 640 characters once it is filled; braces name fields. */
const reminderText = field.filled(field.text(REMINDER_MAX * 2)).max(REMINDER_MAX)

const stepSchema = z
  .strictObject({
    _id: field.id,
    before: z.strictObject({ n: z.int().min(1).max(365), unit: z.enum(['minute', 'hour', 'day']) }),
    /** The time on the clinic's clock at which a step of days goes out; null for the others. */
    at: timeOfDay.nullable(),
    channel: z.enum(['auto', 'sms', 'email']),
    text: reminderText,
    /** Whether it is sent although the patient has confirmed. */
    alsoConfirmed: z.boolean(),
  })
  .refine(({ before, at }) => (before.unit === 'day') === (at !== null), {
    path: ['at'],
    error: 'Days have a time; minutes and hours have none',
  })
export type CadenceStep = z.infer<typeof stepSchema>

const cadenceSchema = z.strictObject({
  _id: field.id,
  /** Null: every type without a cadence of its own. */
  appointmentType: field.filledText(80).nullable(),
  enabled: z.boolean(),
  steps: z
    .array(stepSchema)
    .min(1)
    .max(6)
    .refine((steps) => new Set(steps.map(({ _id }) => _id)).size === steps.length, 'Names a step twice'),
})
export type Cadence = z.infer<typeof cadenceSchema>

export const visitSetting = setting({
  name: 'appointments',
  schema: z.object({
    reminders: z
      .array(cadenceSchema)
      .max(30)
      .refine(
        (all) => new Set(all.map(({ appointmentType }) => appointmentType)).size === all.length,
        'Names a kind of visit twice',
      ),
    replies: z.strictObject({
      /** Whether a patient's reply confirms by itself; otherwise staff decide on each. */
      read: z.boolean(),
      /** The one answer to a confirmation; null answers nothing. */
      thanks: reminderText.nullable(),
    }),
    noShow: z.strictObject({ enabled: z.boolean(), at: timeOfDay, text: reminderText }),
    /** The invitation to book a visit that is due. */
    invitation: z.strictObject({ text: reminderText }),
  }),
  default: {
    reminders: [
      {
        _id: 'cadence_any',
        appointmentType: null,
        enabled: false,
        steps: [
          {
            _id: 'step_2d',
            before: { n: 2, unit: 'day' },
            at: '09:00',
            channel: 'auto',
            text: 'Hello {{firstName}}, this is {{clinic}}. You have a visit with {{doctorName}} on {{weekday}}, {{appointmentDate}} at {{appointmentTime}}.',
            alsoConfirmed: false,
          },
          {
            _id: 'step_2h',
            before: { n: 2, unit: 'hour' },
            at: null,
            channel: 'auto',
            text: '{{clinic}}: {{firstName}}, we will see you today at {{appointmentTime}}, {{location}}.',
            alsoConfirmed: true,
          },
        ],
      },
    ],
    replies: {
      read: true,
      thanks: 'Thank you, {{firstName}}. Confirmed: {{weekday}}, {{appointmentDate}} at {{appointmentTime}}.',
    },
    noShow: {
      enabled: false,
      at: '17:00',
      text: 'Hello {{firstName}}, we missed you today. Text us to find another time. {{clinic}}',
    },
    invitation: {
      text: 'Hello {{firstName}}, this is {{clinic}}. It is time for your next visit. Text us a day that suits you.',
    },
  },
  read: 'member',
  write: 'admin',
})
export type VisitSettings = z.infer<typeof visitSetting.schema>
