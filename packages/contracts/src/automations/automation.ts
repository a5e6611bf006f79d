/** An automation, its versions and its runs, as calls and events carry them. */
import { z } from 'zod'
import { inClinic } from '../examples.ts'
import { actionKinds } from './actions.rules.ts'
import { causeKinds, type SubjectKind } from './causes.rules.ts'
import type { Definition } from './definition.rules.ts'
import { type Finding, problemCodes, warningCodes } from './finding.rules.ts'
import { guardWords, type Verdict } from './judge.rules.ts'
import {
  automationHealths,
  automationStates,
  runStates,
  runWords,
  stepOutcomes,
  stoppedReasons,
} from './states.rules.ts'
import { refusalWords, runReasons } from './step-words.rules.ts'
import { triggerKinds } from './triggers.rules.ts'

const count = z.int().nonnegative()
const number = z.int().positive()
const orNone = z.string().nullable()

/** As it is stored. The rules were asked when it was saved, so that a definition of an older build can be read. */
export const storedDefinitionSchema = z.object({
  trigger: z.looseObject({ kind: z.enum(triggerKinds) }),
  conditions: z.array(z.looseObject({})),
  actions: z.array(z.looseObject({ kind: z.enum(actionKinds) })),
}) as unknown as z.ZodType<Definition>

const person = z.object({ id: z.string(), name: z.string() })

/** The numbers of an automation's runs. */
export const automationCountsSchema = z.object({
  /** Starts in the last 24 hours and in the last seven days. */
  day: count,
  week: count,
  /** Runs that failed in the last seven days. */
  failed: count,
  /** Runs that wait for a person's decision. */
  held: count,
  waiting: count,
})
export type AutomationCounts = z.infer<typeof automationCountsSchema>

export const automationSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  /** The place in the list, from 0. Of two rules for one cause the first in the list goes first. */
  position: count,
  state: z.enum(automationStates),
  stoppedReason: z.enum(stoppedReasons).nullable(),
  /** Says the version in force or last in force, or the draft of one that was never published. */
  sentence: z.string(),
  triggerKind: z.enum(triggerKinds),
  /** The version; null while it was never published. */
  number: number.nullable(),
  /** Rises with each save; a save names the one that its screen shows. */
  revision: number,
  /** There is a draft that is not published. */
  hasDraft: z.boolean(),
  /** The staff who are told when it fails. */
  tell: z.array(z.string()),
  health: z.enum(automationHealths),
  lastRun: z.object({ runId: z.string(), at: z.string(), state: z.enum(runStates) }).nullable(),
  counts: automationCountsSchema,
  /** Null if it came with the product. */
  changedBy: person.nullable(),
  changedAt: z.string(),
  /** A removed automation stays in the copies of screens, so that an older state does not restore it. */
  removed: z.boolean(),
  version: count,
})
export type Automation = z.infer<typeof automationSchema>

export const versionSchema = z.object({
  number,
  sentence: z.string(),
  /** Why it was published, in the words of the person. */
  why: z.string(),
  by: person.nullable(),
  at: z.string(),
  /** The version that it brought back. */
  fromNumber: number.nullable(),
})
export type AutomationVersion = z.infer<typeof versionSchema>

export const savedAutomationSchema = automationSchema.extend({ draft: storedDefinitionSchema.nullable() })
export type SavedAutomation = z.infer<typeof savedAutomationSchema>

export const automationDetailSchema = savedAutomationSchema.extend({
  /** The newest version; null while it was never published. */
  definition: storedDefinitionSchema.nullable(),
  /** Newest first. */
  versions: z.array(versionSchema),
})
export type AutomationDetail = z.infer<typeof automationDetailSchema>

const subjectKinds = [
  'conversation',
  'appointment',
  'patient',
  'review',
  'organization',
] as const satisfies SubjectKind[]

export const runStepSchema = z.object({
  sequence: z.int(),
  kind: z.enum(actionKinds),
  outcome: z.enum(stepOutcomes),
  /** Why it was refused, or failed. */
  reason: z.enum([...refusalWords, 'internal']).nullable(),
  at: z.string().nullable(),
  /** The text or e-mail that it sent. */
  messageId: orNone,
})
export type RunStep = z.infer<typeof runStepSchema>

export const runSchema = z.object({
  _id: z.string(),
  automationId: z.string(),
  name: z.string(),
  number,
  cause: z.object({ id: z.string(), kind: z.enum(causeKinds), at: z.string() }),
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string() }),
  conversationId: orNone,
  patientId: orNone,
  appointmentId: orNone,
  patientName: orNone,
  state: z.enum(runStates),
  reason: z.enum(runWords).nullable(),
  startedAt: z.string(),
  endedAt: orNone,
  dueAt: orNone,
  steps: z.array(runStepSchema),
  /** Those of its automation, so that a row of the list follows its runs; null in a list of a conversation's runs. */
  counts: automationCountsSchema.nullable(),
  version: count,
})
export type AutomationRun = z.infer<typeof runSchema>

export const verdictSchema = z.object({
  automationId: z.string(),
  name: z.string(),
  number,
  outcome: z.enum(['ran', 'otherTrigger', 'notInForce', 'conditionFailed', ...guardWords]),
  checks: z.array(
    z.object({ path: z.string(), words: z.string(), held: z.boolean(), wanted: z.string(), saw: z.string() }),
  ),
  failed: orNone,
}) satisfies z.ZodType<Verdict>

