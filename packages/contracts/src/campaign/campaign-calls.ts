/** The calls that write campaigns and read them. Another organization's campaign, patient or import is `not_found`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { LIST_PAGE_SIZE, MAIL_SUBJECT_MAX } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { afterRow, pageQuery } from '../paging.ts'
import { listOf } from '../query.ts'
import { ok, page, snapshot } from '../reply.ts'
import { isTimeOfDay, WRONG_TIME } from '../time/time-of-day.rules.ts'
import {
  audienceSchema,
  campaignDetailSchema,
  campaignIds,
  campaignKinds,
  campaignSchema,
  clocks,
  patientIds,
  purposes,
} from './campaign.ts'
import { zone } from './filters.ts'
import {
  CAMPAIGN_NAME_MAX,
  FAILURE_PERCENT,
  FALLBACK_MAX,
  FALLBACKS_MAX,
  PER_HOUR_DEFAULT,
  PER_HOUR_MAX,
  STEPS_MAX,
  WORDS_MAX,
} from './limits.rules.ts'
import { campaignStatuses } from './states.rules.ts'
import { campaignTypes, NO_SUBJECT, stepConditions, stepIssues, waitUnits } from './steps.rules.ts'

const { organizationId, nothing } = field
const A = '/api/campaign/campaign'
const params = z.strictObject({ id: field.id })

/** One line, because text after a line break would become a header of the mail. */
export const subject = field
  .text(MAIL_SUBJECT_MAX)
  .refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'Must be one line')
  .nullable()

/** May be empty while it is a draft. */
export const content = field.text(WORDS_MAX)
export const campaignName = field.filledText(CAMPAIGN_NAME_MAX)

const step = z.strictObject({
  position: z.int().min(0).max(1000),
  kind: z.enum(['message']).default('message'),
  wait: z
    .strictObject({ value: z.int().min(1).max(365), unit: z.enum(waitUnits) })
    .nullable()
    .default(null),
  unless: z
    .array(z.enum(stepConditions))
    .max(stepConditions.length)
    .refine((all) => new Set(all).size === all.length, 'Names a condition twice')
    .default([]),
  subject: subject.default(null),
  content: content.default(''),
})

/** [OPEN-041] An instant whose time of day is impossible gets the sentence about times. */
const scheduledAt = z.iso
  .datetime({
    offset: true,
    error: ({ input }) => {
      const time = typeof input === 'string' ? /T(\d{1,2}:\d{1,2})/.exec(input)?.[1] : undefined
      return time === undefined || isTimeOfDay(time) ? undefined : WRONG_TIME
    },
  })
  .nullable()

export const fallbacks = z
  .record(z.string().regex(/^\w{1,40}$/), field.filledText(FALLBACK_MAX))
  .refine((all) => Object.keys(all).length <= FALLBACKS_MAX, `At most ${FALLBACKS_MAX} fallbacks`)

/** [OPEN-021] A body that is written names its audience in one of three ways, and its words in one of two. */
const fields = {
  name: campaignName,
  type: z.enum(campaignTypes),
  purpose: z.enum(purposes),
  content,
  subject,
  steps: z.array(step).min(1).max(STEPS_MAX),
  audience: audienceSchema.nullable(),
  patientIds,
  importId: field.id,
  scheduledAt,
  timezone: zone,
  clock: z.enum(clocks),
  perHour: z.int().min(1).max(PER_HOUR_MAX).nullable(),
  failurePercent: z.int().min(FAILURE_PERCENT.min).max(FAILURE_PERCENT.max).nullable(),
  fallbacks,
  trackLinks: z.boolean(),
  trackOpens: z.boolean(),
}
const { name: _name, type: _type, ...further } = fields
const optional = z.object(further).partial().shape

type Written = z.output<z.ZodObject<typeof optional>> & { readonly type?: z.output<typeof fields.type> | undefined }

