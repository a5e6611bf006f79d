/** The calls that try a definition on one patient, and foretell when it will start. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { TEXT_MAX } from './actions.rules.ts'
import { automationIds, definitionExample, forecastSchema, walkSchema } from './automation.ts'
import { checkDefinition, definitionShape } from './definition.ts'

const { organizationId, nothing } = field

export const tryAutomation = call({
  method: 'POST',
  path: '/api/main/automations/try',
  access: 'member',
  says: 'Tried an automation on one patient',
  summary:
    'What a definition would do for the patient of one conversation or visit, from start to end; nothing is done. `text` is what the patient would write.',
  failure: 'Failed to try the automation',
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      ...definitionShape,
      conversationId: field.id.optional(),
      appointmentId: field.id.optional(),
      text: field.filledText(TEXT_MAX).optional(),
    })
    .superRefine(({ trigger, conditions, actions }, context) =>
      checkDefinition({ trigger, conditions, actions }, context),
    )
    .refine(({ conversationId, appointmentId }) => (conversationId === undefined) !== (appointmentId === undefined), {
      path: ['conversationId'],
      message: 'Name a conversation or a visit',
    }),
  reply: ok(walkSchema),
  example: {
    body: { ...inClinic, ...definitionExample, conversationId: example.conversationId, text: 'Can I get a refill?' },
  },
})

export const forecastAutomation = call({
  method: 'POST',
  path: '/api/main/automations/forecast',
  access: 'member',
  says: 'Asked when an automation will start',
  summary:
    'The first day of the next seven on which a timed definition would start, with how often and when, by the visits, waits and due dates of now; nothing is done. `_id` names the automation that it is to change. Null for one that does not start by the time.',
  failure: 'Failed to foretell the automation',
  query: nothing,
  body: z
    .strictObject({ organizationId, _id: field.id.optional(), ...definitionShape })
    .superRefine(({ trigger, conditions, actions }, context) =>
      checkDefinition({ trigger, conditions, actions }, context),
    ),
  reply: ok(forecastSchema.nullable()),
  example: { body: { ...inClinic, _id: automationIds.on, ...definitionExample } },
})
