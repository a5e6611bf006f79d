import { answeredWithin, bucketOfWait, typicalMinutes } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { defaultRange, rangeBefore, rangeOf } from '@foyer/contracts/dashboards/range.rules.ts'
import { expect, test } from 'vitest'
import { periodsOf, tallyOf } from './tally.rules.ts'

const CHICAGO = 'America/Chicago'
const hours = (from?: Date, until?: Date) => ((until?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 3_600_000

test.each([
  ['2026-11-01', 25],
  ['2026-03-08', 23],
  ['2026-11-02', 24],
])('the day %s of the organization has %i hours', (day, length) => {
  const { bounds } = periodsOf({ startDate: day, endDate: day }, CHICAGO)
  expect(hours(bounds[1], bounds[2])).toBe(length)
})

test('the range before ends where the range begins and has as many days', () => {
  const { before, bounds, days } = periodsOf({ startDate: '2026-10-20', endDate: '2026-11-19' }, CHICAGO)
  expect(before).toEqual({ startDate: '2026-09-19', endDate: '2026-10-19' })
  expect(days).toHaveLength(31)
  expect(bounds).toHaveLength(33)
  expect(bounds[1]?.toISOString()).toBe('2026-10-20T05:00:00.000Z')
})

test('a score card compares with as many days as asked [OPEN-083]', () => {
  expect(rangeBefore({ startDate: '2026-11-10', endDate: '2026-11-19' }, 30)).toEqual({
    ...{ startDate: '2026-10-11', endDate: '2026-11-09' },
  })
})

test('the default range begins 30 days before today, and the last 7 days are 7 with today [OPEN-095] [CONST-18]', () => {
  expect(defaultRange('2026-11-19')).toEqual({ startDate: '2026-10-20', endDate: '2026-11-19' })
  expect(rangeOf({ kind: 'last', days: 7 }, '2026-11-19')).toEqual({ startDate: '2026-11-13', endDate: '2026-11-19' })
  expect(rangeOf({ kind: 'month', back: 0 }, '2026-03-09')).toEqual({ startDate: '2026-03-01', endDate: '2026-03-09' })
  expect(rangeOf({ kind: 'month', back: 1 }, '2026-03-09')).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' })
})

test('the typical first reply is the edge of the bucket with the middle answer', () => {
  const waits = [40, 180, 420, 1200]
  const counts: Record<string, number> = {}
  for (const seconds of waits) counts[bucketOfWait(seconds)] = (counts[bucketOfWait(seconds)] ?? 0) + 1
  expect(typicalMinutes(counts)).toBe(3)
  expect(answeredWithin(counts, 15)).toBe(3)
  expect(typicalMinutes({})).toBeNull()
  expect(typicalMinutes({ [bucketOfWait(40_000)]: 1 })).toBe(481)
})

test('a tally adds up days of the range and keeps the range before apart', () => {
  const periods = periodsOf({ startDate: '2026-11-18', endDate: '2026-11-19' }, CHICAGO)
  const tally = tallyOf(periods, [
    { metric: 'requests.made', bucket: 1, value: 'form', n: 9 },
    { metric: 'requests.made', bucket: 2, value: 'form', n: 2 },
    { metric: 'requests.made', bucket: 3, value: 'other', n: 1 },
    { metric: 'requests.self', bucket: 3, value: 'other', n: 1 },
  ])
  expect([tally.sum('requests.made', 'range'), tally.sum('requests.made', 'before')]).toEqual([3, 9])
  expect(tally.values('requests.made', 'range')).toEqual({ form: 2, other: 1 })
  expect(tally.series('requests.made', 'requests.self')).toEqual([
    { date: '2026-11-18', count: 2 },
    { date: '2026-11-19', count: 2 },
  ])
})