function check(body: Written, context: z.RefinementCtx): void {
  const wrong = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
  const [, ...doubled] = (['audience', 'patientIds', 'importId'] as const).filter((name) => body[name] !== undefined)
  for (const name of doubled) wrong([name], 'Name patients, an import or an audience, not two of them')
  if (body.steps !== undefined && (body.content !== undefined || body.subject !== undefined))
    wrong(['steps'], 'Give steps, or the content of one, not both')
  if (body.type === 'SMS' && body.subject) wrong(['subject'], NO_SUBJECT)
  for (const { path, message } of stepIssues(body.type, body.steps ?? [])) wrong(['steps', ...path], message)
}

const exampleWords = {
  content: 'Hi {{firstName|there}}, flu season is here. Call us for a time. {{clinic}}',
  patientIds: [...example.patientIds],
}

export const addCampaign = call({
  method: 'POST',
  path: `${A}/add`,
  access: 'member',
  says: 'Added a campaign',
  summary:
    'Adds a campaign, which is a draft. With `scheduledAt` it is launched at once, and refused as a launch is. `content` and `subject` are step 1; `patientIds` and `importId` are audiences. [CAMP-01] [CALL-CAMPAIGN-02] [OPEN-021]',
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      name: fields.name,
      type: fields.type,
      ...optional,
      purpose: fields.purpose.default('care'),
      clock: fields.clock.default('patient'),
      perHour: fields.perHour.default(PER_HOUR_DEFAULT),
      fallbacks: fallbacks.default({}),
      trackLinks: fields.trackLinks.default(true),
      trackOpens: fields.trackOpens.default(false),
    })
    .superRefine(check),
  reply: snapshot(campaignDetailSchema),
  example: { body: { ...inClinic, name: 'Flu shots', type: 'SMS', ...exampleWords, timezone: 'America/Chicago' } },
})

export const campaigns = call({
  method: 'GET',
  path: '/api/campaign/campaigns',
  access: 'member',
  says: 'Read the list of campaigns',
  summary: 'The campaigns of the organization, newest first; those of statuses, of a kind, of a template, or by name.',
  query: z.strictObject({
    organizationId,
    status: listOf(z.enum(campaignStatuses), campaignStatuses.length).optional(),
    kind: z.enum(campaignKinds).optional(),
    templateId: field.id.optional(),
    search: field.text(100).trim().optional(),
    ...pageQuery({ limit: LIST_PAGE_SIZE, max: 100 }),
    ...afterRow,
  }),
  body: nothing,
  reply: page(campaignSchema),
  example: { query: { ...inClinic, status: ['running', 'paused'], search: 'flu' } },
})

export const campaign = call({
  method: 'GET',
  path: '/api/campaign/campaigns/:id',
  access: 'member',
  says: 'Opened a campaign',
  summary: 'One campaign with its problems, figures, causes of failures and reasons of those left out. [ENTITY-18]',
  params,
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(campaignDetailSchema),
  example: { params: { id: campaignIds.finished }, query: inClinic },
})

export const saveCampaign = call({
  method: 'PUT',
  path: `${A}/:id`,
  access: 'member',
  says: 'Changed a campaign',
  summary:
    'Changes the given fields of a draft or a scheduled one; of a paused one its name, the words of its steps, perHour and failurePercent. Else refused as `conflict`. Refused as `stale`, with the campaign as it is, where `revision` is not the newest or `status` is another by now, and as `not_ready` where a scheduled one would have problems.',
  params,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      revision: z.int().positive(),
      /** The status that the change was written for: a draft that was scheduled meanwhile begins by itself. */
      status: z.enum(campaignStatuses).optional(),
      name: fields.name.optional(),
      type: fields.type.optional(),
      ...optional,
    })
    .superRefine(check),
  reply: snapshot(campaignDetailSchema),
  example: { params: { id: campaignIds.draft }, body: { ...inClinic, revision: 1, name: 'Flu shots, 65 and over' } },
})

export const deleteCampaign = call({
  method: 'DELETE',
  path: `${A}/:id`,
  access: 'member',
  organization: 'header',
  says: 'Deleted a campaign',
  summary:
    'Deletes a campaign; the texts that it sent stay in their threads. While it is running or paused it is refused as `conflict`. [CAMP-02] [CALL-CAMPAIGN-03]',
  params,
  query: nothing,
  body: nothing,
  reply: ok(z.object({ _id: z.string() })),
  example: { params: { id: campaignIds.toDelete } },
})