export const findingSchema: z.ZodType<Finding> = z.object({
  level: z.enum(['problem', 'warning']),
  code: z.enum([...problemCodes, ...warningCodes]),
  path: z.string(),
  message: z.string(),
  with: z.array(z.string()).optional() as z.ZodType<readonly string[]>,
}) as unknown as z.ZodType<Finding>

/** One patient from start to end, if nothing else happens. */
export const walkSchema = z.object({
  verdict: verdictSchema,
  state: z.enum(runStates).nullable(),
  reason: z.enum(runReasons).nullable(),
  steps: z.array(
    z.object({
      sequence: z.int(),
      kind: z.enum(actionKinds),
      outcome: z.enum(['done', 'skipped', 'refused']),
      reason: z.enum(refusalWords).nullable(),
      at: z.string(),
      /** The filled text. */
      text: orNone,
      segments: count.nullable(),
      /** It waited for the end of quiet hours until then. */
      heldUntil: orNone,
    }),
  ),
})
export type AutomationWalk = z.infer<typeof walkSchema>

/** The first day on which a timed rule would start; all times are instants. */
export const forecastSchema = z.object({
  /** YYYY-MM-DD in the organization's zone; null if it would not start on any of the days. */
  day: orNone,
  subject: z.enum(subjectKinds).nullable(),
  starts: count,
  /** Starts above the number of an hour. */
  held: count,
  firstAt: orNone,
  lastAt: orNone,
  /** Starts that send a text, on that day or later. */
  texts: count,
  firstTextAt: orNone,
  lastTextAt: orNone,
  /** False: there were too many moments to look at all of them. */
  isWhole: z.boolean(),
})
export type AutomationForecast = z.infer<typeof forecastSchema>

/** Whether all automations are paused. */
export const automationPauseSchema = z.object({
  organizationId: z.string(),
  /** Until then nothing starts or goes on; null: they are not paused. */
  pausedUntil: orNone,
  pausedBy: person.nullable(),
  version: count,
})
export type AutomationPause = z.infer<typeof automationPauseSchema>

const uuid = (last: number) => `0199f0aa-3c00-7000-8000-0000000002${String(last).padStart(2, '0')}`

/** Automations in the states that the calls' examples need, and two runs of `on`. */
export const automationIds = {
  on: uuid(1),
  /** It has two versions and a draft. */
  off: uuid(2),
  toPublish: uuid(3),
  toRemove: uuid(4),
  /** It has held runs. */
  stopped: uuid(5),
  removed: uuid(6),
} as const
export const runIds = { done: uuid(11), waiting: uuid(12) } as const
export const causeIds = { text: uuid(21) } as const

export const definitionExample = {
  trigger: { kind: 'inboundMessage', words: ['refill'] },
  conditions: [{ field: 'conversation.isAssigned', operator: 'is', value: false }],
  actions: [
    { sequence: 1, kind: 'markRequest', requestType: 'prescription' },
    { sequence: 2, kind: 'notifyStaff', to: 'supervisors', text: 'A refill came in.' },
  ],
} as const

export const automationExample: Automation = {
  _id: automationIds.on,
  ...inClinic,
  name: 'Refill requests',
  position: 0,
  state: 'on',
  stoppedReason: null,
  sentence: 'When a text contains “refill”, set the request type to Prescription.',
  triggerKind: 'inboundMessage',
  number: 2,
  revision: 4,
  hasDraft: false,
  tell: ['usr_lena'],
  health: 'ok',
  lastRun: { runId: runIds.done, at: '2026-11-13T15:04:05.000Z', state: 'done' },
  counts: { day: 3, week: 14, failed: 0, held: 0, waiting: 1 },
  changedBy: { id: 'usr_lena', name: 'Lena Kim' },
  changedAt: '2026-11-10T15:00:00.000Z',
  removed: false,
  version: 31,
}

export const runExample: AutomationRun = {
  _id: runIds.done,
  automationId: automationIds.on,
  name: 'Refill requests',
  number: 2,
  cause: { id: causeIds.text, kind: 'inboundMessage', at: '2026-11-13T15:04:05.000Z' },
  subject: { kind: 'conversation', id: 'c1' },
  conversationId: 'c1',
  patientId: 'p1',
  appointmentId: null,
  patientName: 'Maria Lopez',
  state: 'done',
  reason: null,
  startedAt: '2026-11-13T15:04:05.000Z',
  endedAt: '2026-11-13T15:04:05.000Z',
  dueAt: null,
  steps: [
    {
      sequence: 1,
      kind: 'markRequest',
      outcome: 'done',
      reason: null,
      at: '2026-11-13T15:04:05.000Z',
      messageId: null,
    },
  ],
  counts: { day: 3, week: 14, failed: 0, held: 0, waiting: 1 },
  version: 32,
}

export const pauseExample: AutomationPause = {
  ...inClinic,
  pausedUntil: '2026-11-20T15:00:00.000Z',
  pausedBy: { id: 'usr_lena', name: 'Lena Kim' },
  version: 33,
}
