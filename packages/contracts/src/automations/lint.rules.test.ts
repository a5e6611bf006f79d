import { describe, expect, test } from 'vitest'
import type { Definition } from './definition.rules.ts'
import { barsPublishing, type LintContext, type OtherRule } from './finding.rules.ts'
import { lint } from './lint.rules.ts'
import { answerRefills, clinic, confirmVisits, definitionOf, NOW } from './rules.suite.ts'

const context: LintContext = {
  ...{ others: [], records: null, clinic, now: NOW, names: { doc_okafor: 'Dr. Okafor' } },
  ownTexts: { visits: [], campaigns: [] },
}
const codes = (definition: Definition, given: Partial<LintContext> = {}) =>
  lint(definition, { ...context, ...given }).map(({ code, path, message }) => `${code} ${path}: ${message}`)
const notify = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'x' }
const sms = (text: string) => ({ sequence: 1, kind: 'sendSms', text })
const where = (conditions: object[], trigger: object = { kind: 'inboundMessage' }) =>
  codes(definitionOf({ trigger, conditions, actions: [notify] }))
const saying = (text: string, trigger: object = { kind: 'inboundMessage' }) =>
  codes(definitionOf({ trigger, actions: [sms(text)] }))
const other = (definition: Definition, name = 'Other', isBefore = true): OtherRule => ({
  ...{ automationId: `aut_${name}`, name, definition, isBefore },
})

test('finds nothing in the rules of the mock-ups', () => {
  expect(codes(confirmVisits)).toEqual([])
  expect(codes(answerRefills)).toEqual([])
})

describe('never', () => {
  test.each([
    [
      [
        { field: 'patient.age', operator: 'atLeast', value: 65 },
        { field: 'patient.age', operator: 'atMost', value: 40 },
      ],
      'conditions[1]: “Age is at least 65” and “Age is at most 40” never hold together: change one of them.',
    ],
    [
      [
        { field: 'visit.doctor', operator: 'is', value: 'doc_okafor' },
        { field: 'visit.doctor', operator: 'isNot', value: 'doc_okafor' },
      ],
      'conditions[1]: “Doctor is Dr. Okafor” and “Doctor is not Dr. Okafor” never hold together: change one of them.',
    ],
    [
      [
        { field: 'message.text', operator: 'contains', value: 'lab results' },
        { field: 'message.text', operator: 'doesNotContain', value: 'Results' },
      ],
      'never hold together',
    ],
    [
      [
        { field: 'time.ofDay', operator: 'between', value: ['22:00', '06:00'] },
        { field: 'time.ofDay', operator: 'between', value: ['07:00', '21:00'] },
      ],
      'never hold together',
    ],
    [
      [
        { field: 'patient.age', operator: 'isUnknown', value: true },
        { field: 'patient.age', operator: 'atLeast', value: 1 },
      ],
      'never hold together',
    ],
    [
      [{ field: 'conversation.channel', operator: 'isNoneOf', value: ['sms', 'chat'] }],
      'conditions[0]: “Channel is none of Text, Website chat” never holds: change it.',
    ],
    [
      [
        {
          any: [
            { field: 'patient.age', operator: 'atMost', value: 17 },
            { field: 'patient.age', operator: 'atLeast', value: 65 },
          ],
        },
        { field: 'patient.age', operator: 'between', value: [18, 64] },
      ],
      'never hold together',
    ],
  ])('is told of %j', (conditions, message) => {
    expect(where(conditions)).toEqual([expect.stringContaining('never ')])
    expect(where(conditions)[0]).toContain(message)
  })

  test('is told of a condition that the trigger cannot meet', () => {
    const conditions = [{ field: 'visit.status', operator: 'is', value: 'confirmed' }]
    expect(codes(definitionOf({ ...confirmVisits, conditions }))).toEqual([
      'never conditions[0]: “Visit is Confirmed” never holds when “Visit not confirmed” starts it: change it.',
    ])
    const stars = [{ field: 'review.stars', operator: 'atLeast', value: 3 }]
    expect(where(stars, { kind: 'reviewArrived', stars: [1, 2] })[0]).toContain('never conditions[0]')
    expect(where(stars, { kind: 'reviewArrived', stars: [2, 3] })).toEqual([])
    const without = [{ field: 'message.text', operator: 'doesNotContain', value: 'refill' }]
    expect(where(without, { kind: 'inboundMessage', words: ['refill', 'my refill'] })[0]).toContain(
      'never conditions[0]',
    )
    expect(where(without, { kind: 'inboundMessage', words: ['refill', 'meds'] })).toEqual([])
  })

  test('is not told where an absent value holds all', () => {
    expect(
      where([
        { field: 'visit.status', operator: 'isNot', value: 'scheduled' },
        { field: 'visit.status', operator: 'isUnknown', value: true },
      ]),
    ).toEqual([])
  })

  test('is told of a guard', () => {
    const conditions = [
      { field: 'run.replied', operator: 'is', value: true },
      { field: 'run.replied', operator: 'is', value: false },
    ]
    const guarded = (holds: boolean) =>
      codes(
        definitionOf({ trigger: { kind: 'inboundMessage' }, actions: [{ ...notify, onlyIf: { holds, conditions } }] }),
      )
    expect(guarded(true)[0]).toContain('never actions[0].onlyIf: The step is never done')
    expect(guarded(false)[0]).toContain('always actions[0].onlyIf: The step is always done')
  })
})

