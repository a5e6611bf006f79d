/** A campaign, its audience and its recipients, as calls and events carry them. */
import { z } from 'zod'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { filterRulesSchema } from './filters.ts'
import { PATIENTS_MAX } from './limits.rules.ts'
import { type CampaignProblem, problemCodes, problemLevels } from './problems.rules.ts'
import {
  campaignMarks,
  NO_SENDS,
  type Results,
  recipientEvents,
  resultNames,
  type SendState,
  type StateCounts,
  sendStates,
} from './sends.rules.ts'
import { skipReasons } from './skip-reasons.rules.ts'
import { campaignStatuses, pauseReasons } from './states.rules.ts'
import { campaignTypes, stepConditions, waitUnits } from './steps.rules.ts'

const count = z.int().nonnegative()

/** `recurring`: a run of a template. */
export const campaignKinds = ['once', 'recurring'] as const
/** Promotion goes only to patients whose written consent is on record. */
export const purposes = ['care', 'promotion'] as const
export type Purpose = (typeof purposes)[number]
/** `patient`: the scheduled wall time on each patient's own clock. */
export const clocks = ['patient', 'organization'] as const

export const patientIds = z
  .array(field.id)
  .min(1)
  .max(PATIENTS_MAX)
  .refine((ids) => new Set(ids).size === ids.length, 'Names a patient twice')

/** A campaign reads its audience's facts when it begins. Filters without rules mean all patients. */
export const audienceSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('filters'), rules: filterRulesSchema }),
    z.strictObject({ kind: z.literal('patients'), patientIds }),
    z.strictObject({ kind: z.literal('import'), importId: field.id }),
  ],
  { error: 'Not a kind of audience' },
)
export type Audience = z.infer<typeof audienceSchema>

const statesSchema: z.ZodType<StateCounts> = z.object({
  ...(Object.fromEntries(sendStates.map((state) => [state, count])) as Record<SendState, typeof count>),
  total: count,
})
const resultsSchema: z.ZodType<Results> = z.object(
  Object.fromEntries(resultNames.map((name) => [name, count])) as Record<keyof Results, typeof count>,
)

const stepSchema = z.object({
  position: z.int().positive(),
  kind: z.enum(['message']),
  /** Null for the first step. */
  wait: z.object({ value: z.int().positive(), unit: z.enum(waitUnits) }).nullable(),
  /** The step is left out for a patient who did one of these. */
  unless: z.array(z.enum(stepConditions)),
  /** Null for an SMS. */
  subject: z.string().nullable(),
  /** With its placeholders. */
  content: z.string(),
  /** The sends of this step. */
  states: statesSchema,
})
export type CampaignStep = z.infer<typeof stepSchema>

/** The stored reason of failed texts, as a sentence, and how many failed for it. */
export const causeSchema = z.object({ failureReason: z.string(), count })
export const skippedSchema = z.object({ reason: z.enum(skipReasons), count })

export const campaignSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  kind: z.enum(campaignKinds),
  /** The template of a recurring one. */
  templateId: z.string().nullable(),
  type: z.enum(campaignTypes),
  purpose: z.enum(purposes),
  status: z.enum(campaignStatuses),
  /** The audience is being read; nothing is sent before all of it is in. */
  preparing: z.boolean(),
  pauseReason: z.enum(pauseReasons).nullable(),
  /** The staff member who paused it; null unless `pauseReason` is `staff`. */
  pausedBy: z.string().nullable(),
  pausedByName: z.string().nullable(),
  stoppedBy: z.string().nullable(),
  stoppedByName: z.string().nullable(),
  /** Null: nobody was chosen yet. */
  audience: audienceSchema.nullable(),
  steps: z.array(stepSchema),
  clock: z.enum(clocks),
  /** Null: as soon as it is launched. */
  scheduledAt: z.string().nullable(),
  /** An IANA name: the zone of the wall time of `scheduledAt`. */
  timezone: z.string(),
  /** Null: as fast as the number can. */
  perHour: z.int().positive().nullable(),
  /** Null: it does not pause itself. */
  failurePercent: z.int().positive().nullable(),
  /** The words in place of a field that is not on file, by its name. */
  fallbacks: z.record(z.string(), z.string()),
  trackLinks: z.boolean(),
  trackOpens: z.boolean(),
  /** Rises with each change by staff; a change names the one that its screen shows. */
  revision: z.int().positive(),
  /** The staff member of the newest revision; null for a run of a template. */
  savedBy: z.string().nullable(),
  savedByName: z.string().nullable(),
  savedAt: z.string(),
  /** Null for a run of a template. */
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  /** When it finished or was stopped. */
  finishedAt: z.string().nullable(),
  /** When the last text is expected to leave; null where nothing waits. */
  etaAt: z.string().nullable(),
  /** Each send once, so that they add up to `total`. */
  states: statesSchema,
  results: resultsSchema,
  /** The most frequent first, at most 20. */
  causes: z.array(causeSchema),
  /** The most frequent first. */
  skipped: z.array(skippedSchema),
  /** A deleted campaign stays in the copies of screens, so that an older state does not restore it. */
  deleted: z.boolean(),
  version: count,
})
export type Campaign = z.infer<typeof campaignSchema>

