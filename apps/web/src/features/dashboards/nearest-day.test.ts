import { lengthOf, RANGE_DAYS_MAX } from '@foyer/contracts/dashboards/range.rules.ts'
import { expect, test } from 'vitest'
import { daysAround, nearestDay } from './nearest-day.rules.ts'

const range = { startDate: '2026-11-10', endDate: '2026-11-16' }
const on = (date: string, count = 1) => ({ date, count })

test('daysAround takes as many days as a dashboard may, with the range in the middle', () => {
  const around = daysAround(range)
  expect(around).toEqual({ startDate: '2026-05-14', endDate: '2027-05-14' })
  expect(lengthOf(around)).toBe(RANGE_DAYS_MAX)
  const whole = { startDate: '2026-01-01', endDate: '2027-01-01' }
  expect(daysAround(whole)).toEqual(whole)
})

test.each([
  ['the day before the range', [on('2026-11-01'), on('2026-11-09'), on('2026-11-20')], '2026-11-09'],
  ['the day after it', [on('2026-11-01'), on('2026-11-18'), on('2026-12-20')], '2026-11-18'],
  ['the earlier one of two', [on('2026-11-08'), on('2026-11-18')], '2026-11-08'],
  ['no day without a count', [on('2026-11-09', 0), on('2026-10-01')], '2026-10-01'],
  ['none if nothing is counted', [on('2026-11-09', 0)], null],
])('nearestDay is %s', (_, series, day) => expect(nearestDay(series, range)).toBe(day))