test('always is told of a condition that the trigger alone makes true', () => {
  const conditions = [{ field: 'visit.status', operator: 'isNot', value: 'confirmed' }]
  expect(codes(definitionOf({ ...confirmVisits, conditions }))).toEqual([
    'always conditions[0]: “Visit is not Confirmed” always holds here: remove it.',
  ])
  expect(where([{ field: 'history.hoursSinceTexted', operator: 'atLeast', value: 0 }])[0]).toContain(
    'always conditions[0]',
  )
  expect(where([{ field: 'patient.age', operator: 'atLeast', value: 0 }])).toEqual([])
})

describe('loop', () => {
  const assigned = (conditions: object[] = []) =>
    definitionOf({
      ...{ trigger: { kind: 'conversationAssigned' }, conditions },
      actions: [{ sequence: 1, kind: 'assignToStaff', user: 'usr_dana' }],
    })
  const notDana = { field: 'conversation.assignee', operator: 'isNot', value: 'usr_dana' }

  test('is told of a rule that starts itself, and not where a condition leaves out its own change', () => {
    expect(codes(assigned())).toEqual([
      'loop actions[0]: This step starts the rule again: add a rule that leaves out its own change.',
    ])
    expect(codes(assigned([notDana]))).toEqual([])
  })

  test('is told of a way through other rules, with their names', () => {
    const trigger = { kind: 'conversationClosed' }
    const closed = definitionOf({ trigger, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'usr_lena' }] })
    const closes = definitionOf({
      ...{ trigger: { kind: 'conversationAssigned' }, conditions: [notDana] },
      actions: [{ sequence: 1, kind: 'closeConversation', status: 'resolved' }],
    })
    const [finding] = lint(closed, { ...context, others: [other(closes, 'Close')] })
    expect(finding).toMatchObject({ code: 'loop', path: 'actions[0]', with: ['Close'] })
    expect(codes(closes)).toEqual([])
  })

  test('is not told of a change that changes nothing', () => {
    const actions = [{ sequence: 1, kind: 'closeConversation', status: 'resolved' }]
    expect(codes(definitionOf({ trigger: { kind: 'conversationClosed' }, actions }))).toEqual([])
    const texting = definitionOf({ trigger: { kind: 'deliveryFailed' }, actions: [sms('Hi')] })
    expect(codes(texting)[0]).toContain('loop actions[0]')
  })
})

describe('the words of a text', () => {
  test('collide with an opt-out word', () => {
    const [found, ...rest] = saying('{{clinic}}: Reply CANCEL to cancel your visit.')
    expect(found).toMatch(
      /^collides actions\[0\]\.text: CANCEL opts the patient out of all texts: ask for .+ instead\.$/,
    )
    expect(rest).toEqual([])
    expect(
      barsPublishing(
        lint(definitionOf({ trigger: { kind: 'inboundMessage' }, actions: [sms('Reply CANCEL to cancel')] }), context),
      ),
    ).toBe(true)
  })

  test('name placeholders that are none, and those that a start has no value for', () => {
    expect(saying('{{constructor}} and {{first name}}')).toEqual([
      'placeholder actions[0].text: {{constructor}} is not a field of this text: remove it.',
      'placeholder actions[0].text: {{first name}} is not a field of this text: remove it.',
    ])
    const actions = [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'x' }]
    expect(codes(definitionOf({ trigger: { kind: 'reviewArrived', stars: [1] }, actions }))).toEqual([])
    expect(saying('See you {{visitDate}}')).toEqual([])
  })

  test('are too long, or take several segments', () => {
    expect(saying('x'.repeat(641))[0]).toBe(
      'tooLong actions[0].text: With a patient’s details it has 641 characters: shorten it to 640.',
    )
    expect(saying('x'.repeat(161))).toEqual([
      'segments actions[0].text: The text takes 2 segments: shorten it to 160 characters to pay for fewer.',
    ])
    expect(saying(`🙂${'x'.repeat(80)}`)[0]).toContain('leave out emoji')
  })
})

