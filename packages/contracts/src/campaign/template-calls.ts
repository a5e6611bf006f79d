/** The calls that list, add, change and delete notifier templates. Another organization's template is `not_found`. */
import { z } from 'zod'
import { timeOfDay } from '../appointments/fields.ts'
import { call } from '../call.ts'
import { DEFAULT_PERIOD } from '../defaults.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { jsonOf } from '../query.ts'
import { ok, snapshot } from '../reply.ts'
import { audienceSchema, purposes } from './campaign.ts'
import { campaignName, content, subject } from './campaign-calls.ts'
import { TIME_OF_RUNS } from './limits.rules.ts'
import { campaignTypes, NO_SUBJECT } from './steps.rules.ts'
import { frequencySchema, notifierTemplateSchema, templateIds } from './template.ts'

const { organizationId, nothing } = field
const A = '/api/campaign/notifier-template'
const params = z.strictObject({ id: field.id })

/** [OPEN-059] */
const listQuery = z.strictObject({ organizationId, name: field.text(100).trim().optional() })

export const notifierTemplates = call({
  method: 'GET',
  path: A,
  access: 'member',
  says: 'Read the list of templates',
  summary:
    'The notifier templates of the organization by name. `query` is JSON: organizationId, and maybe a part of the name. [TMPL-01] [ENTITY-20] [CALL-CAMPAIGN-16] [OPEN-059]',
  query: z
    .strictObject({ query: jsonOf(listQuery, 2000) })
    .transform((asked) => ({ ...asked, organizationId: asked.query.organizationId })),
  body: nothing,
  reply: snapshot(z.array(notifierTemplateSchema)),
  example: { query: { query: JSON.stringify({ ...inClinic, name: 'recall' }) } },
})

const fields = {
  type: z.enum(campaignTypes),
  purpose: z.enum(purposes),
  subject,
  content,
  audience: audienceSchema.nullable(),
  timeOfDay,
  startsOn: field.day.nullable(),
  active: z.boolean(),
}

const hasSubjectOfItsType = ({
  type,
  subject: line,
}: {
  type?: string | undefined
  subject?: string | null | undefined
}) => type !== 'SMS' || !line
const noSubject = { path: ['subject'], error: NO_SUBJECT }

export const addNotifierTemplate = call({
  method: 'POST',
  path: A,
  access: 'member',
  says: 'Added a template',
  summary:
    'Adds a notifier template. An active one runs at its time after each period; it is refused as `not_ready`, with its problems, while its words or its audience have any. [TMPL-01] [CALL-CAMPAIGN-17] [OPEN-022]',
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      name: campaignName,
      frequency: frequencySchema.default(DEFAULT_PERIOD),
      type: fields.type.default('SMS'),
      purpose: fields.purpose.default('care'),
      subject: fields.subject.default(null),
      content: fields.content.default(''),
      audience: fields.audience.default(null),
      timeOfDay: fields.timeOfDay.default(TIME_OF_RUNS),
      startsOn: fields.startsOn.default(null),
      active: fields.active.default(false),
    })
    .refine(hasSubjectOfItsType, noSubject),
  reply: ok(notifierTemplateSchema),
  example: { body: { ...inClinic, name: 'Birthdays', frequency: { value: 30, unit: 'day' } } },
})

export const saveNotifierTemplate = call({
  method: 'PUT',
  path: `${A}/:id`,
  access: 'member',
  says: 'Changed a template',
  summary:
    'Sets name and frequency of a notifier template, and the other given fields. Another frequency counts from the last run. Refused as `not_ready` as an addition is, and as `stale`, with the template as it is, if it changed after `version`; without one the last save counts. [TMPL-01] [CALL-CAMPAIGN-18] [OPEN-022]',
  params,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      name: campaignName,
      frequency: frequencySchema,
      ...z.object(fields).partial().shape,
      version: z.int().nonnegative().optional(),
    })
    .refine(hasSubjectOfItsType, noSubject),
  reply: ok(notifierTemplateSchema),
  example: {
    params: { id: templateIds[0] },
    body: { ...inClinic, name: 'Recall', frequency: { value: 90, unit: 'day' }, timeOfDay: '09:30' },
  },
})

export const deleteNotifierTemplate = call({
  method: 'DELETE',
  path: `${A}/:id`,
  access: 'member',
  organization: 'header',
  says: 'Deleted a template',
  summary: 'Deletes a notifier template; the campaigns that it made stay. [TMPL-01] [CALL-CAMPAIGN-19]',
  params,
  query: nothing,
  body: nothing,
  reply: ok(z.object({ _id: z.string() })),
  example: { params: { id: templateIds[1] } },
})
