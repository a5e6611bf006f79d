import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { expect, test, vi } from 'vitest'
import { waitOf, waitWords } from './waiting.rules.ts'

const timezone = 'America/Chicago'
const day = [{ from: '08:00', to: '17:00' }]
const week = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] }
const office = openTime(timezone, { week, closedDays: ['2026-11-26'] })
const allTime = openTime(timezone, null)
/** Monday, 8:11 AM in Chicago. */
const monday = new Date('2026-11-23T14:11:00Z')
const FRIDAY = '2026-11-20T22:50:00Z'

test('waitOf gives the label and the tier of all time when the clinic has no hours', () => {
  const now = new Date('2024-05-10T15:00:00Z')
  const waits = [-5, 0, 5, 14, 15, 59, 60, 64, 1_439, 2_880].map((minutes) =>
    waitOf(new Date(now.getTime() - minutes * 60_000).toISOString(), now, allTime),
  )
  expect(waits.map(({ label }) => label)).toEqual([
    ...['now', 'now', '5m', '14m', '15m', '59m', '1h 00m', '1h 04m', '23h 59m', '2d'],
  ])
  expect(waits.map(({ tier }) => tier)).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 2, 2])
})

test('waitOf counts open time, so that a text of Friday afternoon is amber and not red on Monday morning', () => {
  expect(waitOf(FRIDAY, monday, office)).toEqual({ minutes: 21, tier: 1, label: '21m' })
  expect(waitOf('2026-11-21T18:00:00Z', monday, office)).toEqual({ minutes: 11, tier: 0, label: '11m' })
  expect(waitOf(FRIDAY, monday, allTime)).toMatchObject({ tier: 2, label: '2d' })
  expect(waitOf('2026-11-16T14:00:00Z', monday, office)).toMatchObject({ tier: 2, label: '45h' })
})

test('waitOf gives the same wait for as long as the clinic is closed', () => {
  const at = (iso: string) => waitOf(FRIDAY, new Date(iso), office)
  expect(at('2026-11-20T23:00:00Z')).toEqual(at('2026-11-23T14:00:00Z'))
  expect(at('2026-11-22T12:00:00Z')).toEqual({ minutes: 10, tier: 0, label: '10m' })
})

test.each([
  ['on Monday', FRIDAY, monday, 'Waiting 21 minutes of open time, since Friday 4:50 PM'],
  ['on the same day', '2026-11-23T14:10:00Z', monday, 'Waiting 1 minute of open time, since 8:10 AM'],
  [
    'on the next day while closed',
    FRIDAY,
    new Date('2026-11-21T15:00:00Z'),
    'Waiting 10 minutes of open time, since yesterday 4:50 PM. The clinic is closed now, so the clock stands still.',
  ],
  ['at once', '2026-11-23T14:10:30Z', monday, 'Waiting less than a minute of open time, since 8:10 AM'],
  ['weeks later', '2026-11-05T15:00:00Z', monday, 'Waiting 107 hours 11 minutes of open time, since Nov 5, 9:00 AM'],
])('waitWords say how long and since when: %s', (_title, since, now, words) => {
  expect(waitWords(since, { now, timezone, clinic: office })).toBe(words)
})

test('waitWords leave out open time when the clinic has no hours', () => {
  const since = '2026-11-23T12:06:00Z'
  expect(waitWords(since, { now: monday, timezone, clinic: allTime })).toBe('Waiting 2 hours 5 minutes, since 6:06 AM')
})

test('waitOf computes the openings once for a list of 1,000 rows', () => {
  const clinic = openTime(timezone, { week, closedDays: [] })
  const rows = Array.from({ length: 1_000 }, (_, row) => new Date(monday.getTime() - row * 600_000).toISOString())
  const oldest = rows.at(-1) ?? ''
  waitOf(oldest, monday, clinic)
  const computed = vi.spyOn(Temporal.PlainDateTime, 'from')
  for (const since of rows) waitOf(since, new Date(monday.getTime() + 20_000), clinic)
  expect(computed).not.toHaveBeenCalled()
  computed.mockRestore()
})
