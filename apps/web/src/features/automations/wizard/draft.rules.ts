/** The parts of an automation as the wizard begins and changes them. A number that is not typed yet is 0, a choice ''. */
import type { Action, ActionKind, Guard } from '@foyer/contracts/automations/actions.rules.ts'
import type { Condition, ConditionItem } from '@foyer/contracts/automations/conditions.rules.ts'
import type { DraftDefinition } from '@foyer/contracts/automations/definition.rules.ts'
import { type Field, fieldOf, fieldsFor } from '@foyer/contracts/automations/fields.rules.ts'
import {
  type ConditionValue,
  type Operator,
  operatorsOf,
  type ValueKind,
  valueKindOf,
} from '@foyer/contracts/automations/operators.rules.ts'
import {
  canHave,
  PER_HOUR,
  TRIGGER_DEFAULTS,
  TRIGGERS,
  type Trigger,
  type TriggerCard,
  type TriggerKind,
} from '@foyer/contracts/automations/triggers.rules.ts'
import type { ClosingStatus } from '@foyer/contracts/inbox/conversation.ts'
import { sequenceProblem } from '@foyer/contracts/sequence.rules.ts'

/** [STATE-34] A new automation: no trigger, no conditions, no actions. */
export const NOTHING: DraftDefinition = { trigger: null, conditions: [], actions: [] }

export const closingStatuses = [
  'open',
  'pending',
  'acknowledged',
  'resolved',
] as const satisfies readonly ClosingStatus[]

const DAYTIME = { from: '09:00', to: '18:30' } as const
const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

const OWN_FIELDS: { readonly [Kind in TriggerKind]?: object } = {
  appointmentReminderDue: {
    ...{ before: { n: 48, unit: 'hours' }, unconfirmedOnly: TRIGGER_DEFAULTS.unconfirmedOnly, between: DAYTIME },
    late: TRIGGER_DEFAULTS.late,
  },
  appointmentFollowUpDue: { after: { n: 1, unit: 'days' }, between: DAYTIME },
  recallDue: { days: -14, between: DAYTIME },
  inboundMessage: { words: null, match: TRIGGER_DEFAULTS.match, intent: null },
  campaignReply: { campaignId: null },
  conversationWaiting: { minutes: 60, officeHours: true },
  patientImported: { source: TRIGGER_DEFAULTS.source },
  reviewArrived: { stars: [1, 2] },
  schedule: { days: WORKDAYS, time: '09:00', each: 'organization', daysAhead: TRIGGER_DEFAULTS.daysAhead },
}

export function newTrigger({ kind, asks }: Pick<TriggerCard, 'kind' | 'asks'>): Trigger {
  const limits = { repeat: TRIGGERS[kind].repeat, perHour: PER_HOUR.default }
  const asked = asks === 'words' ? { words: [] } : asks === 'intent' ? { intent: 'refill' } : {}
  return { kind, ...OWN_FIELDS[kind], ...asked, ...limits } as Trigger
}

/** Whether the card is the one of the trigger: a text has three. */
export function isCardOf({ kind, asks }: TriggerCard, trigger: Trigger | null): boolean {
  if (trigger === null || trigger.kind !== kind) return false
  if (trigger.kind !== 'inboundMessage') return true
  return asks === (trigger.words !== null ? 'words' : trigger.intent !== null ? 'intent' : null)
}

/** The fields of conditions that a start by the trigger can have. */
export function fieldsOf(trigger: Trigger | null, place: 'conditions' | 'guards'): readonly Field[] {
  return fieldsFor(place).filter(
    ({ of }) => trigger === null || of.length === 0 || of.some((one) => canHave(trigger, one)),
  )
}

/** The fields that clinics ask for most, in that order. */
const USUAL_FIELDS = [
  'patient.texting',
  'visit.doctor',
  'visit.type',
  'conversation.requestType',
  'time.office',
] as const

/** The field of the next rule: a usual one that no rule asks for yet. */
export function usualField(fields: readonly Field[], items: readonly ConditionItem[]): string {
  const asked = JSON.stringify(items)
  const usual = USUAL_FIELDS.find((key) => fields.some((field) => field.key === key) && !asked.includes(`"${key}"`))
  return usual ?? fields[0]?.key ?? 'time.office'
}

export function newCondition(key: string): Condition {
  const field = fieldOf(key)
  const operator = (field && operatorsOf(field)[0]) ?? 'is'
  return { field: key, operator, value: emptyValue(field, operator) }
}

