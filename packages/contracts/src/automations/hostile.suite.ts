/** Generated definitions and facts: those that the schema takes, and those of any shape. */
import fc from 'fast-check'
import { actionKinds } from './actions.rules.ts'
import type { Cause } from './causes.rules.ts'
import type { Definition } from './definition.rules.ts'
import { definitionSchema } from './definition.ts'
import type { Facts } from './facts.rules.ts'
import { type Field, fieldOf, fieldsFor } from './fields.rules.ts'
import { intents } from './intent-names.rules.ts'
import { type Operator, operatorsOf, valueKindOf } from './operators.rules.ts'
import * as sample from './rules.suite.ts'
import { subjectsOf, triggerKinds } from './triggers.rules.ts'

const NAMES = ['Telehealth', 'Follow-up', 'doc_okafor', 'usr_dana']
const WORDS = ['refill', 'my refill', 'cancel', 'lab results', 'results']
const TIMES = ['00:00', '07:30', '12:00', '22:00', '23:59']
const few = fc.integer({ min: 0, max: 6 })

const known = (key: string) => fieldOf(key) as Field

function valueFor(key: string, operator: Operator): fc.Arbitrary<unknown> {
  const { type, choices, from, to } = known(key)
  const choice = fc.constantFrom(...(choices?.map(({ value }) => value) ?? NAMES))
  const number = few.map((one) => Math.min(Math.max(one, from), to))
  switch (valueKindOf(type, operator)) {
    case 'true':
      return fc.constant(true)
    case 'flag':
      return fc.boolean()
    case 'number':
      return number
    case 'range':
      return fc.tuple(number, number).map((pair) => pair.toSorted((one, other) => one - other))
    case 'times':
      return fc.uniqueArray(fc.constantFrom(...TIMES), { minLength: 2, maxLength: 2 })
    case 'words':
      return fc.constantFrom(...WORDS)
    case 'choice':
      return choice
    case 'choices':
      return fc.uniqueArray(choice, { minLength: 1, maxLength: 4 })
  }
}

function conditionOf(place: 'conditions' | 'guards') {
  const keys = fieldsFor(place).map(({ key }) => key)
  return fc
    .constantFrom(...keys)
    .chain((field) =>
      fc
        .constantFrom(...operatorsOf(known(field)))
        .chain((operator) => valueFor(field, operator).map((value) => ({ field, operator, value }))),
    )
}

const itemsOf = (place: 'conditions' | 'guards', minLength = 0) => {
  const one = conditionOf(place)
  const group = fc.array(one, { minLength: 1, maxLength: 3 }).map((any) => ({ any }))
  return fc.array(fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: group }), { minLength, maxLength: 4 })
}

const duration = fc.record({ n: fc.integer({ min: 1, max: 90 }), unit: fc.constantFrom('minutes', 'hours', 'days') })
const own = {
  ...{
    before: duration,
    after: duration,
    days: fc.integer({ min: -5, max: 5 }),
    minutes: fc.integer({ min: 1, max: 90 }),
  },
}
const trigger = fc.constantFrom(...triggerKinds).chain((kind): fc.Arbitrary<object> => {
  switch (kind) {
    case 'appointmentReminderDue':
      return fc.record({ kind: fc.constant(kind), before: own.before, unconfirmedOnly: fc.boolean() })
    case 'appointmentFollowUpDue':
      return fc.record({ kind: fc.constant(kind), after: own.after })
    case 'recallDue':
      return fc.record({ kind: fc.constant(kind), days: own.days })
    case 'inboundMessage': {
      const words = fc.option(fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }))
      const match = fc.constantFrom('word', 'phrase')
      return fc.record({ kind: fc.constant(kind), words, match, intent: fc.option(fc.constantFrom(...intents)) })
    }
    case 'conversationWaiting':
      return fc.record({ kind: fc.constant(kind), minutes: own.minutes })
    case 'reviewArrived':
      return fc.record({
        kind: fc.constant(kind),
        stars: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      })
    case 'schedule':
      return fc.record({
        ...{ kind: fc.constant(kind), days: fc.constant(['monday']), time: fc.constantFrom(...TIMES) },
        each: fc.constantFrom('organization', 'conversation', 'appointment'),
      })
    default:
      return fc.constant({ kind })
  }
})

