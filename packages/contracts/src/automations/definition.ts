/** The schema of a definition. Its types are those of the rules; issues name `actions.2.text`. */
import { z } from 'zod'
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX } from '../defaults.ts'
import * as field from '../fields.ts'
import { closingStatuses, requestTypeSchema } from '../inbox/conversation.ts'
import { sequenceProblem } from '../sequence.rules.ts'
import { weekdays } from '../time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '../time/time-of-day.rules.ts'
import { ACTIONS_MAX, type Action, AMONG, NOTE_MAX, NOTICE_MAX, USERS_MAX, WRITTEN_MAX } from './actions.rules.ts'
import { CONDITIONS_MAX, type Condition, type ConditionItem, GROUP_MAX } from './conditions.rules.ts'
import { DEFINITION_BYTES_MAX, type Definition, everyCondition } from './definition.rules.ts'
import { type Duration, durationUnits, isTooLong } from './durations.rules.ts'
import { intents } from './intent-names.rules.ts'
import { conditionProblem, misfitsOf } from './misfits.rules.ts'
import { LIST_MAX, WORDS_MAX } from './operators.rules.ts'
import {
  PER_HOUR,
  scheduleSubjects,
  TRIGGER_DEFAULTS,
  TRIGGERS,
  type Trigger,
  type TriggerKind,
  triggerKinds,
} from './triggers.rules.ts'

const durationSchema: z.ZodType<Duration> = z
  .strictObject({ n: z.int().min(1).max(1_000_000), unit: z.enum(durationUnits) })
  .refine((duration) => !isTooLong(duration), 'At most 365 days')

const timeOfDay = z.string().max(5).refine(isTimeOfDay, WRONG_TIME)
const between = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, 'Must end at another time than it begins')
  .nullable()
  .default(null)

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)
const distinct = <Item>(items: readonly Item[]) => new Set(items).size === items.length
const ids = (min: number, max: number) => z.array(field.id).min(min).max(max).refine(distinct, 'Names somebody twice')

const phrase = field.filledText(WORDS_MAX).refine((value) => /[\p{L}\p{N}]/u.test(value), 'Needs a letter or a digit')
const { unconfirmedOnly, late, match, officeHours, source, daysAhead } = TRIGGER_DEFAULTS

const OWN_FIELDS: { readonly [Kind in TriggerKind]?: Readonly<Record<string, z.ZodType>> } = {
  appointmentReminderDue: {
    ...{ before: durationSchema, unconfirmedOnly: z.boolean().default(unconfirmedOnly), between },
    late: z.enum(['skip', 'now']).default(late),
  },
  appointmentFollowUpDue: { after: durationSchema, between },
  recallDue: { days: z.int().min(-365).max(365), between },
  inboundMessage: {
    words: orNull(z.array(phrase).min(1).max(LIST_MAX)),
    ...{ match: z.enum(['word', 'phrase']).default(match), intent: orNull(z.enum(intents)) },
  },
  campaignReply: { campaignId: orNull(field.id) },
  conversationWaiting: { minutes: z.int().min(1).max(10_080), officeHours: z.boolean().default(officeHours) },
  patientImported: { source: z.enum(['any', 'upload']).default(source) },
  reviewArrived: { stars: z.array(z.int().min(1).max(5)).min(1).max(5).refine(distinct, 'Names a rating twice') },
  schedule: {
    days: z.array(z.enum(weekdays)).min(1).max(7).refine(distinct, 'Names a day twice'),
    ...{ time: timeOfDay, each: z.enum(scheduleSubjects), daysAhead: z.int().min(0).max(30).default(daysAhead) },
  },
}

function triggerOf(kind: TriggerKind) {
  return z.strictObject({
    kind: z.literal(kind),
    ...OWN_FIELDS[kind],
    repeat: z.union([z.enum(['always', 'never']), durationSchema]).default(TRIGGERS[kind].repeat),
    perHour: z.int().min(PER_HOUR.min).max(PER_HOUR.max).default(PER_HOUR.default),
  })
}

const triggerSchema = z.discriminatedUnion('kind', asSome(triggerKinds.map(triggerOf)), {
  error: (issue) => (issue.input === undefined || issue.input === null ? 'Choose what starts it' : 'Not a trigger'),
}) as unknown as z.ZodType<Trigger>

const conditionSchema = z.strictObject({
  field: z.string().max(60),
  operator: z.string().max(30),
  value: z.union([
    z.boolean(),
    z.number(),
    field.text(200),
    z.array(field.text(200)).max(LIST_MAX),
    z.array(z.number()).max(2),
  ]),
}) as unknown as z.ZodType<Condition>
const groupSchema = z.strictObject({ any: z.array(conditionSchema).min(1).max(GROUP_MAX) })

/** An item with `any` is a group, so that its issues are those of groups. */
const itemSchema = z.unknown().transform((item, context): ConditionItem => {
  const isAny = typeof item === 'object' && item !== null && 'any' in item
  const read = (isAny ? groupSchema : conditionSchema).safeParse(item)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})
const conditionsSchema = z.array(itemSchema).superRefine((items, { addIssue }) => {
  const count = items.reduce((sum, item) => sum + (item && 'any' in item ? item.any.length : 1), 0)
  if (count > CONDITIONS_MAX) addIssue({ code: 'custom', message: `At most ${CONDITIONS_MAX} rules` })
})