test('unknown is told of ids that are not there', () => {
  const records = { staff: [], doctors: ['doc_okafor'], campaigns: [], flows: [], templates: [] }
  expect(codes(confirmVisits, { records })).toEqual([
    'unknown conditions[1].value: This doctor is no more: choose another.',
    'unknown actions[3].user: This staff member is no more: choose another.',
  ])
  const template = definitionOf({
    trigger: { kind: 'inboundMessage' },
    actions: [{ sequence: 1, kind: 'sendSms', templateId: 'tpl_1' }],
  })
  expect(codes(template, { records })).toEqual([
    'unknown actions[0].templateId: This template is no more: choose another.',
  ])
  const templates = [{ id: 'tpl_1', subject: null, text: 'Reply CANCEL to cancel' }]
  expect(codes(template, { records: { ...records, templates } })[0]).toContain('collides actions[0].templateId')
})

test('misfit is told of what a start does not have', () => {
  const bad = {
    ...definitionOf({ trigger: { kind: 'reviewArrived', stars: [1] }, actions: [notify] }),
    actions: answerRefills.actions,
  }
  expect(codes(bad).filter((one) => one.startsWith('misfit'))).toHaveLength(2)
})

describe('warnings', () => {
  test('overlap counts the rules and the clinic’s own texts that reach the same patients', () => {
    const others = [other(confirmVisits, 'Confirm'), other(answerRefills, 'Refill')]
    expect(codes(confirmVisits, { others })).toEqual([
      'overlap trigger: One more automation texts these patients in the same week: see whether all are needed.',
    ])
    const ownTexts = { visits: ['Reminders of visits'], campaigns: [] }
    const [finding] = lint(confirmVisits, { ...context, others, ownTexts })
    expect(finding).toMatchObject({ with: ['Confirm', 'Reminders of visits'] })
    expect(finding!.message).toContain('Two more automations text these patients')
    const conditions = [{ field: 'visit.doctor', operator: 'is', value: 'doc_patel' }]
    expect(codes(definitionOf({ ...confirmVisits, conditions }), { others })).toEqual([])
  })

  test('quiet is told of texts that always wait for the morning', () => {
    const trigger = { ...confirmVisits.trigger, between: { from: '21:30', to: '23:00' } }
    expect(codes(definitionOf({ ...confirmVisits, trigger }))[0]).toContain('quiet trigger.between')
    const schedule = { kind: 'schedule', days: ['monday'], time: '07:59', each: 'conversation' }
    const conditions = [{ field: 'conversation.status', operator: 'is', value: 'open' }]
    const at = (time: string) =>
      codes(definitionOf({ trigger: { ...schedule, time }, conditions, actions: [sms('Hi')] }))
    expect(at('07:59')[0]).toContain('quiet trigger.time')
    expect(at('08:00')).toEqual([])
  })

  test('broad is told of a rule that texts everybody', () => {
    const trigger = { kind: 'patientImported' }
    expect(codes(definitionOf({ trigger, actions: [sms('Welcome')] }))).toEqual([
      'broad conditions: It texts everybody: add a rule that chooses the patients.',
    ])
    const conditions = [{ field: 'patient.age', operator: 'atLeast', value: 18 }]
    expect(codes(definitionOf({ trigger, conditions, actions: [sms('Welcome')] }))).toEqual([])
  })

  test('talksOver is told of a text after a wait, unless it or a stop asks for a reply', () => {
    const wait = { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } }
    const noReply = { holds: true, conditions: [{ field: 'run.replied', operator: 'is', value: false }] }
    const replied = { holds: true, conditions: [{ field: 'run.replied', operator: 'is', value: true }] }
    const steps = (...actions: object[]) =>
      codes(
        definitionOf({
          trigger: { kind: 'inboundMessage' },
          actions: actions.map((one, index) => ({ ...one, sequence: index + 1 })),
        }),
      )
    expect(steps(wait, sms('Hi'))[0]).toContain('talksOver actions[1]')
    expect(steps(wait, { ...sms('Hi'), onlyIf: noReply })).toEqual([])
    expect(steps(wait, { ...sms('Hi'), onlyIf: { ...replied, holds: false } })).toEqual([])
    expect(steps(wait, { sequence: 2, kind: 'stop', onlyIf: replied }, sms('Hi'))).toEqual([])
    expect(steps(wait, { sequence: 2, kind: 'stop', onlyIf: noReply }, sms('Hi'))[0]).toContain('talksOver')
  })

  test('shadowed is told of a rule whose texts an earlier one answers', () => {
    const any = definitionOf({ trigger: { kind: 'inboundMessage' }, actions: [sms('We read it soon. {{clinic}}')] })
    expect(codes(answerRefills, { others: [other(any, 'Any text')] })).toEqual([
      'shadowed actions[1]: “Any text” answers these texts first: move this rule above it, or narrow that one.',
    ])
    expect(codes(answerRefills, { others: [other(any, 'Any text', false)] })).toEqual([])
    expect(codes(any, { others: [other(answerRefills)] })).toEqual([])
  })
})