const OWN_ACTIONS: Readonly<Record<(typeof actionKinds)[number], object>> = {
  sendSms: { text: 'Hi {{firstName|there}}, {{clinic}}' },
  sendEmail: { subject: 'Hello', text: 'Hi {{firstName}}' },
  assignToStaff: { user: 'usr_dana' },
  markRequest: { requestType: 'billing' },
  closeConversation: { status: 'resolved' },
  snoozeConversation: { for: { n: 2, unit: 'hours' } },
  starConversation: { users: ['usr_dana'] },
  addNote: { text: 'Note' },
  notifyStaff: { to: 'supervisors', text: 'Look' },
  markConfirmed: {},
  startDrip: { campaignId: 'cmp_1' },
  handToChatbot: { flowId: 'flw_1' },
  wait: { for: { n: 3, unit: 'hours' }, officeHours: true },
  stop: {},
}
const guard = fc.option(fc.record({ holds: fc.boolean(), conditions: itemsOf('guards', 1) }))
const action = fc.record({ kind: fc.constantFrom(...actionKinds), onlyIf: guard })
const actions = fc
  .array(action, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((one, index) => ({ ...OWN_ACTIONS[one.kind], ...one, sequence: index + 1 })))

/** Definitions that the schema takes. */
export const definitions: fc.Arbitrary<Definition> = fc
  .record({ trigger, conditions: itemsOf('conditions'), actions })
  .map((given) => definitionSchema.safeParse(given))
  .filter(({ success }) => success)
  .map(({ data }) => data as Definition)

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value)
const ago = fc.integer({ min: 0, max: 400_000_000 }).map((ms) => sample.NOW - ms)
const visit = fc.record({
  ...{ id: fc.constant('app_1'), type: fc.constantFrom('', ...NAMES), doctor: fc.constantFrom('', ...NAMES) },
  ...{
    status: fc.constantFrom('scheduled', 'confirmed', 'cancelled', 'noShow', 'completed', 'arrived'),
    bookedAt: ago,
  },
  ...{ doctorName: fc.constant('Dr. Okafor'), location: fc.constantFrom('', ...NAMES) },
  startsAt: fc.integer({ min: -9, max: 60 }).map((hours) => sample.NOW + hours * sample.HOUR),
})
const text = fc.array(fc.constantFrom(...WORDS, 'please', 'Results', 'Refill!'), { maxLength: 5 })
const message = fc.record({
  ...{ text: text.map((words) => words.join(' ')), hasFiles: fc.boolean(), at: ago, isAnswered: fc.boolean() },
  intents: fc
    .uniqueArray(fc.constantFrom(...intents), { maxLength: 2 })
    .map((all) => all.map((intent) => ({ intent, words: intent }))),
})
const number = fc.record({
  isTextable: fc.boolean(),
  ...{ texting: fc.constantFrom('on', 'off', 'blocked'), askedToStop: fc.boolean(), sharedBy: fc.constantFrom(1, 2) },
  ...{ lastTextedAt: orNull(ago), lastHeardAt: orNull(ago), textsInDay: few, automaticInDay: few },
  ...{ automaticInTenMinutes: few, machineUntil: orNull(ago), isOverLimit: fc.boolean() },
})
const conversation = fc.record({
  ...{ status: fc.constantFrom('open', 'pending', 'acknowledged', 'resolved', 'unassigned'), unread: fc.boolean() },
  ...{
    requestType: orNull(fc.constantFrom('appointment', 'billing', 'other')),
    channel: fc.constantFrom('sms', 'chat'),
  },
  ...{ assignee: orNull(fc.constantFrom('usr_dana', 'usr_lena')), feedback: orNull(fc.constantFrom('up', 'down')) },
  ...{ waitingSince: orNull(ago), snoozedUntil: orNull(ago), isReachable: fc.boolean() },
})
const patient = fc.record({
  ...{
    firstName: orNull(fc.constant('Theodore')),
    lastName: fc.constant(null),
    email: orNull(fc.constant('a@b.test')),
  },
  ...{ takesEmail: fc.boolean(), age: orNull(few), gender: fc.constantFrom('male', 'female', 'other', 'unknown') },
  ...{ insuranceType: orNull(fc.constantFrom(...NAMES)), cashPay: fc.boolean(), deceased: fc.boolean() },
  ...{ preferredContact: orNull(fc.constantFrom('text', 'call', 'email')), hasUpcomingVisit: fc.boolean() },
  timezone: orNull(fc.constantFrom('Asia/Kolkata', 'America/New_York', 'nowhere')),
})

