import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedSince, nextOpening, type OpeningHours } from './opening-hours.rules.ts'

const day = [{ from: '08:00', to: '17:00' }]
const lunch = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const closed = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const week = { ...closed, monday: day, tuesday: lunch, wednesday: day, thursday: day, friday: day }
const hours: OpeningHours = { week, closedDays: ['2026-11-26', '2026-11-27'] }
const around = [{ from: '00:00', to: '24:00' }]
const always = { ...closed, monday: around, tuesday: around, wednesday: around, thursday: around, friday: around }

const at = (iso: string) => new Date(iso)
const since = (iso: string, of = hours) => closedSince(at(iso), 'America/Chicago', of)?.toISOString() ?? null
const next = (iso: string, of = hours) => nextOpening(at(iso), 'America/Chicago', of)?.toISOString() ?? null

describe('closedSince', () => {
  test.each([
    // Thursday: open, the first and the last moment, the evening, the night.
    ['2026-11-19T15:00:00Z', null],
    ['2026-11-19T14:00:00Z', null],
    ['2026-11-19T13:59:59Z', '2026-11-18T23:00:00.000Z'],
    ['2026-11-19T22:59:59Z', null],
    ['2026-11-19T23:00:00Z', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20T08:00:00Z', '2026-11-19T23:00:00.000Z'],
    // Lunch on a Tuesday.
    ['2026-11-24T18:30:00Z', '2026-11-24T18:00:00.000Z'],
    ['2026-11-24T19:00:00Z', null],
    // A weekend is one closing.
    ['2026-11-20T23:30:00Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-22T18:00:00Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-23T13:00:00Z', '2026-11-20T23:00:00.000Z'],
    // A holiday with the bridge day and the weekend after it is one closing.
    ['2026-11-29T18:00:00Z', '2026-11-25T23:00:00.000Z'],
    ['2026-11-30T15:00:00Z', null],
    // Across DST changes: closed on Friday at 17:00 and open on Monday at 8:00 local time.
    ['2026-03-09T12:59:59Z', '2026-03-06T23:00:00.000Z'],
    ['2026-03-09T13:00:00Z', null],
    ['2026-11-02T13:59:59Z', '2026-10-30T22:00:00.000Z'],
    ['2026-11-02T14:00:00Z', null],
  ])('at %s answers %s', (now, closing) => {
    expect(since(now)).toBe(closing)
  })

  test('returns the Unix epoch when the clinic never opens, and null at midnight when it never closes', () => {
    expect(since('2026-11-19T15:00:00Z', { week: closed, closedDays: [] })).toBe('1970-01-01T00:00:00.000Z')
    const open = { week: { ...always, saturday: around, sunday: around }, closedDays: [] }
    for (const now of ['2026-11-20T06:00:00Z', '2026-11-20T05:59:59Z', '2026-11-01T06:30:00Z', '2026-03-08T08:00:00Z'])
      expect(since(now, open)).toBeNull()
  })

  test('returns the same time for as long as the clinic stays closed', () => {
    const minute = fc.integer({
      min: Date.parse('2026-01-01T00:00:00Z') / 60_000,
      max: Date.parse('2027-01-01T00:00:00Z') / 60_000,
    })
    fc.assert(
      fc.property(minute, (one) => {
        const now = at(new Date(one * 60_000).toISOString())
        const closing = closedSince(now, 'America/Chicago', hours)
        if (closing === null) return
        expect(closing <= now).toBe(true)
        expect(closedSince(closing, 'America/Chicago', hours)).toEqual(closing)
        expect(closedSince(new Date(closing.getTime() - 1), 'America/Chicago', hours)).toBeNull()
      }),
    )
  })
})

describe('nextOpening', () => {
  test.each([
    // The clinic is open, and before it opens on the same day.
    ['2026-11-19T15:00:00Z', '2026-11-19T15:00:00.000Z'],
    ['2026-11-19T13:59:59Z', '2026-11-19T14:00:00.000Z'],
    // The evening, lunch, the weekend, and the holiday with the days off after it.
    ['2026-11-19T23:00:00Z', '2026-11-20T14:00:00.000Z'],
    ['2026-11-24T18:30:00Z', '2026-11-24T19:00:00.000Z'],
    ['2026-11-20T23:00:00Z', '2026-11-23T14:00:00.000Z'],
    ['2026-11-25T23:00:00Z', '2026-11-30T14:00:00.000Z'],
    // The weekends on which the clocks change.
    ['2026-03-07T18:00:00Z', '2026-03-09T13:00:00.000Z'],
    ['2026-10-31T18:00:00Z', '2026-11-02T14:00:00.000Z'],
  ])('at %s answers %s', (now, opening) => {
    expect(next(now)).toBe(opening)
  })

  test('returns null when the clinic never opens', () => {
    expect(next('2026-11-19T15:00:00Z', { week: closed, closedDays: [] })).toBeNull()
  })

  test('skips an opening when it lies within the hour that clocks skip', () => {
    const sunday = [{ from: '02:15', to: '02:45' }]
    const of = { week: { ...closed, sunday }, closedDays: [] }
    expect(next('2026-03-08T07:00:00Z', of)).toBe('2026-03-15T07:15:00.000Z')
    expect(since('2026-03-08T09:00:00Z', of)).toBe('2026-03-01T08:45:00.000Z')
  })

  test('returns the first time at which closedSince returns null', () => {
    const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
    fc.assert(
      fc.property(minute, (one) => {
        const now = new Date(one * 60_000).toISOString()
        const opening = next(now) ?? ''
        expect(opening === now).toBe(since(now) === null)
        expect(opening >= now).toBe(true)
        expect(since(opening)).toBeNull()
        const before = new Date(Date.parse(opening) - 1).toISOString()
        expect(opening === now || since(before) === since(now)).toBe(true)
      }),
    )
  })
})
