import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter } from './calendar.rules.ts'
import { calendarLines } from './calendar-data.suite.ts'
import { type DailyHours, holdsUntil, quietUntil } from './quiet-hours.rules.ts'

const changes = calendarLines('dst_transitions_us.csv')
const MINUTE = 60_000

describe('quietUntil', () => {
  const night = { from: '21:00', to: '08:00' }
  const chicago = 'America/Chicago'
  test.each([
    // The evening, the small hours, the first and the last minute.
    ['2026-11-20T02:59:59Z', night, null],
    ['2026-11-20T03:00:00Z', night, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T08:00:00Z', night, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T13:59:59Z', night, '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T14:00:00Z', night, null],
    // The night is one hour shorter when clocks go forward, and one hour longer when they go back.
    ['2026-03-08T03:00:00Z', night, '2026-03-08T13:00:00.000Z'],
    ['2026-11-01T02:00:00Z', night, '2026-11-01T14:00:00.000Z'],
    // An end that local time skips in the night of the change, and one that it repeats.
    ['2026-03-08T05:00:00Z', { from: '21:00', to: '02:30' }, '2026-03-08T08:00:00.000Z'],
    ['2026-11-01T05:00:00Z', { from: '21:00', to: '01:30' }, '2026-11-01T07:30:00.000Z'],
    // Almost 24 hours: if the pause lies in the skipped hour, that day has no pause.
    ['2026-03-07T18:00:00Z', { from: '02:15', to: '02:00' }, '2026-03-09T07:00:00.000Z'],
    // Within one day.
    ['2026-11-19T18:30:00Z', { from: '12:00', to: '13:00' }, '2026-11-19T19:00:00.000Z'],
    ['2026-11-19T19:30:00Z', { from: '12:00', to: '13:00' }, null],
    // None.
    ['2026-11-20T08:00:00Z', { from: '00:00', to: '00:00' }, null],
  ])('at %s with %j returns %s', (now, hours, end) => {
    expect(quietUntil(new Date(now), chicago, hours)?.toISOString() ?? null).toBe(end)
  })

  test('uses the given zone', () => {
    const now = new Date('2026-11-20T13:30:00Z')
    expect(quietUntil(now, 'America/New_York', night)).toBeNull()
    expect(quietUntil(now, 'America/Los_Angeles', night)?.toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })

  const zone = fc.constantFrom(
    ...new Set(changes.map((change) => change.zone ?? '')),
    'Europe/London',
    'Asia/Kathmandu',
  )
  const time = fc.nat(95).map((slot) => {
    const hour = String(Math.floor(slot / 4)).padStart(2, '0')
    return `${hour}:${String((slot % 4) * 15).padStart(2, '0')}`
  })
  const around = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -40 * 60, max: 40 * 60 }))
    .map(([change, minutes]) => new Date(Date.parse(change.utc_instant ?? '') + minutes * MINUTE))

  test('returns an end after now that stays the same for every time before it', () => {
    fc.assert(
      fc.property(
        around,
        zone,
        time,
        time,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (now, where, from, to, part) => {
          const end = quietUntil(now, where, { from, to })
          if (end === null) return
          expect(end.getTime()).toBeGreaterThan(now.getTime())
          expect(quietUntil(end, where, { from, to })).toBeNull()
          const between = new Date(now.getTime() + Math.floor((end.getTime() - now.getTime()) * part))
          expect(quietUntil(between, where, { from, to })).toEqual(end)
        },
      ),
      { numRuns: 500 },
    )
  })
})

const CHICAGO = 'America/Chicago'
const isWithin = (hours: DailyHours, now: Date, zone: string) => holdsUntil(now, zone, hours) !== null
const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const evening: DailyHours = { from: '18:00', to: '08:00', days: workdays }
const noon: DailyHours = { from: '12:00', to: '13:00', days: workdays }
const weekend: DailyHours = { from: '00:00', to: '00:00', days: ['saturday', 'sunday'] }

