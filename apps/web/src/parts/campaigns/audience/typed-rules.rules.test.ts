import { expect, test } from 'vitest'
import { newRule, readRule, ruleProblem, typedRule, withOperator } from './typed-rules.rules.ts'

test.each([
  { field: 'age', op: 'atLeast', value: 65 },
  { field: 'lastVisit', op: 'inLast', value: { value: 18, unit: 'month' } },
  { field: 'lastVisit', op: 'none', value: null },
  { field: 'visitType', op: 'notHadSince', value: { type: 'Flu shot', day: '2026-08-01' } },
  { field: 'cashPay', op: 'is', value: false },
  { field: 'campaign', op: 'didNotReply', value: 'c1' },
] as const)('typed rule of $field $op reads as the same rule', (rule) => {
  expect(readRule(typedRule(rule, 'k'))).toEqual(rule)
})

test('typed rule says what is missing, and keeps its value with an operator of the same kind', () => {
  expect(ruleProblem({ ...newRule('k', 'lastVisit'), text: '0' })).toBe('Type a number from 1 to 1000')
  expect(ruleProblem({ ...newRule('k', 'visitType'), text: 'Flu shot' })).toBe('Choose a day')
  expect(ruleProblem(newRule('k', 'doctor'))).toBe('Choose one')
  expect(ruleProblem(newRule('k', 'gender'))).toBeUndefined()
  const typed = { ...newRule('k', 'lastVisit'), text: '18' }
  expect(withOperator(typed, 'notInLast').text).toBe('18')
  expect(withOperator(typed, 'none').text).toBe('')
})
