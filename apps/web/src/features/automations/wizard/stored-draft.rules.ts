/** [ENTITY-16] The draft of the one new automation that this browser keeps. What does not read as a part of one is left out. */
import { type Action, actionKinds } from '@foyer/contracts/automations/actions.rules.ts'
import { REQUEST_LABELS } from '@foyer/contracts/automations/choices.rules.ts'
import type { Condition, ConditionItem } from '@foyer/contracts/automations/conditions.rules.ts'
import type { DraftDefinition } from '@foyer/contracts/automations/definition.rules.ts'
import { durationUnits } from '@foyer/contracts/automations/durations.rules.ts'
import { fieldOf } from '@foyer/contracts/automations/fields.rules.ts'
import { intents } from '@foyer/contracts/automations/intent-names.rules.ts'
import { operatorsOf } from '@foyer/contracts/automations/operators.rules.ts'
import { scheduleSubjects, type Trigger, triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'
import { weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { closingStatuses, newAction, newTrigger } from './draft.rules.ts'

export type StepNumber = 1 | 2 | 3 | 4

interface StoredAutomation {
  readonly activeStep: StepNumber
  readonly draft: DraftDefinition
}

type Read = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const isRead = (value: unknown): value is Read => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const isOne =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const isDuration: Check = (value) => isRead(value) && isNumber(value.n) && isOne(durationUnits)(value.unit)
const isBetween: Check = (value) => isRead(value) && isText(value.from) && isText(value.to)

/** The checks of the fields that triggers and actions have, by their names. */
const CHECKS: Readonly<Record<string, Check>> = {
  ...{ before: isDuration, after: isDuration, between: orNull(isBetween), unconfirmedOnly: isFlag },
  ...{ late: isOne(['skip', 'now']), words: orNull(isList(isText)), match: isOne(['word', 'phrase']) },
  ...{ intent: orNull(isOne(intents)), minutes: isNumber, officeHours: isFlag, source: isOne(['any', 'upload']) },
  ...{ stars: isList(isNumber), time: isText, each: isOne(scheduleSubjects), daysAhead: isNumber, perHour: isNumber },
  repeat: (value) => value === 'always' || value === 'never' || isDuration(value),
  ...{ sequence: isNumber, subject: isText, templateId: orNull(isText), user: orNull(isText) },
  ...{ among: orNull(isList(isText)), requestType: isOne(Object.keys(REQUEST_LABELS)), status: isOne(closingStatuses) },
  ...{ mentions: isList(isText), to: orNull(isOne(['assigned', 'supervisors'])), flowId: isText },
  until: orNull(isOne(['open'])),
}

/** Fields whose type depends on the kind. */
const OF_KIND: Readonly<Record<string, Check>> = {
  ...{ 'recallDue.days': isNumber, 'schedule.days': isList(isOne(weekdays)) },
  ...{ 'campaignReply.campaignId': orNull(isText), 'startDrip.campaignId': isText },
  ...{ 'wait.for': orNull(isDuration), 'snoozeConversation.for': isDuration },
  ...{ 'starConversation.users': isList(isText), 'notifyStaff.users': orNull(isList(isText)) },
  ...{ 'sendSms.text': orNull(isText), 'sendEmail.text': orNull(isText), 'addNote.text': isText },
  'notifyStaff.text': isText,
}

/** The fields of `whole`, each with its stored value where that is of the field's type. */
function fitted<Whole extends { readonly kind: string }>(stored: Read, whole: Whole): Whole {
  const entries = Object.entries(whole).map(([key, usual]) => {
    const check = OF_KIND[`${whole.kind}.${key}`] ?? CHECKS[key]
    return [key, check?.(stored[key]) ? stored[key] : usual]
  })
  return Object.fromEntries(entries) as Whole
}

function readTrigger(stored: unknown): Trigger | null {
  const kind = isRead(stored) ? triggerKinds.find((one) => one === stored.kind) : undefined
  return isRead(stored) && kind !== undefined ? fitted(stored, newTrigger({ kind, asks: null })) : null
}

const isValue: Check = (value) =>
  isText(value) || isNumber(value) || isFlag(value) || isList(isText)(value) || isList(isNumber)(value)

function readCondition(stored: unknown): Condition[] {
  if (!isRead(stored) || typeof stored.field !== 'string' || !isValue(stored.value)) return []
  const field = fieldOf(stored.field)
  const operator = field && operatorsOf(field).find((one) => one === stored.operator)
  if (operator === undefined) return []
  return [{ field: stored.field, operator, value: stored.value as Condition['value'] }]
}

function readConditions(stored: unknown): ConditionItem[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((item: unknown): ConditionItem[] => {
    if (!isRead(item) || !Array.isArray(item.any)) return readCondition(item)
    const any = item.any.flatMap(readCondition)
    return any.length === 0 ? [] : [{ any }]
  })
}

function readAction(stored: unknown): Action[] {
  const kind = isRead(stored) ? actionKinds.find((one) => one === stored.kind) : undefined
  if (!isRead(stored) || kind === undefined) return []
  const action = fitted(stored, { ...newAction(kind, []), onlyIf: null })
  const guard = stored.onlyIf
  const conditions = isRead(guard) ? readConditions(guard.conditions) : []
  if (!isRead(guard) || conditions.length === 0) return [action]
  return [{ ...action, onlyIf: { holds: guard.holds !== false, conditions } }]
}

export function readStored(stored: unknown): StoredAutomation {
  const { activeStep, trigger, conditions, actions } = isRead(stored) ? stored : ({} as Read)
  const step = ([1, 2, 3, 4] as const).find((one) => one === activeStep) ?? 1
  const steps = Array.isArray(actions) ? actions.flatMap(readAction) : []
  const draft = { trigger: readTrigger(trigger), conditions: readConditions(conditions), actions: steps }
  return { activeStep: step, draft }
}
