/** The calls that count a campaign's audience and take the campaign from status to status. Twice the same changes nothing. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import {
  audienceSchema,
  campaignDetailSchema,
  campaignExample,
  campaignIds,
  campaignSchema,
  purposes,
  skippedSchema,
} from './campaign.ts'
import { content, fallbacks, subject } from './campaign-calls.ts'
import { SAMPLE_SIZE } from './limits.rules.ts'
import { skipReasons } from './skip-reasons.rules.ts'
import { campaignTypes, NO_SUBJECT } from './steps.rules.ts'

const { organizationId, nothing } = field
const A = '/api/campaign/campaign/:id'
const params = z.strictObject({ id: field.id })
const inOrganization = z.strictObject({ organizationId })
const count = z.int().nonnegative()

const sampleSchema = z.object({
  patientId: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  /** The values of the placeholders by their names; one that is not on file is absent. */
  fields: z.record(z.string(), z.string()),
})
export type SampledPatient = z.infer<typeof sampleSchema>

const countedSchema = z.object({
  /** willGet and the counts of `skipped` add up to it. */
  matching: count,
  willGet: count,
  skipped: z.array(skippedSchema),
  /** Those of willGet whose field is not on file. */
  gaps: z.array(z.object({ field: z.string(), count })),
  /** The segments of all texts; null for e-mail, and while there are no words. */
  segments: count.nullable(),
  cost: z.object({ micros: count, currency: z.string(), perSegment: count }).nullable(),
  sample: z.array(sampleSchema).max(SAMPLE_SIZE),
  cursor: z.string().nullable(),
})
export type CountedAudience = z.infer<typeof countedSchema>

export const campaignAudience = call({
  method: 'POST',
  path: '/api/campaign/audience',
  access: 'member',
  says: 'Counted an audience',
  summary:
    'Counts who would get these words and why the others would not, as a launch does. `sample` pages through those who get it, or through those who are left out for `reason`. More than 100,000 are refused as `too_many`, and an import whose rows are kept no longer as `not_ready`.',
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      type: z.enum(campaignTypes),
      audience: audienceSchema,
      purpose: z.enum(purposes).default('care'),
      subject: subject.default(null),
      content: content.default(''),
      fallbacks: fallbacks.default({}),
      /** The campaign itself: who already has its text is counted as such. */
      campaignId: field.id.optional(),
      reason: z.enum(skipReasons).optional(),
      cursor: field.text(200).optional(),
    })
    .refine(({ type, subject: line }) => type === 'email' || !line, {
      path: ['subject'],
      error: NO_SUBJECT,
    }),
  reply: ok(countedSchema),
  example: { body: { ...inClinic, type: 'SMS', audience: { kind: 'filters', rules: [] } } },
})

export const launchCampaign = call({
  method: 'POST',
  path: `${A}/launch`,
  access: 'member',
  says: 'Launched a campaign',
  summary:
    'Starts a draft, or schedules it where its time is to come. Refused as `not_ready` with its problems; as `stale` with `willGet` where that is no longer `expect`, and with the campaign where `revision` is not the newest; as `no_number` or `no_channel` where nothing can be sent.',
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({
    organizationId,
    revision: z.int().positive(),
    /** The number on the button. */
    expect: count.optional(),
  }),
  reply: snapshot(campaignSchema),
  example: { params: { id: campaignIds.toLaunch }, body: { ...inClinic, revision: 1 } },
})

export const pauseCampaign = call({
  method: 'POST',
  path: `${A}/pause`,
  access: 'member',
  says: 'Paused a campaign',
  summary: 'Pauses a running campaign; a text that is a message already goes out.',
  params,
  query: nothing,
  body: inOrganization,
  reply: snapshot(campaignSchema),
  example: { params: { id: campaignExample._id }, body: inClinic },
})

export const resumeCampaign = call({
  method: 'POST',
  path: `${A}/resume`,
  access: 'member',
  says: 'Resumed a campaign',
  summary:
    'Goes on with a paused campaign; its limit of failures counts from now. Refused as `not_ready` where its words, its clinic or the settings got a problem meanwhile, and as `no_number` or `no_channel` where nothing can be sent.',
  params,
  query: nothing,
  body: inOrganization,
  reply: snapshot(campaignSchema),
  example: { params: { id: campaignIds.paused }, body: inClinic },
})

export const stopCampaign = call({
  method: 'POST',
  path: `${A}/stop`,
  access: 'member',
  says: 'Stopped a campaign',
  summary: 'Ends a campaign for good: what waits is cancelled, what is under way still ends.',
  params,
  query: nothing,
  body: inOrganization,
  reply: snapshot(campaignSchema),
  example: { params: { id: campaignIds.toStop }, body: inClinic },
})

export const unscheduleCampaign = call({
  method: 'POST',
  path: `${A}/unschedule`,
  access: 'member',
  says: 'Took a campaign back from its schedule',
  summary: 'Makes a scheduled campaign a draft again.',
  params,
  query: nothing,
  body: inOrganization,
  reply: snapshot(campaignSchema),
  example: { params: { id: campaignIds.scheduled }, body: inClinic },
})

export const copyCampaign = call({
  method: 'POST',
  path: `${A}/copy`,
  access: 'member',
  says: 'Copied a campaign',
  summary: 'Adds a draft with the words and the audience of a campaign in any status.',
  idempotent: true,
  params,
  query: nothing,
  body: inOrganization,
  reply: snapshot(campaignDetailSchema),
  example: { params: { id: campaignIds.finished }, body: inClinic },
})

export const testCampaign = call({
  method: 'POST',
  path: `${A}/test`,
  access: 'member',
  says: 'Sent a test of a campaign',
  summary:
    'Sends the words once to a number or an e-mail address, by the type of the campaign, with the details of a made-up patient and "[Test] " before them. At most 20 a day for each member; it is in no figure.',
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({
    organizationId,
    to: z.union([field.emailAddress, field.phoneNumber], { error: 'Not a phone number or an email address' }),
  }),
  reply: ok(z.object({ status: z.literal('queued') })),
  example: { params: { id: campaignIds.draft }, body: { ...inClinic, to: '(512) 555-0142' } },
})
