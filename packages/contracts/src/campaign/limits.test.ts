import { expect, test } from 'vitest'
import { isSchedulable } from './limits.rules.ts'

const now = new Date('2026-11-20T15:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('isSchedulable accepts a time from 5 minutes ago to 366 days ahead', () => {
  const days = 24 * 60
  expect([-6, -5, 0, 366 * days, 366 * days + 1].map((minutes) => isSchedulable(after(minutes), now))).toEqual([
    ...[false, true, true, true, false],
  ])
  expect(isSchedulable(new Date(Number.NaN), now)).toBe(false)
})