const exactlyOne = (names: readonly string[], message: string) =>
  [(given: object) => names.filter((name) => Reflect.get(given, name) !== null).length === 1, message] as const

const words = (max: number) => ({ text: orNull(field.filledText(max)), templateId: orNull(field.id) })
const TEXT_OR_TEMPLATE = exactlyOne(['text', 'templateId'], 'Write a text or choose a template')
const inOrder = {
  sequence: z.int(),
  onlyIf: orNull(
    z.strictObject({
      holds: z.boolean(),
      conditions: conditionsSchema.refine((all) => all.length > 0, 'Needs a rule'),
    }),
  ),
}

const actionSchemas = [
  z.strictObject({ kind: z.literal('sendSms'), ...inOrder, ...words(WRITTEN_MAX) }).refine(...TEXT_OR_TEMPLATE),
  z
    .strictObject({
      kind: z.literal('sendEmail'),
      ...inOrder,
      subject: field.filledText(MAIL_SUBJECT_MAX),
      ...words(MAIL_CONTENT_MAX),
    })
    .refine(...TEXT_OR_TEMPLATE),
  z
    .strictObject({
      kind: z.literal('assignToStaff'),
      ...inOrder,
      user: orNull(field.id),
      among: orNull(ids(AMONG.min, AMONG.max)),
    })
    .refine(...exactlyOne(['user', 'among'], 'Choose one staff member, or 2 to 20')),
  z.strictObject({ kind: z.literal('markRequest'), ...inOrder, requestType: requestTypeSchema }),
  z.strictObject({ kind: z.literal('closeConversation'), ...inOrder, status: z.enum(closingStatuses) }),
  z.strictObject({ kind: z.literal('snoozeConversation'), ...inOrder, for: durationSchema }),
  z.strictObject({ kind: z.literal('starConversation'), ...inOrder, users: ids(1, USERS_MAX) }),
  z.strictObject({
    kind: z.literal('addNote'),
    ...inOrder,
    text: field.filledText(NOTE_MAX),
    mentions: ids(0, USERS_MAX).default([]),
  }),
  z
    .strictObject({
      ...{ kind: z.literal('notifyStaff'), ...inOrder, users: orNull(ids(1, USERS_MAX)) },
      ...{ to: orNull(z.enum(['assigned', 'supervisors'])), text: field.filledText(NOTICE_MAX) },
    })
    .refine(...exactlyOne(['users', 'to'], 'Choose who is told')),
  z.strictObject({ kind: z.literal('markConfirmed'), ...inOrder }),
  z.strictObject({ kind: z.literal('startDrip'), ...inOrder, campaignId: field.id }),
  z.strictObject({ kind: z.literal('handToChatbot'), ...inOrder, flowId: field.id }),
  z
    .strictObject({
      ...{ kind: z.literal('wait'), ...inOrder, for: orNull(durationSchema) },
      ...{ officeHours: z.boolean().default(false), until: orNull(z.literal('open')) },
    })
    .refine(...exactlyOne(['for', 'until'], 'Choose how long to wait')),
  z.strictObject({ kind: z.literal('stop'), ...inOrder }),
] as const

const actionsSchema = z
  .array(z.discriminatedUnion('kind', actionSchemas, { error: 'Not an action' }) as unknown as z.ZodType<Action>)
  .min(1, 'An automation needs an action')
  .max(ACTIONS_MAX, `At most ${ACTIONS_MAX} actions`)
  .superRefine((actions, { addIssue }) => {
    const message = sequenceProblem(actions.map(({ sequence }) => sequence))
    if (message !== null) addIssue({ code: 'custom', message })
  })

/** The three parts of a call that writes a definition. */
export const definitionShape = {
  trigger: triggerSchema,
  conditions: conditionsSchema.default([]) as unknown as z.ZodType<readonly ConditionItem[]>,
  actions: actionsSchema as unknown as z.ZodType<readonly Action[]>,
}

/** Adds the issues that only the parts together show. */
export function checkDefinition(definition: Definition, context: z.RefinementCtx): void {
  if (new TextEncoder().encode(JSON.stringify(definition)).length > DEFINITION_BYTES_MAX)
    context.addIssue({ code: 'custom', message: 'An automation has at most 32 kB' })
  for (const { path, condition, place } of everyCondition(definition)) {
    const problem = conditionProblem(condition, place)
    if (problem) context.addIssue({ code: 'custom', path: [...keysOf(path), problem.at], message: problem.message })
  }
  for (const { path, message } of misfitsOf(definition))
    context.addIssue({ code: 'custom', path: keysOf(path), message })
}

/** A definition as a caller may write it: fields with a default, and those that may be null, may be left out. */
export interface DefinitionInput {
  readonly trigger: object
  readonly conditions?: readonly object[]
  readonly actions: readonly object[]
}

export const definitionSchema = z.strictObject(definitionShape).superRefine(checkDefinition) as unknown as z.ZodType<
  Definition,
  DefinitionInput
>

/** `actions[2].text` becomes `actions`, `2`, `text`. */
function keysOf(path: string): (string | number)[] {
  return path.split(/[.[\]]+/).flatMap((key) => (key === '' ? [] : /^\d+$/.test(key) ? Number(key) : key))
}

function asSome<Item>(items: readonly Item[]): [Item, ...Item[]] {
  return items as [Item, ...Item[]]
}