// 2026-11-19 is a Thursday; Chicago is 6 hours behind then.
test.each<[string, DailyHours, string, boolean]>([
  ['before it begins', evening, '2026-11-19T23:59:00Z', false],
  ['as it begins', evening, '2026-11-20T00:00:00Z', true],
  ['before midnight', evening, '2026-11-20T05:59:00Z', true],
  ['after midnight', evening, '2026-11-20T06:00:00Z', true],
  ['in its last minute', evening, '2026-11-20T13:59:00Z', true],
  ['as it ends', evening, '2026-11-20T14:00:00Z', false],
  ['on Saturday morning, since it began on Friday', evening, '2026-11-21T12:00:00Z', true],
  ['on Saturday evening, on which it does not begin', evening, '2026-11-22T02:00:00Z', false],
  ['on Monday morning, since it did not begin on Sunday', evening, '2026-11-23T12:00:00Z', false],
  ['within a day, before', noon, '2026-11-19T17:59:00Z', false],
  ['within a day', noon, '2026-11-19T18:30:00Z', true],
  ['within a day, after', noon, '2026-11-19T19:00:00Z', false],
  ['within a day that is not chosen', noon, '2026-11-21T18:30:00Z', false],
  ['around the clock, on its day', weekend, '2026-11-21T18:00:00Z', true],
  ['around the clock, until it ends', weekend, '2026-11-23T05:59:00Z', true],
  ['around the clock, once it ended', weekend, '2026-11-23T06:00:00Z', false],
])('holdsUntil %s [OPEN-031]', (_, quiet, now, expected) => {
  expect(isWithin(quiet, new Date(now), CHICAGO)).toBe(expected)
})

test('holdsUntil uses the given zone [OPEN-031]', () => {
  const now = new Date('2026-11-19T23:30:00Z')
  expect([isWithin(evening, now, 'America/New_York'), isWithin(evening, now, CHICAGO)]).toEqual([true, false])
})

describe('holdsUntil where clocks change', () => {
  // On Sunday, November 1st 2026, 2:00 is 1:00 again; on Sunday, March 8th, 2:00 is 3:00.
  const sunday = (from: string, to: string): DailyHours => ({ from, to, days: ['sunday'] })
  const at = (quiet: DailyHours, ...times: string[]) => times.map((time) => isWithin(quiet, new Date(time), CHICAGO))

  test('includes the repeated hour when clocks go back after the start [OPEN-031]', () => {
    expect(
      at(
        sunday('01:30', '07:00'),
        '2026-11-01T06:29:00Z',
        '2026-11-01T06:30:00Z',
        '2026-11-01T07:10:00Z',
        '2026-11-01T12:59:00Z',
        '2026-11-01T13:00:00Z',
      ),
    ).toEqual([false, true, true, true, false])
  })

  test('ends at the second instant when clocks go back over the end [OPEN-031]', () => {
    expect(
      at(
        sunday('00:00', '01:15'),
        '2026-11-01T06:14:00Z',
        '2026-11-01T06:40:00Z',
        '2026-11-01T07:14:00Z',
        '2026-11-01T07:15:00Z',
      ),
    ).toEqual([true, true, true, false])
  })

  test('uses the moment of the change when clocks skip the start or the end [OPEN-031]', () => {
    expect(at(sunday('02:30', '04:00'), '2026-03-08T07:59:00Z', '2026-03-08T08:00:00Z')).toEqual([false, true])
    expect(at(sunday('01:00', '02:30'), '2026-03-08T07:59:00Z', '2026-03-08T08:00:00Z')).toEqual([true, false])
  })
})

test.each(changes)(
  'holdsUntil follows local time when clocks change at night: $zone, $utc_instant [OPEN-031]',
  (line) => {
    const { zone = '', utc_instant = '', offset_before_min, offset_after_min, local_after = '' } = line
    const night: DailyHours = { from: '22:00', to: '07:00', days: ['saturday'] }
    const sunday = local_after.slice(0, 10)
    const at = (shown: string, day: string, offset: string | undefined) =>
      new Date(Date.parse(`${day}T${shown}:00Z`) - Number(offset) * MINUTE)
    const evening = (shown: string) => at(shown, dayAfter(sunday, -1), offset_before_min)
    const morning = (shown: string) => at(shown, sunday, offset_after_min)
    const within = (time: Date) => isWithin(night, time, zone)
    expect([evening('21:59'), evening('22:00'), morning('06:59'), morning('07:00')].map(within)).toEqual([
      false,
      true,
      true,
      false,
    ])
    const change = Date.parse(utc_instant)
    expect([change - 1000, change, change + 60 * MINUTE].map((ms) => within(new Date(ms)))).toEqual([true, true, true])
  },
)
