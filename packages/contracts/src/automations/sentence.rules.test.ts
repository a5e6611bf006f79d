import { describe, expect, test } from 'vitest'
import { answerRefills, confirmVisits, definitionOf } from './rules.suite.ts'
import { actionsSummary, conditionsSummary, proposedName, sentence, sentenceText } from './sentence.rules.ts'
import { triggerSummary } from './trigger-phrases.rules.ts'

const names = { doc_okafor: 'Dr. Okafor', doc_reyes: 'Dr. Reyes', usr_dana: 'Dana Wells', tpl_1: 'Second nudge' }
const said = (draft: Parameters<typeof sentence>[0]) => sentenceText(sentence(draft, names))
const notify = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'x' }
const started = (trigger: object) => said(definitionOf({ trigger, actions: [notify] }))
const when = (condition: object, trigger: object = { kind: 'appointmentBooked' }) =>
  said(definitionOf({ trigger, conditions: [condition], actions: [notify] }))

describe('the sentence', () => {
  test('is as in the mock-ups when the rule is written', () => {
    expect(said(confirmVisits)).toBe(
      'When a visit is not confirmed 48 hours before it starts, and the patient can get texts and the visit is with ' +
        'Dr. Okafor or Dr. Reyes and is not telehealth, send a text, wait 4 hours of office hours, send another text ' +
        'if there is no reply, then assign it to Dana Wells.',
    )
    expect(said(answerRefills)).toBe(
      'When a text has “refill” or “out of meds”, set the request type to Prescription, then send a text.',
    )
  })

  test('has gaps for what is not written yet', () => {
    const { trigger, conditions } = confirmVisits
    expect(sentence({ trigger, conditions: [], actions: [] })).toEqual([
      { text: 'When ', kind: 'plain', step: 1 },
      { text: 'a visit is not confirmed 48 hours before it starts', kind: 'value', step: 1 },
      { text: ', ', kind: 'plain', step: 2 },
      { text: 'for which patients?', kind: 'gap', step: 2 },
      { text: ', ', kind: 'plain', step: 3 },
      { text: 'what happens?', kind: 'gap', step: 3 },
    ])
    expect(said({ trigger, conditions, actions: [] })).toMatch(/and is not telehealth, what happens\?$/)
    expect(said({ trigger: null, conditions: [], actions: [] })).toBe(
      'When what starts it?, for which patients?, what happens?',
    )
  })

  test.each([
    [{ kind: 'recallDue', days: -14 }, 'something is due in 14 days'],
    [{ kind: 'recallDue', days: 1 }, 'something was due 1 day ago'],
    [{ kind: 'inboundMessage' }, 'a patient writes'],
    [{ kind: 'inboundMessage', intent: 'refill' }, 'a text asks for a refill'],
    [{ kind: 'reviewArrived', stars: [2, 1] }, 'a review has 1 or 2 stars'],
    [{ kind: 'campaignReply', campaignId: 'cmp_9' }, 'a patient answers “Removed campaign”'],
    [
      { kind: 'conversationWaiting', minutes: 60, officeHours: true },
      'a patient has waited 60 minutes of office hours',
    ],
    [
      { kind: 'schedule', days: ['monday', 'friday'], time: '09:00', each: 'appointment', daysAhead: 2 },
      'it is 09:00 on Monday, Friday, for each visit in 2 days',
    ],
  ])('tells the trigger %j', (trigger, words) => expect(started(trigger)).toContain(`When ${words}, `))

  test.each([
    [{ field: 'patient.age', operator: 'atLeast', value: 65 }, 'the patient’s age is at least 65'],
    [{ field: 'patient.cashPay', operator: 'is', value: false }, 'the patient does not pay cash'],
    [
      { field: 'visit.location', operator: 'isNoneOf', value: ['North', 'South'] },
      'the visit is not at North or South',
    ],
    [{ field: 'visit.hoursUntil', operator: 'between', value: [2, 48] }, 'the visit is between 2 and 48 hours away'],
    [{ field: 'patient.age', operator: 'isUnknown', value: true }, 'the age is not known'],
    [{ field: 'time.ofDay', operator: 'between', value: ['09:00', '17:00'] }, 'the time is between 09:00 and 17:00'],
    [
      {
        any: [
          { field: 'patient.age', operator: 'atMost', value: 17 },
          { field: 'time.office', operator: 'is', value: 'closed' },
        ],
      },
      'the patient’s age is at most 17 or the office is closed',
    ],
  ])('tells the condition %j', (condition, words) => expect(when(condition)).toContain(`, and ${words}, `))

  test('tells conditions on texts', () => {
    const text = { kind: 'inboundMessage' }
    expect(when({ field: 'message.text', operator: 'contains', value: 'lab' }, text)).toContain(
      'the text contains “lab”',
    )
    expect(when({ field: 'message.intent', operator: 'isOneOf', value: ['refill', 'billing'] }, text)).toContain(
      'the text asks for a refill or asks about a bill',
    )
  })

  test('names what is no more', () => {
    const actions = [{ sequence: 1, kind: 'sendSms', templateId: 'tpl_9' }]
    expect(said(definitionOf({ trigger: { kind: 'inboundMessage' }, actions }))).toContain(
      'send the text “removed template”',
    )
  })
})

test('the summaries tell each step of the wizard', () => {
  expect(triggerSummary(confirmVisits.trigger, names)).toBe(
    'Visit is not confirmed 48 hours before it starts, 09:00 to 18:30',
  )
  expect(conditionsSummary(confirmVisits, names)).toBe(
    'Texting is On, Doctor is one of Dr. Okafor, Dr. Reyes, Visit type is not Telehealth',
  )
  expect(actionsSummary(confirmVisits, names)).toBe(
    '1 Send a text, 2 Wait 4 hours of office hours, 3 Send another text if there is no reply, 4 Assign it to Dana Wells',
  )
  expect(proposedName(answerRefills)).toBe('Text has “refill” or “out of meds”')
})
