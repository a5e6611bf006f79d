import { expect, test } from 'vitest'
import { spanAfter, spanBefore } from './spans.rules.ts'

test.each([
  ['2026-11-20', { value: 1, unit: 'day' }, '2026-11-19', '2026-11-21'],
  ['2026-11-20', { value: 2, unit: 'week' }, '2026-11-06', '2026-12-04'],
  ['2026-11-20', { value: 18, unit: 'month' }, '2025-05-20', '2028-05-20'],
  ['2026-11-20', { value: 1000, unit: 'year' }, '1026-11-20', '3026-11-20'],
  ['2026-03-31', { value: 1, unit: 'month' }, '2026-02-28', '2026-04-30'],
  ['2028-02-29', { value: 1, unit: 'year' }, '2027-02-28', '2029-02-28'],
] as const)('spanBefore and spanAfter move %s by %j', (day, span, before, after) => {
  expect([spanBefore(day, span), spanAfter(day, span)]).toEqual([before, after])
})
