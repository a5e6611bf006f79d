import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type FilterRule,
  filterFields,
  filterLabel,
  idsOf,
  kindOf,
  operatorLabel,
  operatorsOf,
} from './filters.rules.ts'
import { filterRulesSchema } from './filters.ts'

const audience = z.strictObject({ audience: z.strictObject({ rules: filterRulesSchema }) })
const issuesOf = (...rules: unknown[]) =>
  audience.safeParse({ audience: { rules } }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const flu: FilterRule[] = [
  { field: 'age', op: 'atLeast', value: 65 },
  { field: 'lastVisit', op: 'inLast', value: { value: 18, unit: 'month' } },
  { field: 'visitType', op: 'notHadSince', value: { type: 'Flu shot', day: '2026-08-01' } },
]

const VALUES = {
  years: 65,
  gender: 'female',
  insurance: 'Blue Cross PPO',
  flag: true,
  doctor: 'doc_okafor',
  campaign: 'cmp_flu',
  import: 'i1',
  span: { value: 18, unit: 'month' },
  typeSince: { type: 'Flu shot', day: '2026-08-01' },
  visitType: 'Annual physical',
  contact: 'text',
  zone: 'America/Denver',
  nothing: null,
}
const everyRule = filterFields.flatMap((field) => operatorsOf(field).map((op) => ({ field, op })))

test.each(everyRule)('the schema takes $field $op with a value of its kind and no other', ({ field, op }) => {
  const kind = kindOf(field, op)
  if (kind === null) throw new Error('The table has no kind.')
  const rule = { field, op, value: VALUES[kind] }
  expect(filterRulesSchema.parse([rule])).toEqual([rule])
  expect(issuesOf({ ...rule, value: { surprise: 1 } }).length).toBeGreaterThan(0)
  expect(issuesOf({ ...rule, surprise: 1 })).toHaveLength(1)
  expect(filterLabel(field)).toMatch(/^[A-Z]/)
  expect(operatorLabel(op)).not.toBe('')
})

describe('an issue names the part of the rule that is wrong', () => {
  test('the operator when the field does not have it', () => {
    const wrong = { field: 'cashPay', op: 'atLeast', value: true }
    expect(issuesOf(flu[0], flu[1], wrong)).toEqual([['audience.rules.2.op', 'Not an operator of this field']])
    expect(issuesOf({ field: 'age', value: 65 })).toEqual([['audience.rules.0.op', 'Not an operator of this field']])
    expect(issuesOf({ field: 'age', op: 'constructor', value: 65 })).toHaveLength(1)
  })

  test('the field when the table does not have it', () => {
    for (const field of ['height', 'constructor', '__proto__', undefined])
      expect(issuesOf({ field, op: 'is', value: 1 })).toEqual([['audience.rules.0.field', 'Not a field of filters']])
  })

  test.each([
    { field: 'age', op: 'atLeast', value: -1 },
    { field: 'age', op: 'atLeast', value: 65.5 },
    { field: 'gender', op: 'is', value: 'm' },
    { field: 'insurance', op: 'is', value: ' ' },
    { field: 'cashPay', op: 'is', value: 'yes' },
    { field: 'nextVisit', op: 'none', value: 1 },
    { field: 'timezone', op: 'is', value: 'America/Nowhere' },
  ])('the value of $field $op when it is $value', (rule) => {
    expect(issuesOf(rule).map(([path]) => path)).toEqual(['audience.rules.0.value'])
  })

  test('the part of a value when it has parts', () => {
    const span = (value: unknown) => issuesOf({ field: 'lastContact', op: 'notInLast', value }).map(([path]) => path)
    expect(span({ value: 0, unit: 'day' })).toEqual(['audience.rules.0.value.value'])
    expect(span({ value: 3, unit: 'hour' })).toEqual(['audience.rules.0.value.unit'])
    const since = { field: 'visitType', op: 'hadSince', value: { type: 'Flu shot', day: '2026-02-30' } }
    expect(issuesOf(since).map(([path]) => path)).toEqual(['audience.rules.0.value.day'])
  })
})

test('filterRulesSchema takes an operator without a value when the operator says all', () => {
  expect(filterRulesSchema.parse([{ field: 'nextVisit', op: 'none' }])).toEqual([
    { field: 'nextVisit', op: 'none', value: null },
  ])
})

test('filterRulesSchema takes at most 12 rules', () => {
  expect(filterRulesSchema.safeParse(Array(12).fill(flu[0])).success).toBe(true)
  expect(filterRulesSchema.safeParse(Array(13).fill(flu[0])).success).toBe(false)
})

test('idsOf lists each record that rules name once', () => {
  const rules: FilterRule[] = [
    { field: 'campaign', op: 'got', value: 'c1' },
    { field: 'campaign', op: 'didNotReply', value: 'c1' },
    { field: 'campaign', op: 'didNotGet', value: 'c2' },
    { field: 'doctor', op: 'isNot', value: 'd1' },
    { field: 'insurance', op: 'is', value: 'c3' },
  ]
  expect(idsOf(rules, 'campaign')).toEqual(['c1', 'c2'])
  expect([idsOf(rules, 'doctor'), idsOf(rules, 'import')]).toEqual([['d1'], []])
})

test('operatorsOf lists the operators of a field, and kindOf knows no inherited name', () => {
  expect(operatorsOf('visitType')).toEqual(['hadSince', 'notHadSince'])
  expect(kindOf('visitType', 'toString')).toBeNull()
})