const problemSchema: z.ZodType<CampaignProblem> = z.object({
  code: z.enum(problemCodes),
  level: z.enum(problemLevels),
  step: z.int().positive().nullable(),
  from: count.nullable(),
  to: count.nullable(),
  message: z.string(),
  word: z.string().optional(),
  proposal: z.string().optional(),
})

/**
 * One campaign, with what keeps it from its launch, or from going on after a pause: its words, its clinic or the settings have
 * changed. While it runs, and after its end, it has no problems.
 */
export const campaignDetailSchema = campaignSchema.extend({ problems: z.array(problemSchema) })
export type CampaignDetail = z.infer<typeof campaignDetailSchema>

/** One send of the ledger. */
export const recipientSchema = z.object({
  patientId: z.string(),
  /** Empty if the record is no longer there. */
  name: z.string(),
  /** The number or the e-mail address. */
  address: z.string().nullable(),
  step: z.int().positive(),
  state: z.enum(sendStates),
  /** Why it was left out. */
  reason: z.enum(skipReasons).nullable(),
  /** The missing field, or the patient who gets it instead. */
  detail: z.string().nullable(),
  failureReason: z.string().nullable(),
  /** The time of its state. */
  at: z.string(),
  dueAt: z.string().nullable(),
  /** The zone of the patient's clock, an IANA name. */
  timezone: z.string(),
  /** What the patient did, each once, in the order of time. */
  events: z.array(z.object({ event: z.enum(campaignMarks), at: z.string() })),
  conversationId: z.string().nullable(),
})
export type Recipient = z.infer<typeof recipientSchema>

export const recipientEvent = z.enum(recipientEvents)

const uuid = (last: number) => `0199f0aa-3c00-7000-8000-0000000001${last}`

/** Campaigns in the states that the calls' examples need. */
export const campaignIds = {
  /** A draft with words and audience, which is read and changed. */
  draft: uuid(51),
  toLaunch: uuid(52),
  toDelete: uuid(53),
  scheduled: uuid(54),
  running: uuid(55),
  paused: uuid(56),
  toStop: uuid(57),
  /** It has recipients and figures. */
  finished: uuid(58),
} as const

export const campaignExample: Campaign = {
  _id: campaignIds.running,
  ...inClinic,
  name: 'Flu shots, 65 and over',
  kind: 'once',
  templateId: null,
  type: 'SMS',
  purpose: 'care',
  status: 'running',
  preparing: false,
  pauseReason: null,
  pausedBy: null,
  pausedByName: null,
  stoppedBy: null,
  stoppedByName: null,
  audience: {
    kind: 'filters',
    rules: [
      { field: 'age', op: 'atLeast', value: 65 },
      { field: 'lastVisit', op: 'inLast', value: { value: 18, unit: 'month' } },
      { field: 'visitType', op: 'notHadSince', value: { type: 'Flu shot', day: '2026-08-01' } },
    ],
  },
  steps: [
    {
      ...{ position: 1, kind: 'message', wait: null, unless: [], subject: null },
      content: 'Hi {{firstName}}, flu season is here. Pick a time that suits you: {{bookingLink}}. {{clinic}}',
      states: { ...NO_SENDS, waiting: 600, queued: 2, delivered: 480, failed: 20, skipped: 182, total: 1284 },
    },
  ],
  clock: 'patient',
  scheduledAt: '2026-11-20T16:30:00.000Z',
  timezone: 'America/Chicago',
  perHour: 200,
  failurePercent: 20,
  fallbacks: { firstName: 'there' },
  trackLinks: true,
  trackOpens: false,
  revision: 4,
  savedBy: 'usr_lena',
  savedByName: 'Lena Kim',
  savedAt: '2026-11-19T15:15:00.000Z',
  createdBy: 'usr_lena',
  createdByName: 'Lena Kim',
  createdAt: '2026-11-19T15:00:00.000Z',
  startedAt: '2026-11-20T16:30:00.000Z',
  finishedAt: null,
  etaAt: '2026-11-20T22:00:00.000Z',
  states: { ...NO_SENDS, waiting: 600, queued: 2, delivered: 480, failed: 20, skipped: 182, total: 1284 },
  results: { sent: 490, delivered: 480, failed: 20, opened: 0, clicked: 61, replied: 94, optedOut: 3, booked: 12 },
  causes: [{ failureReason: 'The phone could not be reached.', count: 20 }],
  skipped: [
    { reason: 'opted_out', count: 96 },
    { reason: 'unreachable', count: 61 },
    { reason: 'shared_number', count: 25 },
  ],
  deleted: false,
  version: 31,
}
