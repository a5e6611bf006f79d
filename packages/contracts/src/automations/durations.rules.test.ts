import { expect, test } from 'vitest'
import { afterDuration, afterOpenDuration, beforeOpenDuration, durationWords, isTooLong } from './durations.rules.ts'

const zone = 'America/Chicago'
const at = (text: string) => Date.parse(text)
const WORKDAY = [{ from: '08:00', to: '17:00' }]
const week = {
  ...{ monday: WORKDAY, tuesday: WORKDAY, wednesday: WORKDAY, thursday: WORKDAY, friday: WORKDAY },
  ...{ saturday: [], sunday: [] },
}
const hours = { week, closedDays: [] }
const iso = (ms: number) => new Date(ms).toISOString()

test('afterDuration keeps the wall time over both changes of clocks when days are added', () => {
  expect(iso(afterDuration(at('2026-03-07T16:00:00Z'), { n: 1, unit: 'days' }, zone))).toBe('2026-03-08T15:00:00.000Z')
  expect(iso(afterDuration(at('2026-10-31T15:00:00Z'), { n: 1, unit: 'days' }, zone))).toBe('2026-11-01T16:00:00.000Z')
  expect(iso(afterDuration(at('2026-03-07T16:00:00Z'), { n: 24, unit: 'hours' }, zone))).toBe(
    '2026-03-08T16:00:00.000Z',
  )
})

test('afterDuration takes the moment of the jump when the day lacks the time, and the first of two', () => {
  const day = { n: 1, unit: 'days' } as const
  expect(iso(afterDuration(at('2026-03-07T08:30:00Z'), day, zone))).toBe('2026-03-08T08:00:00.000Z')
  expect(iso(afterDuration(at('2026-10-31T06:30:00Z'), day, zone))).toBe('2026-11-01T06:30:00.000Z')
})

test('afterDuration goes back when times is -1', () => {
  const before = afterDuration(at('2026-03-10T15:00:00Z'), { n: 2, unit: 'days' }, zone, -1)
  expect(iso(before)).toBe('2026-03-08T15:00:00.000Z')
})

test('afterOpenDuration counts open time only', () => {
  const friday = at('2026-11-27T21:00:00Z')
  expect(iso(afterOpenDuration(friday, { n: 4, unit: 'hours' }, zone, hours))).toBe('2026-11-30T16:00:00.000Z')
  expect(iso(afterOpenDuration(friday, { n: 1, unit: 'hours' }, zone, hours))).toBe('2026-11-27T22:00:00.000Z')
  expect(iso(afterOpenDuration(friday, { n: 1, unit: 'days' }, zone, hours))).toBe('2026-11-30T14:00:00.000Z')
  expect(iso(afterOpenDuration(friday, { n: 1, unit: 'hours' }, zone, null))).toBe('2026-11-27T22:00:00.000Z')
})

test('afterOpenDuration ends when the clinic never opens', () => {
  const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
  const never = { week: closed, closedDays: [] }
  expect(iso(afterOpenDuration(0, { n: 2, unit: 'hours' }, zone, never))).toBe('1970-01-01T02:00:00.000Z')
})

/** The same hours, which tell how often a day of them was looked at. */
function countedHours(closedDays: readonly string[] = []) {
  const looked = { days: 0 }
  const counted = {
    closedDays,
    get week() {
      looked.days += 1
      return week
    },
  }
  return { counted, looked }
}

test('afterOpenDuration looks at few days however often and for whatever hours it is asked', () => {
  const { counted, looked } = countedHours()
  const friday = at('2026-11-27T21:00:00Z')
  for (let minute = 0; minute < 1000; minute++)
    afterOpenDuration(friday + minute * 60_000, { n: 4, unit: 'hours' }, zone, counted)
  expect(looked.days).toBeLessThan(100)
})

test('afterOpenDuration looks past a holiday of weeks', () => {
  const closed = Array.from({ length: 60 }, (_, day) => new Date(at('2026-12-01') + day * 86_400_000))
  const { counted } = countedHours(closed.map((day) => day.toISOString().slice(0, 10)))
  const monday = at('2026-11-30T22:30:00Z')
  expect(iso(afterOpenDuration(monday, { n: 1, unit: 'hours' }, zone, counted))).toBe('2027-02-01T14:30:00.000Z')
})

test.each([zone, 'Europe/Berlin'])(
  'beforeOpenDuration tells a time whose duration has passed, and at most twice as long ago as is needed, in %s',
  (where) => {
    const duration = { n: 90, unit: 'minutes' } as const
    const begin = at('2026-11-24T00:00:00Z')
    for (let n = 0; n < 24 * 8; n++) {
      const until = begin + n * 3_600_000 + 7 * 60_000
      const since = beforeOpenDuration(until, duration, where, hours)
      expect(afterOpenDuration(since, duration, where, hours)).toBeLessThanOrEqual(until)
      const half = until - (until - since) / 2
      if (until - since > 90 * 60_000) expect(afterOpenDuration(half, duration, where, hours)).toBeGreaterThan(until)
    }
  },
)

test('durationWords and isTooLong', () => {
  expect(durationWords({ n: 1, unit: 'days' })).toBe('1 day')
  expect(durationWords({ n: 48, unit: 'hours' })).toBe('48 hours')
  expect([isTooLong({ n: 365, unit: 'days' }), isTooLong({ n: 8761, unit: 'hours' })]).toEqual([false, true])
})
