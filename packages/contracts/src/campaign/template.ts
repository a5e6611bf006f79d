/** A notifier template: words that go out again after each period, as calls and events carry it. */
import { z } from 'zod'
import { DEFAULT_PERIOD } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import { audienceSchema, purposes } from './campaign.ts'
import { FREQUENCY_MAX, MISSED_MAX, TIME_OF_RUNS } from './limits.rules.ts'
import { campaignTypes } from './steps.rules.ts'

/** [OPEN-022] */
export const frequencySchema = z.strictObject({
  value: z.int().min(1).max(FREQUENCY_MAX),
  unit: z.literal('day'),
})

/** `late`: no worker came for a day. `not_ready`: a launch was refused at its time, and a draft was kept. */
const missReasons = ['late', 'not_ready'] as const

const missSchema = z.object({
  at: z.string(),
  reason: z.enum(missReasons),
  /** The draft of a run that was not ready. */
  campaignId: z.string().nullable(),
})

/** [ENTITY-20] Each run is a campaign of the kind `recurring`. */
export const notifierTemplateSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  frequency: frequencySchema,
  type: z.enum(campaignTypes),
  purpose: z.enum(purposes),
  /** Null for an SMS. */
  subject: z.string().nullable(),
  /** With its placeholders; empty until somebody writes it. */
  content: z.string(),
  /** Null: nobody was chosen yet. */
  audience: audienceSchema.nullable(),
  /** HH:MM on the patients' clocks. */
  timeOfDay: z.string(),
  /** The day of the first run; null: the day after it was activated. */
  startsOn: z.string().nullable(),
  active: z.boolean(),
  /** Null while it is not active. */
  nextRunAt: z.string().nullable(),
  lastRunAt: z.string().nullable(),
  lastCampaignId: z.string().nullable(),
  /** The runs that did not go out since it was last saved, newest first; they are not made up for. */
  missed: z.array(missSchema).max(MISSED_MAX),
  /** A deleted template stays in the copies of screens, so that an older state does not restore it. */
  deleted: z.boolean(),
  version: z.int().nonnegative(),
})
export type NotifierTemplate = z.infer<typeof notifierTemplateSchema>

/** One to read and change, and one to delete. */
export const templateIds = ['0199f0aa-3c00-7000-8000-000000000161', '0199f0aa-3c00-7000-8000-000000000162'] as const

export const templateExample: NotifierTemplate = {
  _id: templateIds[0],
  ...inClinic,
  name: 'Recall',
  frequency: DEFAULT_PERIOD,
  type: 'SMS',
  purpose: 'care',
  subject: null,
  content: 'Hi {{firstName|there}}, it is time for your check-up. {{clinic}}',
  audience: { kind: 'patients', patientIds: [example.patientIds[0]] },
  timeOfDay: TIME_OF_RUNS,
  startsOn: null,
  active: true,
  nextRunAt: '2026-12-01T16:00:00.000Z',
  lastRunAt: '2026-11-01T16:00:00.000Z',
  lastCampaignId: '0199f0aa-3c00-7000-8000-000000000158',
  missed: [],
  deleted: false,
  version: 12,
}