/** The operator with a value of its kind; a value that fits stays. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const field = fieldOf(condition.field)
  if (field === undefined) return { ...condition, operator }
  const [before, now] = [valueKindOf(field.type, condition.operator), valueKindOf(field.type, operator)]
  return { ...condition, operator, value: convertedValue(condition.value, before, now) ?? emptyValue(field, operator) }
}

function convertedValue(value: ConditionValue, before: ValueKind, now: ValueKind): ConditionValue | null {
  if (before === now) return value
  if (before === 'choice' && now === 'choices') return value === '' ? [] : [String(value)]
  if (before === 'choices' && now === 'choice') return Array.isArray(value) ? String(value[0] ?? '') : null
  return null
}

function emptyValue(field: Field | undefined, operator: Operator): ConditionValue {
  switch (field && valueKindOf(field.type, operator)) {
    case 'true':
    case 'flag':
      return true
    case 'choices':
      return []
    case 'range':
      return ['', '']
    case 'times':
      return ['09:00', '17:00']
    case 'choice':
      return field?.choices?.[0]?.value ?? ''
    default:
      return ''
  }
}

const OWN_PARTS: { readonly [Kind in ActionKind]: object } = {
  sendSms: { text: '', templateId: null },
  sendEmail: { subject: '', text: '', templateId: null },
  assignToStaff: { user: '', among: null },
  markRequest: { requestType: 'appointment' },
  closeConversation: { status: 'resolved' },
  snoozeConversation: { for: { n: 1, unit: 'days' } },
  starConversation: { users: [] },
  addNote: { text: '', mentions: [] },
  notifyStaff: { users: null, to: 'supervisors', text: '' },
  markConfirmed: {},
  startDrip: { campaignId: '' },
  handToChatbot: { flowId: '' },
  wait: { for: { n: 4, unit: 'hours' }, officeHours: true, until: null },
  stop: {},
}

const NO_REPLY: Guard = { holds: true, conditions: [{ field: 'run.replied', operator: 'is', value: false }] }
const REPLIED: Guard = { holds: true, conditions: [{ field: 'run.replied', operator: 'is', value: true }] }
const IN_OFFICE: readonly ConditionItem[] = [{ field: 'time.office', operator: 'is', value: 'open' }]

const hasWait = (actions: readonly Action[]) => actions.some(({ kind }) => kind === 'wait')

/** A text after a wait asks whether the patient replied, and so does a stop. */
export function newAction(kind: ActionKind, before: readonly Action[]): Action {
  const guard = kind === 'stop' ? REPLIED : kind === 'sendSms' && hasWait(before) ? NO_REPLY : null
  return { kind, sequence: nextSequence(before), ...OWN_PARTS[kind], onlyIf: guard } as Action
}

function nextSequence(actions: readonly Action[]): number {
  return Math.max(0, ...actions.map(({ sequence }) => sequence)) + 1
}

/** "If / else": two steps with one guard, of which exactly one is done. */
export function newBranches(trigger: Trigger | null, before: readonly Action[]): readonly Action[] {
  const conditions = hasWait(before) ? REPLIED.conditions : IN_OFFICE
  const canText = trigger === null || canHave(trigger, 'conversation') || canHave(trigger, 'patient')
  const kind = canText ? 'sendSms' : 'notifyStaff'
  const yes: Action = { ...newAction(kind, before), onlyIf: { holds: true, conditions } }
  return [yes, { ...yes, sequence: yes.sequence + 1, onlyIf: { holds: false, conditions } }]
}

/** The guard of one step; the step of the other branch keeps asking the same. */
export function withGuard(actions: readonly Action[], index: number, guard: Guard | null): readonly Action[] {
  const former = actions[index]?.onlyIf ?? null
  return actions.map((action, place) => {
    if (place === index) return { ...action, onlyIf: guard }
    const isBranch = former !== null && guard !== null && isOther(action.onlyIf, former)
    return isBranch ? { ...action, onlyIf: { holds: !guard.holds, conditions: guard.conditions } } : action
  })
}

function isOther(guard: Guard | null, former: Guard): boolean {
  return (
    guard !== null &&
    guard.holds !== former.holds &&
    JSON.stringify(guard.conditions) === JSON.stringify(former.conditions)
  )
}

/** The step is taken to another place; the numbers stay where they are. */
export function moved(actions: readonly Action[], from: number, to: number): readonly Action[] {
  const taken = actions[from]
  if (taken === undefined || to < 0 || to >= actions.length) return actions
  const placed = actions.toSpliced(from, 1).toSpliced(to, 0, taken)
  return placed.map((action, place) => ({ ...action, sequence: actions[place]?.sequence ?? action.sequence }))
}

/** The place of one step after another was taken from its place to a new one. */
export function placeAfter(place: number, from: number, to: number): number {
  if (place === from) return to
  if (from < place && place <= to) return place - 1
  return to <= place && place < from ? place + 1 : place
}

/** Numbers that were in order stay in order. */
export function withoutAction(actions: readonly Action[], index: number): readonly Action[] {
  const left = actions.filter((_, place) => place !== index)
  const gone = actions[index]?.sequence
  if (gone === undefined || sequenceOf(actions) !== null) return left
  return left.map((action) => (action.sequence > gone ? { ...action, sequence: action.sequence - 1 } : action))
}

/** 1, 2, 3, … in the order that the list shows. */
export function renumbered(actions: readonly Action[]): readonly Action[] {
  return actions.map((action, place) => ({ ...action, sequence: place + 1 }))
}

/** The list in the order of its numbers, once they are whole. */
export function inOrder(actions: readonly Action[]): readonly Action[] {
  if (sequenceOf(actions) !== null) return actions
  return actions.toSorted((one, other) => one.sequence - other.sequence)
}

export function sequenceOf(actions: readonly Action[]): string | null {
  return sequenceProblem(actions.map(({ sequence }) => sequence))
}

/** The place whose number is wrong: of a repeated one the second, else the last. */
export function wrongSequence(actions: readonly Action[]): { readonly place: number; readonly message: string } | null {
  const message = sequenceOf(actions)
  if (message === null) return null
  const again = actions.findIndex(({ sequence }, place) =>
    actions.slice(0, place).some((before) => before.sequence === sequence),
  )
  return { place: message.startsWith('Repeated') && again >= 0 ? again : actions.length - 1, message }
}