/** Facts that a start of the definition's trigger can have. */
export function factsFor({ trigger: started }: Definition): fc.Arbitrary<Facts> {
  const { has, may } = subjectsOf(started)
  const there = <Value>(subject: (typeof has)[number], value: fc.Arbitrary<Value>) => {
    if (has.includes(subject)) return value
    return may.includes(subject) ? orNull(value) : fc.constant(null)
  }
  return fc.record({
    ...{ at: ago, clinic: fc.constant(sample.clinic), pausedUntil: fc.constant(null), number: orNull(number) },
    ...{ patient: there('patient', patient), conversation: there('conversation', conversation) },
    ...{ message: there('message', message), visit: there('visit', visit) },
    review: there('review', fc.record({ stars: fc.integer({ min: 1, max: 5 }), hasText: fc.boolean() })),
    ran: fc.constant({}),
  }) as fc.Arbitrary<Facts>
}

/** A cause that the trigger hears, about the visit and the wait as the facts have them. */
export function causeFor({ trigger: started }: Definition, facts: Facts, automationId = 'aut_1'): Cause {
  const kind = started.kind === 'campaignReply' ? 'inboundMessage' : started.kind
  const data = {
    ...{ automationId, moment: facts.at, startsAt: facts.visit?.startsAt ?? 0, isLate: false, changed: ['time'] },
    ...{ campaignId: 'cmp_1', source: 'upload', stars: facts.review?.stars ?? 0, user: 'usr_dana', entry: 'due_1' },
    waitingSince: facts.conversation?.waitingSince ?? 0,
  }
  return { ...sample.textCause(), kind, data, at: facts.at } as unknown as Cause
}

const junk = fc.oneof(
  fc.anything({ maxDepth: 2, withBigInt: false, withDate: false }),
  fc.constantFrom(
    'constructor',
    '__proto__',
    'is',
    'visit.type',
    'patient.age',
    'message.text',
    'time.ofDay',
    Number.NaN,
  ),
)
const oddCondition = fc.record({
  field: fc.oneof(
    fc.constantFrom('patient.age', 'time.ofDay', 'visit.type', 'message.text', 'message.intent', 'constructor'),
    fc.string(),
  ),
  operator: fc.oneof(
    fc.constantFrom('is', 'isNot', 'isOneOf', 'between', 'atLeast', 'contains', 'isKnown'),
    fc.string(),
  ),
  value: fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.array(fc.double(), { maxLength: 3 }),
  ),
})
const oddItems = fc.array(
  fc.oneof(
    oddCondition,
    fc.array(oddCondition, { maxLength: 12 }).map((any) => ({ any })),
  ),
  { maxLength: 30 },
)

/** Definitions of the right shape whose conditions no schema has seen, many of them. */
export const oddDefinitions: fc.Arbitrary<Definition> = fc
  .tuple(definitions, oddItems, oddItems)
  .map(([definition, conditions, guards]) => ({
    ...definition,
    conditions: conditions as unknown as Definition['conditions'],
    actions: definition.actions.map((one) => ({ ...one, onlyIf: { holds: true, conditions: guards as never } })),
  }))

/** Anything at all, for the schema. */
export const anyInput: fc.Arbitrary<unknown> = fc.oneof(
  junk,
  fc.record({ trigger: junk, conditions: junk, actions: junk }),
  fc.record({ trigger, conditions: fc.array(junk), actions: fc.array(junk) }),
)
