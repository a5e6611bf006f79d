import { describe, expect, test } from 'vitest'
import { allHold, type Condition, checksOf, conditionHolds } from './conditions.rules.ts'
import type { Facts } from './facts.rules.ts'
import { fieldKeys, fieldOf, fieldsFor } from './fields.rules.ts'
import { operatorsOf } from './operators.rules.ts'
import { conversation, facts, HOUR, message, NOW, number, patient, visit } from './rules.suite.ts'

const readingOf = (given: Partial<Facts> = {}) => ({ facts: { ...facts, ...given }, automationId: 'aut_1', run: null })
const asks = (field: string, operator: Condition['operator'], value: Condition['value'], given: Partial<Facts> = {}) =>
  conditionHolds({ field, operator, value }, readingOf(given))
const nothing: Partial<Facts> = { patient: null, conversation: null, number: null, message: null, visit: null }

describe('an absent value', () => {
  test.each([
    ['isUnknown', true],
    ['isNot', 'Telehealth'],
    ['isNoneOf', ['Telehealth']],
  ] as const)('satisfies %s', (operator, value) => expect(asks('visit.type', operator, value, nothing)).toBe(true))

  test('satisfies doesNotContain', () => {
    expect(asks('message.text', 'doesNotContain', 'stop', nothing)).toBe(true)
    expect(asks('message.text', 'contains', 'stop', nothing)).toBe(false)
  })

  test.each([
    ['visit.type', 'is', 'Telehealth'],
    ['visit.type', 'isOneOf', ['Telehealth']],
    ['visit.type', 'isKnown', true],
    ['patient.age', 'atMost', 150],
    ['visit.hoursUntil', 'between', [-9999, 9999]],
    ['patient.cashPay', 'is', false],
    ['patient.texting', 'is', 'on'],
  ] as const)('as the value of %s does not satisfy %s', (field, operator, value) =>
    expect(asks(field, operator, value, nothing)).toBe(false),
  )

  test('for a text that never was is for ever ago', () => {
    expect(asks('history.hoursSinceTexted', 'atLeast', 168)).toBe(true)
    expect(asks('history.hoursSinceTexted', 'atMost', 1_000_000)).toBe(false)
    const texted = { number: { ...number, lastTextedAt: NOW - 167 * HOUR } }
    expect(asks('history.hoursSinceTexted', 'atLeast', 168, texted)).toBe(false)
    expect(asks('history.daysSinceThisRan', 'atLeast', 30)).toBe(true)
  })
})

test('fields read the facts at the time of the reading, on the wall clock of the clinic', () => {
  expect(asks('time.weekday', 'is', 'thursday')).toBe(true)
  expect(asks('time.ofDay', 'between', ['09:00', '10:00'])).toBe(true)
  expect(asks('time.ofDay', 'between', ['22:00', '06:00'])).toBe(false)
  expect(asks('time.office', 'is', 'open')).toBe(true)
  expect(asks('time.office', 'is', 'closed', { at: NOW + 9 * HOUR })).toBe(true)
  expect(asks('visit.hoursUntil', 'is', 48)).toBe(true)
  expect(asks('visit.weekday', 'is', 'saturday')).toBe(true)
  expect(asks('visit.bookedDaysAhead', 'is', 12)).toBe(true)
  expect(asks('conversation.waitingMinutes', 'atLeast', 60)).toBe(true)
  const ran = { aut_1: { at: NOW - 49 * HOUR, forSubjectAt: null, startsInHour: 0 } }
  expect(asks('history.daysSinceThisRan', 'is', 2, { ran })).toBe(true)
})

test('choices are compared without case, and a text may tell several intents', () => {
  expect(asks('visit.type', 'is', 'follow-UP ')).toBe(true)
  const two: Facts['message'] = { ...message, intents: [...message.intents, { intent: 'billing', words: 'bill' }] }
  expect(asks('message.intent', 'is', 'billing', { message: two })).toBe(true)
  expect(asks('message.intent', 'isNot', 'refill', { message: two })).toBe(false)
})

test('checksOf tells every condition with its path, in words, and what it saw', () => {
  const names = { doc_okafor: 'Dr. Okafor', doc_reyes: 'Dr. Reyes' }
  const patel = { visit: { ...visit, doctor: 'doc_patel', doctorName: 'Dr. Patel' }, conversation, patient }
  const checks = checksOf(
    [
      { field: 'visit.doctor', operator: 'isOneOf', value: ['doc_okafor', 'doc_reyes'] },
      {
        any: [
          { field: 'patient.age', operator: 'atLeast', value: 65 },
          { field: 'conversation.unread', operator: 'is', value: true },
        ],
      },
    ],
    readingOf(patel),
    names,
    'conditions',
  )
  const wanted = 'Dr. Okafor, Dr. Reyes'
  expect(checks).toEqual([
    { path: 'conditions[0]', words: `Doctor is one of ${wanted}`, held: false, wanted, saw: 'Dr. Patel' },
    {
      ...{ path: 'conditions[1]', words: 'Age is at least 65 or Is unread: yes', held: true },
      ...{ wanted: 'Age is at least 65 or Is unread: yes', saw: '52; yes' },
    },
    { path: 'conditions[1].any[0]', words: 'Age is at least 65', held: false, wanted: '65', saw: '52' },
    { path: 'conditions[1].any[1]', words: 'Is unread: yes', held: true, wanted: 'yes', saw: 'yes' },
  ])
})

test('conditions of unknown fields and operators never hold and never throw', () => {
  const odd = [
    { field: 'constructor', operator: 'is', value: 'x' },
    { field: 'patient.age', operator: 'toString', value: 1 },
    { field: 'patient.age', operator: 'between', value: 'x' },
    { any: [] },
  ] as never[]
  for (const one of odd) expect(allHold([one], readingOf())).toBe(false)
  expect(checksOf(odd, readingOf(), {}, 'conditions')).toHaveLength(4)
})

test('the catalogue names each field once, and every field reads any facts', () => {
  expect(new Set(fieldKeys).size).toBe(fieldKeys.length)
  for (const key of fieldKeys) {
    const field = fieldOf(key)!
    expect(operatorsOf(field).length).toBeGreaterThan(0)
    expect(field.read(readingOf(nothing)).length).toBeLessThanOrEqual(1)
    expect(field.choices === null || field.source === null).toBe(true)
  }
  expect(fieldsFor('conditions').map(({ key }) => key)).not.toContain('run.replied')
})
