import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  businessDayAfter,
  dayAfter,
  daysBetween,
  isBusinessDay,
  isDay,
  nextWeekday,
  weekdayOf,
  weekdays,
  yearsBefore,
} from './calendar.rules.ts'

const anyDay = fc.integer({ min: -36_524, max: 84_000 }).map((days) => dayAfter('1970-01-01', days))

test('dayAfter counts forward and back over the ends of months and years', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2024-03-01', -1)).toBe('2024-02-29')
  expect(dayAfter('2026-11-19', 0)).toBe('2026-11-19')
})

test.each([
  ['2026-11-24', 18, '2008-11-24'],
  ['2024-02-29', 4, '2020-02-29'],
  ['2024-02-29', 1, '2023-02-28'],
  ['2025-02-28', 1, '2024-02-28'],
  ['2026-11-24', 0, '2026-11-24'],
  ['2026-03-01', 151, '1875-03-01'],
])('yearsBefore takes %s back %d years to %s', (day, years, earlier) => expect(yearsBefore(day, years)).toBe(earlier))

test('daysBetween returns the count with which dayAfter reaches the other day', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
      expect(daysBetween(day, dayAfter(day, days))).toBe(days)
    }),
  )
})

test('weekdayOf agrees with the formatter', () => {
  const long = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(weekdayOf(day)).toBe(long.format(new Date(`${day}T00:00:00Z`)).toLowerCase())
    }),
  )
})

test('nextWeekday returns that weekday within the next seven days', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...weekdays), (day, weekday) => {
      const next = nextWeekday(day, weekday)
      expect(weekdayOf(next)).toBe(weekday)
      expect(daysBetween(day, next)).toBeGreaterThan(0)
      expect(daysBetween(day, next)).toBeLessThanOrEqual(7)
    }),
  )
})

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-11-19T00:00', false],
  ['', false],
])('isDay of %j is %s', (value, is) => {
  expect(isDay(value)).toBe(is)
})

describe('business days', () => {
  const daysOff = { weekend: ['saturday', 'sunday'], holidays: ['2026-11-26', '2026-11-27'] } as const

  test('exclude weekends and holidays', () => {
    const week = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
    expect(week.map((day) => isBusinessDay(day, daysOff))).toEqual([true, false, false, false, false, true])
  })

  test.each([
    ['2026-11-24', 1, '2026-11-25'],
    ['2026-11-24', 2, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-30', -1, '2026-11-25'],
    ['2026-11-28', -3, '2026-11-23'],
    ['2026-11-28', 0, '2026-11-28'],
  ])('from %s %d business days lead to %s', (day, count, expected) => {
    expect(businessDayAfter(day, count, daysOff)).toBe(expected)
  })

  test('businessDayAfter returns the day that is the given number of business days away', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 1, max: 60 }),
        fc.uniqueArray(fc.constantFrom(...weekdays), { maxLength: 6 }),
        (day, count, weekend) => {
          const found = businessDayAfter(day, count, { weekend, holidays: [dayAfter(day, 3)] })
          const passed = Array.from({ length: daysBetween(day, found) }, (_, index) => dayAfter(day, index + 1))
          expect(passed.filter((one) => isBusinessDay(one, { weekend, holidays: [dayAfter(day, 3)] }))).toHaveLength(
            count,
          )
          expect(isBusinessDay(found, { weekend, holidays: [dayAfter(day, 3)] })).toBe(true)
        },
      ),
    )
  })

  test('businessDayAfter throws when the week has no business day', () => {
    expect(() => businessDayAfter('2026-11-24', 1, { weekend: weekdays, holidays: [] })).toThrow(RangeError)
  })
})
