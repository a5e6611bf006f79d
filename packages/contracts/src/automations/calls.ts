/** The calls that write automations and read them. Another organization's automation is `not_found`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import {
  automationDetailSchema,
  automationIds,
  automationPauseSchema,
  automationSchema,
  definitionExample,
  findingSchema,
  savedAutomationSchema,
  storedDefinitionSchema,
} from './automation.ts'
import { catalogSchema } from './catalog.ts'
import type { Definition } from './definition.rules.ts'
import { AUTOMATIONS_MAX, NAME_MAX, TELL_MAX, WHY_MAX } from './definition.rules.ts'
import { checkDefinition, definitionShape } from './definition.ts'

const { organizationId, nothing } = field
const A = '/api/main/automations'
const _id = field.id
const expectedRevision = z.int().positive()
/** The newest version that the screen shows. */
const expectedNumber = z.int().positive().optional()
const why = field.filledText(WHY_MAX)
/** `finish`: the runs that wait go on by their own version. `stop`: they end. */
const waiting = z.enum(['finish', 'stop']).default('finish')

const yesOrNo = z.enum(['yes', 'no']).default('no')
/** With `definitions`: the draft, or the newest version without one. */
const listedSchema = automationSchema.extend({ definition: storedDefinitionSchema.optional() })

const whole = ({ trigger, conditions, actions }: Definition, context: z.RefinementCtx) =>
  checkDefinition({ trigger, conditions, actions }, context)

export const automations = call({
  method: 'GET',
  path: A,
  access: 'member',
  says: 'Looked up the automations',
  summary:
    'The automations in their order, with whether all of them are paused. With `removed` those that can be restored are among them; with `definitions` each has what it does. [OPEN-035]',
  failure: 'Failed to load the automations',
  query: z.strictObject({ organizationId, removed: yesOrNo, definitions: yesOrNo }),
  body: nothing,
  reply: snapshot(z.array(listedSchema)).extend({ pause: automationPauseSchema }),
  example: { query: inClinic },
})

export const automation = call({
  method: 'GET',
  path: '/api/main/automation',
  access: 'member',
  says: 'Opened an automation',
  summary: 'One automation with its newest version, its draft and the list of its versions.',
  failure: 'Failed to load the automation',
  query: z.strictObject({ organizationId, automationId: _id }),
  body: nothing,
  reply: snapshot(automationDetailSchema),
  example: { query: { ...inClinic, automationId: automationIds.off } },
})

export const automationCatalog = call({
  method: 'GET',
  path: `${A}/catalog`,
  access: 'member',
  says: 'Looked up of what automations are made',
  summary: 'What an automation of this organization may use now: triggers, fields, actions, intents, records, recipes.',
  failure: 'Failed to load the choices',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(catalogSchema),
  example: { query: inClinic },
})

export const orderAutomations = call({
  method: 'POST',
  path: `${A}/order`,
  access: 'member',
  says: 'Ordered the automations',
  summary: 'Sets the order of the list. `ids` are exactly the automations there are, else it is refused as `conflict`.',
  failure: 'Failed to order the automations',
  query: nothing,
  body: z.strictObject({
    organizationId,
    ids: z
      .array(field.id)
      .max(AUTOMATIONS_MAX)
      .refine((ids) => new Set(ids).size === ids.length, 'Names an automation twice'),
  }),
  reply: snapshot(z.array(automationSchema)),
  example: {
    body: {
      ...inClinic,
      ids: [
        automationIds.off,
        automationIds.on,
        automationIds.toPublish,
        automationIds.toRemove,
        automationIds.stopped,
      ],
    },
  },
})

