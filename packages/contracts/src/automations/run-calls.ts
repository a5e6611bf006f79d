/** The calls that read the runs of automations, end them, and pause all automations. */
import { z } from 'zod'
import { call } from '../call.ts'
import { LIST_PAGE_SIZE } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import {
  automationIds,
  automationPauseSchema,
  automationSchema,
  runIds,
  runSchema,
  verdictSchema,
} from './automation.ts'
import { runStates } from './states.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main/automations'
const runId = field.id

export const automationRuns = call({
  method: 'GET',
  path: `${A}/runs`,
  access: 'member',
  says: 'Looked up what automations did',
  summary: 'The runs of automations, newest first; those of an automation, a conversation, a visit, in a state.',
  failure: 'Failed to load the runs',
  query: z.strictObject({
    organizationId,
    automationId: field.id.optional(),
    conversationId: field.id.optional(),
    appointmentId: field.id.optional(),
    state: z.enum(runStates).optional(),
    ...pageQuery({ limit: LIST_PAGE_SIZE, max: 100 }),
  }),
  body: nothing,
  reply: page(runSchema),
  example: { query: { ...inClinic, automationId: automationIds.on } },
})

export const automationRun = call({
  method: 'GET',
  path: `${A}/run`,
  access: 'member',
  says: 'Opened what an automation did',
  summary: 'One run with the verdict that began it and the sentence of its version.',
  failure: 'Failed to load the run',
  query: z.strictObject({ organizationId, runId }),
  body: nothing,
  reply: snapshot(
    runSchema.extend({
      verdict: verdictSchema,
      sentence: z.string(),
    }),
  ),
  example: { query: { ...inClinic, runId: runIds.done } },
})

export const stopAutomationRun = call({
  method: 'POST',
  path: `${A}/stop-run`,
  access: 'member',
  says: 'Stopped a run of an automation',
  summary: 'Ends a run that waits or is held. One that has ended stays as it is.',
  failure: 'Failed to stop the run',
  query: nothing,
  body: z.strictObject({ organizationId, runId }),
  reply: snapshot(runSchema),
  example: { body: { ...inClinic, runId: runIds.waiting } },
})

export const releaseAutomation = call({
  method: 'POST',
  path: `${A}/release`,
  access: 'member',
  says: 'Decided on the held runs of an automation',
  summary:
    'Decides on the held runs of an automation that stopped by itself: `run` judges them anew and switches it on, `drop` ends them and switches it off. Refused as `conflict` if it did not stop by itself.',
  failure: 'Failed to release the runs',
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id, decision: z.enum(['run', 'drop']) }),
  reply: snapshot(automationSchema),
  example: { body: { ...inClinic, _id: automationIds.stopped, decision: 'drop' } },
})

export const pauseAutomations = call({
  method: 'POST',
  path: `${A}/pause`,
  access: 'member',
  says: 'Paused all automations',
  summary: 'Until then no automation starts or goes on; null ends the pause. An instant that is past is refused.',
  failure: 'Failed to pause the automations',
  query: nothing,
  body: z.strictObject({ organizationId, until: field.instant.nullable() }),
  reply: snapshot(automationPauseSchema),
  example: { body: { ...inClinic, until: example.later } },
})
