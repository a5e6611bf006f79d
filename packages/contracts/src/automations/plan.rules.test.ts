import { describe, expect, test } from 'vitest'
import type { Action } from './actions.rules.ts'
import type { Cause } from './causes.rules.ts'
import { factsAfter } from './effects.rules.ts'
import { beginRun, plan, type Run, runAfter, type TurnFacts } from './plan.rules.ts'
import {
  answerRefills,
  confirmVisits,
  conversation,
  definitionOf,
  HOUR,
  known,
  message,
  NOW,
  number,
  patient,
  textCause,
  turnFacts,
  versionOf,
  visit,
  visitCause,
} from './rules.suite.ts'

const confirm = versionOf(confirmVisits, 'aut_confirm')
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const outcomes = ({ steps }: { steps: readonly { outcome: string; reason: string | null }[] }) =>
  steps.map(({ outcome, reason }) => reason ?? outcome)
const NIGHT = Date.parse('2026-11-27T04:00:00Z')

function turnOf(
  actions: readonly object[],
  given: Partial<TurnFacts> = {},
  cause: Cause = textCause(),
  run: Partial<Run> = {},
) {
  const numbered = actions.map((action, index) => ({ sequence: index + 1, ...action }))
  const version = versionOf(definitionOf({ trigger: { kind: 'inboundMessage' }, actions: numbered }))
  const read = { ...turnFacts, ...given }
  return plan(version, { ...beginRun('run_1', cause, turnFacts), ...run }, read)
}
const sms = (text = 'Hello, {{clinic}}') => ({ kind: 'sendSms', text })
const refusal = (given: Partial<TurnFacts>, text?: string) => turnOf([sms(text)], given).steps[0]!.reason

describe('a step that hands to a chatbot', () => {
  const hand = { kind: 'handToChatbot', flowId: 'flw_1' }
  const handed = (given: Partial<TurnFacts>, cause?: Cause) => turnOf([hand, sms()], given, cause)
  const free = { ...conversation, assignee: null }

  test('counts as the one answer to the text', () => {
    const turn = handed({ conversation: free })
    expect(turn.effects).toEqual([{ kind: 'handToChatbot', sequence: 1, flowId: 'flw_1', mode: 'answer' }])
    expect(outcomes(turn)).toEqual(['done', 'answered'])
  })

  test.each([
    ['taken', { conversation: { ...conversation, assignee: 'usr_lena' } }],
    ['opted_out', { conversation: free, number: { ...number, texting: 'off' as const } }],
    ['answered', { conversation: free, message: { ...message, isAnswered: true } }],
    ['gone', { conversation: free, known: { ...known, flows: [] } }],
  ])('is refused as %s', (reason, given) => {
    expect(handed(given).steps[0]?.reason).toBe(reason)
  })

  test('waits for the end of quiet hours when the patient has not just written', () => {
    const turn = handed({ conversation: free, at: NIGHT }, visitCause())
    expect([turn.state, turn.reason, turn.effects]).toEqual(['waiting', 'quiet', []])
  })
})

