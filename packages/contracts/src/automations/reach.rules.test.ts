import { expect, test } from 'vitest'
import type { Condition } from './conditions.rules.ts'
import { alternativesOf, canHold, negated } from './reach.rules.ts'

const can = (...conditions: readonly (readonly [Condition['field'], Condition['operator'], Condition['value']])[]) =>
  canHold(alternativesOf(conditions.map(([field, operator, value]) => ({ field, operator, value }))), ['message'])

test.each([
  [
    'arcs of the clock that meet at midnight',
    true,
    ['time.ofDay', 'between', ['99:99', '01:00']],
    ['time.ofDay', 'between', ['00:00', '00:30']],
  ],
  [
    'arcs that do not meet',
    false,
    ['time.ofDay', 'between', ['22:00', '01:00']],
    ['time.ofDay', 'between', ['01:01', '21:59']],
  ],
  ['a phrase without a word', true, ['message.text', 'contains', 'refill'], ['message.text', 'doesNotContain', '!']],
  [
    'a phrase that is asked for and not',
    false,
    ['message.text', 'contains', 'my refill now'],
    ['message.text', 'doesNotContain', 'refill now'],
  ],
  ['two beginnings', false, ['message.text', 'beginsWith', 'refill'], ['message.text', 'beginsWith', 'my refill']],
  [
    'a beginning of a beginning',
    true,
    ['message.text', 'beginsWith', 'my'],
    ['message.text', 'beginsWith', 'my refill'],
  ],
  ['one number', true, ['patient.age', 'atLeast', 40], ['patient.age', 'atMost', 40]],
  ['numbers beyond the field', false, ['review.stars', 'atLeast', 6]],
  ['two intents of one text', true, ['message.intent', 'is', 'refill'], ['message.intent', 'is', 'billing']],
  [
    'an intent that is asked for and not',
    false,
    ['message.intent', 'is', 'refill'],
    ['message.intent', 'isNoneOf', ['refill', 'book']],
  ],
  [
    'two lists with a common choice',
    true,
    ['visit.type', 'isOneOf', ['A', 'b']],
    ['visit.type', 'isOneOf', ['B', 'c']],
  ],
  ['a value of the wrong type', false, ['patient.age', 'atLeast', '40']],
  ['an unknown field', false, ['constructor', 'isNot', 'x']],
] as const)('canHold of %s is %s', (_, is, ...conditions) => expect(can(...(conditions as never[]))).toBe(is))

test('canHold finds a contradiction among many alternatives by the shortest lists first', () => {
  const is = (value: number): Condition => ({ field: 'patient.age', operator: 'is', value })
  const open = Array.from({ length: 14 }, (_, index) => [
    [is(1)],
    [{ ...is(index), field: 'visit.hoursUntil' }],
    [is(1)],
  ])
  const closed = [[is(2), is(3)]]
  expect(canHold([...open, closed, closed.map((one) => [...one])], [])).toBe(false)
})

test('negated holds exactly where a condition does not', () => {
  const age: Condition = { field: 'patient.age', operator: 'between', value: [18, 64] }
  const at = (value: number): Condition => ({ field: 'patient.age', operator: 'is', value })
  expect([17, 18, 64, 65].map((one) => canHold([negated(age), [[at(one)]]], []))).toEqual([true, false, false, true])
})
