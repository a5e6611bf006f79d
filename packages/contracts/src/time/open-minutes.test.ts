/** The open time between two instants. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from './calendar.rules.ts'
import { closedSince, type OpeningHours, openMinutesBetween, openTime } from './opening-hours.rules.ts'

const CHICAGO = 'America/Chicago'
const MINUTE_MS = 60_000
const at = (iso: string) => new Date(iso)

const day = [{ from: '08:00', to: '17:00' }]
const lunch = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const week = { ...closed, monday: day, tuesday: lunch, wednesday: day, thursday: day, friday: day }
const hours: OpeningHours = { week, closedDays: ['2026-11-26', '2026-11-27'] }
const night = {
  week: { ...closed, saturday: [{ from: '22:00', to: '24:00' }], sunday: [{ from: '00:00', to: '08:00' }] },
}
const nights: OpeningHours = { ...night, closedDays: [] }

describe('openMinutesBetween', () => {
  test.each([
    ['within one opening', '2026-11-19T15:00:00Z', '2026-11-19T15:21:30Z', 21.5],
    ['from Friday 16:50 to Monday 8:11', '2026-11-20T22:50:00Z', '2026-11-23T14:11:00Z', 21],
    ['over lunch on a Tuesday', '2026-11-24T17:30:00Z', '2026-11-24T19:30:00Z', 60],
    ['over a holiday, the day after it and a weekend', '2026-11-25T22:00:00Z', '2026-11-30T15:00:00Z', 120],
    ['within a weekend', '2026-11-21T01:00:00Z', '2026-11-22T23:00:00Z', 0],
    ['to an earlier time', '2026-11-19T16:00:00Z', '2026-11-19T15:00:00Z', 0],
    ['over a whole week', '2026-11-16T06:00:00Z', '2026-11-23T06:00:00Z', 4 * 540 + 480],
  ])('counts the open minutes %s', (_title, from, to, minutes) => {
    expect(openMinutesBetween(at(from), at(to), CHICAGO, hours)).toBe(minutes)
  })

  test('counts the hours that really pass on both nights on which clocks change', () => {
    const between = (from: string, to: string) => openMinutesBetween(at(from), at(to), CHICAGO, nights)
    expect(between('2026-03-07T12:00:00Z', '2026-03-09T12:00:00Z')).toBe(9 * 60)
    expect(between('2026-10-31T12:00:00Z', '2026-11-02T12:00:00Z')).toBe(11 * 60)
    expect(between('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toBe(10 * 60)
  })

  test('counts an hour that clocks repeat once when two openings share it', () => {
    const sunday = [
      { from: '00:30', to: '01:30' },
      { from: '01:30', to: '02:30' },
    ]
    const split = { week: { ...closed, sunday }, closedDays: [] }
    expect(openMinutesBetween(at('2026-11-01T00:00:00Z'), at('2026-11-02T00:00:00Z'), CHICAGO, split)).toBe(3 * 60)
  })

  test('counts all time when the clinic has no hours', () => {
    const [from, to] = [at('2026-11-21T00:00:00Z'), at('2026-11-22T00:00:30Z')]
    expect(openMinutesBetween(from, to, CHICAGO, null)).toBe(1440.5)
    expect(openMinutesBetween(from, to, CHICAGO, { week: closed, closedDays: [] })).toBe(1440.5)
    expect(openMinutesBetween(to, from, CHICAGO, null)).toBe(0)
  })
})

/** Zones whose clocks change by an hour, by half an hour, at midnight, and not at all. */
const zone = fc.constantFrom(CHICAGO, 'Australia/Lord_Howe', 'America/Havana', 'Atlantic/Azores', 'Asia/Kolkata')
const quarter = fc.integer({ min: 0, max: 96 })
const spans = fc.uniqueArray(quarter, { maxLength: 6 }).map((list) => {
  const times = list
    .toSorted((left, right) => left - right)
    .map((one) => `${String(Math.floor(one / 4)).padStart(2, '0')}:${String((one % 4) * 15).padStart(2, '0')}`)
  return times.flatMap((from, index) => {
    const to = times[index + 1]
    return index % 2 === 0 && to !== undefined ? [{ from, to }] : []
  })
})
const anyHours: fc.Arbitrary<OpeningHours> = fc.record({
  week: fc.tuple(spans, spans, spans, spans, spans, spans, spans).map((list) => {
    const filled = Object.fromEntries(weekdays.map((name, index) => [name, list[index] ?? []]))
    return { ...filled, wednesday: day } as unknown as OpeningHours['week']
  }),
  closedDays: fc.uniqueArray(fc.constantFrom('2026-03-08', '2026-10-31', '2026-11-02'), { maxLength: 2 }),
})
/** Every second one lies within a day of a change of the clock. */
const CHANGES = ['2026-03-08T08:00:00Z', '2026-11-01T07:00:00Z', '2026-04-04T15:00:00Z', '2026-10-25T01:00:00Z']
const minute = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE_MS, max: Date.UTC(2027, 0, 1) / MINUTE_MS }),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -1440, max: 1440 }))
    .map(([change, away]) => Date.parse(change) / MINUTE_MS + away),
)
const dateOf = (one: number) => new Date(one * MINUTE_MS)

describe('openTime', () => {
  test('is additive and monotone, and never counts more than the time that passes', () => {
    const three = fc.tuple(minute, minute, minute).map((list) => list.toSorted((left, right) => left - right))
    fc.assert(
      fc.property(zone, anyHours, three, (where, of, [a = 0, b = 0, c = 0]) => {
        const between = (from: number, to: number) => openMinutesBetween(dateOf(from), dateOf(to), where, of)
        expect(between(a, b) + between(b, c)).toBe(between(a, c))
        expect(between(a, b)).toBeGreaterThanOrEqual(0)
        expect(between(a, b)).toBeLessThanOrEqual(b - a)
      }),
    )
  })

  test('equals a count of the single minutes at which closedSince says that the clinic is open', () => {
    fc.assert(
      fc.property(zone, anyHours, minute, fc.integer({ min: 0, max: 400 }), (where, of, from, length) => {
        let open = 0
        for (let one = from; one < from + length; one += 1) if (closedSince(dateOf(one), where, of) === null) open += 1
        expect(openMinutesBetween(dateOf(from), dateOf(from + length), where, of)).toBe(open)
        expect(openTime(where, of).isOpen(from * MINUTE_MS)).toBe(closedSince(dateOf(from), where, of) === null)
      }),
      { numRuns: 60 },
    )
  })

  test('answers the same in whatever order it is asked', () => {
    fc.assert(
      fc.property(zone, anyHours, fc.array(fc.tuple(minute, minute), { maxLength: 6 }), (where, of, asked) => {
        const kept = openTime(where, of)
        for (const [from, to] of asked)
          expect(kept.minutesBetween(from * MINUTE_MS, to * MINUTE_MS)).toBe(
            openMinutesBetween(dateOf(from), dateOf(to), where, of),
          )
      }),
    )
  })

  test('keeps the order of waits: who waits since earlier has waited at least as many open minutes', () => {
    fc.assert(
      fc.property(zone, anyHours, minute, minute, minute, (where, of, one, other, now) => {
        const { minutesBetween } = openTime(where, of)
        const [earlier, later] = [Math.min(one, other) * MINUTE_MS, Math.max(one, other) * MINUTE_MS]
        expect(minutesBetween(earlier, now * MINUTE_MS)).toBeGreaterThanOrEqual(minutesBetween(later, now * MINUTE_MS))
      }),
    )
  })
})