export const saveAutomation = call({
  method: 'POST',
  path: `${A}/save`,
  access: 'member',
  says: 'Wrote a draft of an automation',
  summary:
    'Adds an automation, or writes the draft of the one with this `_id`; the version in force stays. Refused as `stale`, with the automation as it is, where `expectedRevision` is not the newest; as `not_ready` where a part of it is not there yet; as `conflict` beyond 200 automations. [OPEN-033]',
  failure: 'Failed to save the automation',
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      _id: _id.optional(),
      name: field.filledText(NAME_MAX),
      ...definitionShape,
      tell: z
        .array(field.id)
        .max(TELL_MAX)
        .refine((ids) => new Set(ids).size === ids.length, 'Names somebody twice')
        .optional(),
      expectedRevision: expectedRevision.optional(),
    })
    .superRefine(whole),
  reply: snapshot(savedAutomationSchema),
  example: { body: { ...inClinic, name: 'Refill requests', ...definitionExample } },
})

export const publishAutomation = call({
  method: 'POST',
  path: `${A}/publish`,
  access: 'member',
  says: 'Turned on an automation',
  summary:
    'Makes the draft the next version, in force from now on. Refused as `not_ready`, with the findings as data, while the draft has problems; as `stale` where somebody saved after `expectedRevision`; as `conflict` without a draft and beyond 50 that are on.',
  failure: 'Failed to turn on the automation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, _id, expectedRevision, why, waiting }),
  reply: snapshot(automationSchema),
  example: { body: { ...inClinic, _id: automationIds.toPublish, expectedRevision: 1, why: 'The first version' } },
})

export const switchAutomation = call({
  method: 'POST',
  path: `${A}/switch`,
  access: 'member',
  says: 'Switched an automation',
  summary:
    'Switches an automation on or off. What is so already changes nothing. On needs a version without problems, else it is refused as `not_ready`, with the findings as data.',
  failure: 'Failed to switch the automation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, _id, on: z.boolean() }),
  reply: snapshot(automationSchema),
  example: { body: { ...inClinic, _id: automationIds.off, on: true } },
})

export const rollBackAutomation = call({
  method: 'POST',
  path: `${A}/roll-back`,
  access: 'member',
  says: 'Brought back an older version of an automation',
  summary:
    'Makes a new version with the content of an older one. The draft stays. Refused as publishing is, and as `stale` where another version than `expectedNumber` is the newest.',
  failure: 'Failed to bring back the version',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, _id, number: z.int().positive(), expectedNumber, why, waiting }),
  reply: snapshot(automationSchema),
  example: { body: { ...inClinic, _id: automationIds.off, number: 1, why: 'The second one texted too early' } },
})

export const removeAutomation = call({
  method: 'POST',
  path: `${A}/remove`,
  access: 'member',
  says: 'Removed an automation',
  summary: 'Removes an automation; for 30 days it can be restored. Its runs that wait are stopped. [OPEN-050]',
  failure: 'Failed to remove the automation',
  query: nothing,
  body: z.strictObject({ organizationId, _id }),
  reply: snapshot(z.array(automationSchema)),
  example: { body: { ...inClinic, _id: automationIds.toRemove } },
})

export const restoreAutomation = call({
  method: 'POST',
  path: `${A}/restore`,
  access: 'member',
  says: 'Restored an automation',
  summary: 'Brings back a removed automation, switched off, at the end of the list.',
  failure: 'Failed to restore the automation',
  query: nothing,
  body: z.strictObject({ organizationId, _id }),
  reply: snapshot(z.array(automationSchema)),
  example: { body: { ...inClinic, _id: automationIds.removed } },
})

export const lintAutomation = call({
  method: 'POST',
  path: `${A}/lint`,
  access: 'member',
  says: 'Checked an automation',
  summary: 'What is wrong with a definition, and what its author should know, among all that is on.',
  failure: 'Failed to check the automation',
  query: nothing,
  body: z.strictObject({ organizationId, _id: _id.optional(), ...definitionShape }).superRefine(whole),
  reply: ok(z.array(findingSchema)),
  example: { body: { ...inClinic, ...definitionExample } },
})