describe('plan', () => {
  test('does the steps up to a wait, and those after it in the next turn', () => {
    const run = beginRun('run_1', visitCause(), turnFacts)
    const first = plan(confirm, run, turnFacts)
    expect(first).toMatchObject({ state: 'waiting', reason: 'wait', next: 2 })
    expect(first.effects).toEqual([
      {
        ...{ kind: 'sendSms', sequence: 1, mode: 'unasked', segments: 1 },
        text: 'Hi Theodore, Dr. Okafor expects you Saturday, Nov 28. Cedar Ridge',
      },
    ])
    expect(iso(first.dueAt)).toBe('2026-11-26T20:00:00.000Z')
    const later = { ...turnFacts, at: first.dueAt! }
    const second = plan(confirm, runAfter(run, first), later)
    expect(second.effects.map(({ kind }) => kind)).toEqual(['sendSms', 'assign'])
    expect([second.state, second.dueAt]).toEqual(['done', null])
    const replied = plan(confirm, { ...runAfter(run, first), replied: true }, later)
    expect(outcomes(replied)).toEqual(['skipped', 'done'])
  })

  test('does the steps in the order of their numbers', () => {
    const actions = [
      { ...sms(), sequence: 2 },
      { sequence: 1, kind: 'markRequest', requestType: 'billing' },
    ]
    expect(turnOf(actions).steps.map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  test('does exactly one of if and else, whatever the first did', () => {
    const conditions = [{ field: 'run.texted', operator: 'is', value: false }]
    const other = { kind: 'notifyStaff', to: 'supervisors', text: 'Call' }
    const steps = [
      { ...sms(), onlyIf: { holds: true, conditions } },
      { ...other, onlyIf: { holds: false, conditions } },
    ]
    expect(outcomes(turnOf(steps))).toEqual(['done', 'skipped'])
  })

  test('goes on after a refused step, and a guard sees that no text was sent', () => {
    const conditions = [{ field: 'run.texted', operator: 'is', value: false }]
    const call = { kind: 'assignToStaff', user: 'usr_dana', onlyIf: { holds: true, conditions } }
    expect(outcomes(turnOf([sms(), call], { number: { ...number, texting: 'off' } }))).toEqual(['opted_out', 'done'])
    expect(outcomes(turnOf([sms(), call]))).toEqual(['done', 'skipped'])
  })

  test.each([
    ['opted_out', { number: { ...number, texting: 'off' } }],
    ['blocked', { number: { ...number, texting: 'blocked' } }],
    ['asked_to_stop', { number: { ...number, askedToStop: true } }],
    ['deceased', { patient: { ...patient, deceased: true } }],
    ['no_channel', { patient: null, conversation: null }],
    ['no_channel', { conversation: { ...conversation, channel: 'chat', isReachable: false } }],
    ['no_number', { number: null }],
    ['no_number', { number: { ...number, isTextable: false } }],
    ['over_limit', { number: { ...number, isOverLimit: true } }],
    ['answered', { message: { ...message, isAnswered: true } }],
    ['emergency', { message: { ...message, intents: [{ intent: 'emergency', words: 'chest pain' }] } }],
    ['over_budget', { number: { ...number, automaticInDay: 3 } }],
    ['shared_number', { number: { ...number, sharedBy: 2 } }],
    ['machine', { number: { ...number, machineUntil: NOW + 1 } }],
    ['machine', { number: { ...number, automaticInTenMinutes: 5 } }],
  ] as const)('refuses a text as %s', (word, given) => expect(refusal(given as Partial<TurnFacts>)).toBe(word))

  test('never sends braces, and says unfilled', () => {
    expect(refusal({ visit: null }, 'See {{doctor}}')).toBe('unfilled')
    expect(refusal({}, '{{constructor}}')).toBe('unfilled')
    expect(refusal({ patient: null }, 'Hi {{firstName|there}}')).toBeNull()
    expect(refusal({}, 'x'.repeat(641))).toBe('unfilled')
  })

  test('texts a shared number by the first name', () => {
    expect(refusal({ number: { ...number, sharedBy: 2 } }, 'For {{firstName}}: hello')).toBeNull()
  })

  test('answers no emergency later either, and a text that was answered neither in the first turn', () => {
    const urgent = { message: { ...message, intents: [{ intent: 'emergency' as const, words: 'chest pain' }] } }
    const late = { ...textCause(), at: NOW - HOUR }
    expect(outcomes(turnOf([sms()], urgent, late))).toEqual(['emergency'])
    expect(outcomes(turnOf([sms()], { message: { ...message, isAnswered: true } }, late))).toEqual(['answered'])
  })

  test('answers an emergency by a rule of that very intent', () => {
    const urgent = { message: { ...message, intents: [{ intent: 'emergency' as const, words: 'chest pain' }] } }
    const trigger = { kind: 'inboundMessage', intent: 'emergency' }
    const version = versionOf(definitionOf({ trigger, actions: [{ sequence: 1, ...sms('Call 911') }] }))
    expect(outcomes(plan(version, beginRun('run_1', textCause(), turnFacts), { ...turnFacts, ...urgent }))).toEqual([
      'done',
    ])
  })

  test('asks the steps after one that was refused after all by what became of it, and plans those before it as they were', () => {
    const conditions = [{ field: 'run.texted', operator: 'is', value: true }]
    const told = { kind: 'notifyStaff', to: 'supervisors', text: 'Call' }
    const actions = [
      { sequence: 1, kind: 'markRequest', requestType: 'billing' },
      { sequence: 2, ...sms() },
      { sequence: 3, ...told, onlyIf: { holds: false, conditions } },
      { sequence: 4, ...sms('Once more') },
    ]
    const version = versionOf(definitionOf({ trigger: { kind: 'inboundMessage' }, actions }))
    const run = beginRun('run_1', textCause(), turnFacts)
    const [first, again] = [new Map(), new Map([[2, 'opted_out' as const]])].map((refused) =>
      plan(version, run, turnFacts, refused),
    )
    expect(outcomes(first!)).toEqual(['done', 'done', 'skipped', 'answered'])
    expect(outcomes(again!)).toEqual(['done', 'opted_out', 'done', 'done'])
    expect(again!.effects[0]).toEqual(first!.effects[0])
  })

  test('answers a text once when it is late, too', () => {
    const late = { ...textCause(), at: NOW - HOUR }
    expect(outcomes(turnOf([sms(), sms()], {}, late))).toEqual(['done', 'answered'])
  })

  test('answers a text once when quiet hours or a person delayed the run, and texts again after a wait of its own', () => {
    const answered = { message: { ...message, isAnswered: true } }
    expect(outcomes(turnOf([sms()], answered, textCause(), { turn: 1 }))).toEqual(['answered'])
    const wait = { kind: 'wait', for: { n: 1, unit: 'hours' } }
    const waited = { sequence: 1, kind: 'wait', outcome: 'done', reason: null, at: NOW } as const
    expect(outcomes(turnOf([wait, sms()], answered, textCause(), { turn: 1, next: 1, steps: [waited] }))).toEqual([
      'done',
    ])
  })

  test('answers no text that was delivered more than ten minutes after it was written, and texts after a wait of its own', () => {
    const mark = { kind: 'markRequest', requestType: 'other' }
    const minutes = (late: number) => ({ message: { ...message, at: NOW - late * 60_000 } })
    expect(outcomes(turnOf([sms(), mark], minutes(10)))).toEqual(['done', 'done'])
    expect(outcomes(turnOf([sms(), mark], minutes(10.1)))).toEqual(['late', 'done'])
    const waited = { sequence: 1, kind: 'wait', outcome: 'done', reason: null, at: NOW } as const
    const wait = { kind: 'wait', for: { n: 1, unit: 'hours' } }
    const later = turnOf([wait, sms()], minutes(60), textCause(), { turn: 1, next: 1, steps: [waited] })
    expect(outcomes(later)).toEqual(['done'])
  })

  test.each([
    ['visit_cancelled', { ...visit, status: 'cancelled' }],
    ['visit_missed', { ...visit, status: 'noShow' }],
    ['visit_moved', { ...visit, startsAt: visit.startsAt + HOUR }],
  ] as const)('does nothing in the first turn about a visit that changed since: %s', (reason, changed) => {
    const booked = { ...visitCause(), kind: 'appointmentBooked', data: { startsAt: visit.startsAt } } as Cause
    const actions = [{ sequence: 1, ...sms() }]
    const version = versionOf(definitionOf({ trigger: { kind: 'appointmentBooked' }, actions }))
    const run = beginRun('run_1', booked, turnFacts)
    expect(plan(version, run, turnFacts)).toMatchObject({ state: 'done', effects: [{ kind: 'sendSms' }] })
    const turn = plan(version, run, { ...turnFacts, visit: changed })
    expect(turn).toMatchObject({ state: 'stopped', reason, steps: [], effects: [] })
  })

  test('answers a text once', () => expect(outcomes(turnOf([sms(), sms()]))).toEqual(['done', 'answered']))

  test('ends automations for a number that sounds like a machine', () => {
    const { effects } = turnOf([sms()], { number: { ...number, automaticInTenMinutes: 5 } })
    expect(effects).toEqual([{ kind: 'endForNumber', sequence: 1, until: NOW + 24 * HOUR }])
  })

  test('refuses what is no more as gone, and leaves out staff who left', () => {
    const gone = [
      { kind: 'sendSms', templateId: 'tpl_2' },
      { kind: 'assignToStaff', user: 'usr_left' },
      { kind: 'startDrip', campaignId: 'cmp_2' },
      { kind: 'handToChatbot', flowId: 'constructor' },
      { kind: 'notifyStaff', to: 'assigned', text: 'x' },
    ]
    expect(outcomes(turnOf(gone))).toEqual(Array(5).fill('gone'))
    const told = turnOf([{ kind: 'notifyStaff', users: ['usr_left', 'usr_lena'], text: 'x' }])
    expect(told.effects).toEqual([{ kind: 'notify', sequence: 1, users: ['usr_lena'], text: 'x' }])
  })

  test('assigns the one of several who has the fewest open conversations, then by name', () => {
    const among = ['usr_dana', 'usr_lena', 'usr_adam']
    expect(turnOf([{ kind: 'assignToStaff', among }]).effects).toMatchObject([{ user: 'usr_adam' }])
  })

  test('begins a conversation by a text, so that later steps have one', () => {
    const alone = { conversation: null }
    const mark = { kind: 'markRequest', requestType: 'billing' }
    expect(outcomes(turnOf([sms(), mark], alone))).toEqual(['done', 'done'])
    expect(outcomes(turnOf([mark], alone))).toEqual(['no_channel'])
  })

  test('refuses an e-mail without an address, and to a patient who takes none', () => {
    const email = [{ kind: 'sendEmail', subject: 'Hi {{firstName}}', text: 'Hello' }]
    expect(turnOf(email).effects).toMatchObject([{ subject: 'Hi Theodore', text: 'Hello' }])
    expect(outcomes(turnOf(email, { patient: { ...patient, email: null } }))).toEqual(['no_channel'])
    expect(outcomes(turnOf(email, { patient: { ...patient, takesEmail: false } }))).toEqual(['opted_out'])
  })
})

describe('quiet hours', () => {
  const night = { at: NIGHT }
  const nightText = { ...textCause(), at: NIGHT - 60_000 }
  const written = (at: number) => ({ ...night, message: { ...message, at } })

  test('an answer goes at once in the night, within two minutes', () => {
    expect(outcomes(turnOf([sms()], written(NIGHT - 60_000), nightText))).toEqual(['done'])
    const older = { ...nightText, at: NIGHT - 121_000 }
    expect(turnOf([sms()], written(NIGHT - 121_000), older)).toMatchObject({ state: 'waiting', reason: 'quiet' })
  })

  test('a text that was delivered minutes after it was written is not answered at once in the night', () => {
    expect(turnOf([sms()], written(NIGHT - 121_000), nightText)).toMatchObject({ state: 'waiting', reason: 'quiet' })
  })

  test('the run waits with an unasked text until the patient’s morning, within 15 minutes of it', () => {
    const waits = turnOf([{ kind: 'markRequest', requestType: 'other' }, sms()], night)
    expect(waits).toMatchObject({ state: 'waiting', reason: 'quiet', next: 1, effects: [{ kind: 'markRequest' }] })
    const morning = Date.parse('2026-11-27T14:00:00Z')
    expect(waits.dueAt! - morning).toBeGreaterThanOrEqual(0)
    expect(waits.dueAt! - morning).toBeLessThan(15 * 60_000)
    const west = turnOf([sms()], { ...night, patient: { ...patient, timezone: 'Pacific/Honolulu' } })
    expect(outcomes(west)).toEqual(['done'])
  })

  test('a refused text does not wait, and a chat has no quiet hours', () => {
    expect(outcomes(turnOf([sms()], { ...night, number: { ...number, texting: 'off' } }))).toEqual(['opted_out'])
    expect(outcomes(turnOf([sms()], { ...night, conversation: { ...conversation, channel: 'chat' } }))).toEqual([
      'done',
    ])
  })
})

describe('a run that waits', () => {
  const begun = beginRun('run_1', visitCause(), turnFacts)
  const first = runAfter(begun, plan(confirm, begun, turnFacts))
  const later = (given: Partial<TurnFacts>) => plan(confirm, first, { ...turnFacts, at: NOW + 4 * HOUR, ...given })

  test.each([
    ['opted_out', { number: { ...number, texting: 'off' } }],
    ['blocked', { number: { ...number, texting: 'blocked' } }],
    ['asked_to_stop', { number: { ...number, askedToStop: true } }],
    ['visit_cancelled', { visit: null }],
    ['visit_cancelled', { visit: { ...visit, status: 'cancelled' } }],
    ['visit_missed', { visit: { ...visit, status: 'noShow' } }],
    ['visit_moved', { visit: { ...visit, startsAt: visit.startsAt + HOUR } }],
  ] as const)('is stopped: %s', (reason, given) =>
    expect(later(given as Partial<TurnFacts>)).toMatchObject({ state: 'stopped', reason, steps: [], effects: [] }),
  )

  test('is missed when the visit has begun', () => {
    expect(later({ at: visit.startsAt })).toMatchObject({ state: 'missed', reason: 'late' })
  })

  test('waits on while automations are paused', () => {
    const until = NOW + 9 * HOUR
    expect(later({ pausedUntil: until })).toMatchObject({ state: 'waiting', reason: 'paused', next: 2, dueAt: until })
  })

  test('asks only its guards once it has done something', () => {
    expect(later({ visit: { ...visit, status: 'confirmed' } }).state).toBe('done')
  })

  test('judges trigger and conditions anew while it has done nothing', () => {
    const actions = [
      { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } },
      { sequence: 2, ...sms() },
    ]
    const version = versionOf(definitionOf({ ...confirmVisits, actions }), 'aut_confirm')
    const run = runAfter(begun, plan(version, begun, turnFacts))
    const at = NOW + HOUR
    expect(plan(version, run, { ...turnFacts, at }).state).toBe('done')
    const confirmed = { ...turnFacts, at, visit: { ...visit, status: 'confirmed' as const } }
    expect(plan(version, run, confirmed)).toMatchObject({ state: 'stopped', reason: 'conditionFailed' })
  })

  test('ends at a stop whose guard holds', () => {
    const stop = {
      kind: 'stop',
      onlyIf: { holds: true, conditions: [{ field: 'time.office', operator: 'is', value: 'open' }] },
    }
    expect(outcomes(turnOf([stop, sms()]))).toEqual(['done'])
    const evening = { at: NOW + 8 * HOUR, message: { ...message, at: NOW + 8 * HOUR } }
    expect(outcomes(turnOf([stop, sms()], evening, { ...textCause(), at: evening.at }))).toEqual(['skipped', 'done'])
  })

  test('goes on at once when it waits for the opening of an open clinic', () => {
    const until = { kind: 'wait', until: 'open' } satisfies Partial<Action>
    expect(outcomes(turnOf([until, sms()]))).toEqual(['done', 'done'])
    const evening = turnOf([until, sms()], { at: NOW + 8 * HOUR })
    expect(iso(evening.dueAt)).toBe('2026-11-27T14:00:00.000Z')
  })
})

test('the effects of a rule are facts for the next', () => {
  const { effects } = turnOf([...answerRefills.actions, { kind: 'assignToStaff', user: 'usr_dana', sequence: 3 }])
  const after = factsAfter(turnFacts, effects)
  expect(after.conversation).toMatchObject({ requestType: 'prescription', assignee: 'usr_dana' })
  expect(after.message!.isAnswered).toBe(true)
  expect(after.number).toMatchObject({ lastTextedAt: NOW, textsInDay: 1, automaticInDay: 1 })
  expect(outcomes(turnOf([sms()], { ...after, known }))).toEqual(['answered'])
})

test('a text begins a conversation for the next rule, and nobody waits in one that was resolved', () => {
  const begun = factsAfter({ ...turnFacts, conversation: null }, turnOf([sms()], { conversation: null }).effects)
  expect(begun.conversation).toMatchObject({ status: 'open', channel: 'sms', waitingSince: null })
  const close = (status: string) =>
    factsAfter(turnFacts, turnOf([{ kind: 'closeConversation', status }]).effects).conversation
  expect(close('resolved')).toMatchObject({ status: 'resolved', waitingSince: null })
  expect(close('pending')).toMatchObject({ status: 'pending', waitingSince: conversation.waitingSince })
})
