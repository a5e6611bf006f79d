import { describe, expect, test } from 'vitest'
import { definitionSchema } from './definition.ts'
import { answerRefills, confirmVisits, definitionOf } from './rules.suite.ts'

const sms = { sequence: 1, kind: 'sendSms', text: 'Hello from {{clinic}}' }
const rule = (given: Record<string, unknown>) => ({
  ...{ trigger: { kind: 'inboundMessage' }, conditions: [], actions: [sms] },
  ...given,
})
const issuesOf = (given: unknown) => {
  const read = definitionSchema.safeParse(given)
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const where = (...conditions: unknown[]) => issuesOf(rule({ conditions }))

describe('the schema of a definition', () => {
  test('fills in what may be left out', () => {
    expect(definitionOf({ trigger: { kind: 'inboundMessage' }, actions: [sms] })).toEqual({
      trigger: {
        ...{ kind: 'inboundMessage', words: null, match: 'word', intent: null, perHour: 100 },
        repeat: { n: 15, unit: 'minutes' },
      },
      conditions: [],
      actions: [{ ...sms, templateId: null, onlyIf: null }],
    })
    expect(confirmVisits.trigger).toMatchObject({ unconfirmedOnly: true, late: 'skip', repeat: 'never' })
    const schedule = { kind: 'schedule', days: ['monday'], time: '09:00', each: 'organization' }
    const { trigger } = definitionOf({
      trigger: schedule,
      actions: [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'Hello' }],
    })
    expect(trigger).toMatchObject({ daysAhead: 0, repeat: 'never' })
  })

  test('takes its own output unchanged', () => {
    for (const one of [confirmVisits, answerRefills]) expect(definitionSchema.parse(one)).toEqual(one)
  })

  test.each([
    ['no trigger', { trigger: null }, 'trigger: Choose what starts it'],
    ['an unknown kind', { trigger: { kind: 'constructor' } }, 'trigger.kind: Not a trigger'],
    ['no action', { actions: [] }, 'actions: An automation needs an action'],
    [
      'an unknown action',
      { actions: [{ sequence: 1, kind: 'callWebhook', endpointId: 'whe_1' }] },
      'actions.0.kind: Not an action',
    ],
    [
      'a sequence that begins at 2 [RULE-15]',
      { actions: [{ ...sms, sequence: 2 }] },
      'actions: Sequence numbers must start with 1.',
    ],
    ['a repeated number [RULE-16]', { actions: [sms, sms] }, 'actions: Repeated sequence number: 1.'],
    ['a missing number [RULE-17]', { actions: [sms, { ...sms, sequence: 3 }] }, 'actions: Missing sequence number: 2.'],
    [
      'a text and a template',
      { actions: [{ ...sms, templateId: 'tpl_1' }] },
      'actions.0: Write a text or choose a template',
    ],
    ['neither of both', { actions: [{ ...sms, text: null }] }, 'actions.0: Write a text or choose a template'],
    ['one among one', { actions: [{ sequence: 1, kind: 'assignToStaff', among: ['usr_1'] }] }, 'actions.0.among: '],
    ['a wait for nothing', { actions: [{ sequence: 1, kind: 'wait' }] }, 'actions.0: Choose how long to wait'],
    [
      'a duration of 0',
      { trigger: { kind: 'appointmentFollowUpDue', after: { n: 0, unit: 'days' } } },
      'trigger.after.n: ',
    ],
    [
      '366 days',
      { trigger: { kind: 'appointmentFollowUpDue', after: { n: 366, unit: 'days' } } },
      'trigger.after: At most 365 days',
    ],
    [
      '24:00 [RULE-18]',
      { trigger: { kind: 'schedule', days: ['monday'], time: '24:00', each: 'conversation' } },
      'trigger.time: Time must be HH:MM',
    ],
    ['an unknown key', { trigger: { kind: 'inboundMessage', wrods: [] } }, 'trigger: '],
    ['21 words', { trigger: { kind: 'inboundMessage', words: Array(21).fill('refill') } }, 'trigger.words: '],
    [
      'a control character',
      { actions: [{ ...sms, text: 'a\u0007b' }] },
      'actions.0.text: Control characters are not allowed',
    ],
    [
      'a guard without a rule',
      { actions: [{ ...sms, onlyIf: { holds: true, conditions: [] } }] },
      'actions.0.onlyIf.conditions: Needs a rule',
    ],
  ])('refuses %s', (_, given, issue) => {
    expect(issuesOf(rule(given)).join('\n')).toContain(issue)
  })

  test('refuses conditions that a field does not take, with their paths', () => {
    expect(where({ field: 'patient.age', operator: 'contains', value: 'x' })).toEqual([
      'conditions.0.operator: “Age” does not take “contains”',
    ])
    expect(where({ field: 'patient.age', operator: 'atLeast', value: '40' })).toEqual([
      'conditions.0.value: Must be a whole number',
    ])
    expect(where({ any: [{ field: 'patient.age', operator: 'between', value: [40, 20] }] })).toEqual([
      'conditions.0.any.0.value: Must be two whole numbers, the lower first',
    ])
    expect(where({ field: 'constructor', operator: 'is', value: 'x' })).toEqual([
      'conditions.0.field: Not a field of automations',
    ])
    expect(where({ field: 'patient.texting', operator: 'is', value: 'maybe' })).toEqual([
      'conditions.0.value: Not a choice of “Texting”',
    ])
    expect(where({ field: 'run.replied', operator: 'is', value: true })).toEqual([
      'conditions.0.field: “Patient replied” is for steps alone',
    ])
  })

  test('refuses 21 conditions, a group of 11 and a group in a group', () => {
    const one = { field: 'patient.age', operator: 'atLeast', value: 40 }
    expect(where(...Array(21).fill(one))).toEqual(['conditions: At most 20 rules'])
    expect(where({ any: Array(10).fill(one) }, { any: Array(10).fill(one) }, one)).toEqual([
      'conditions: At most 20 rules',
    ])
    expect(where({ any: Array(11).fill(one) })[0]).toContain('conditions.0.any: ')
    expect(where({ any: [{ any: [one] }] })[0]).toContain('conditions.0.any.0')
  })

  test('refuses what does not fit the trigger', () => {
    const trigger = { kind: 'reviewArrived', stars: [1, 2] }
    expect(issuesOf({ trigger, conditions: [], actions: [sms] })).toEqual([
      'actions.0: A review has nobody to text: remove “Text”.',
    ])
    const notify = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'Low stars' }
    const conditions = [{ field: 'visit.type', operator: 'is', value: 'Telehealth' }]
    expect(issuesOf({ trigger, conditions, actions: [notify] })).toEqual([
      'conditions.0: A review does not tell “Visit type”: remove this rule.',
    ])
    expect(issuesOf({ trigger, conditions: [], actions: [notify] })).toEqual([])
  })

  test('refuses a definition above 32 kB', () => {
    const note = { sequence: 1, kind: 'addNote', text: '字'.repeat(1600) }
    const actions = Array.from({ length: 10 }, (_, index) => ({ ...note, sequence: index + 1 }))
    expect(issuesOf(rule({ actions }))).toEqual([': An automation has at most 32 kB'])
  })

  test.each([
    null,
    1,
    'x',
    [],
    { trigger: 1, conditions: 'x', actions: {} },
    { trigger: [], conditions: [null, [[]]], actions: [null] },
  ])('answers with issues when the input is %j', (given) => expect(issuesOf(given).length).toBeGreaterThan(0))
})
