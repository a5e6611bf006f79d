import { expect, test } from 'vitest'
import { nextHoliday } from './holidays.rules.ts'

/** As the Office of Personnel Management lists them. */
test.each([
  ['2026-01-01', '2026-01-01', 'New Year’s Day'],
  ['2026-01-02', '2026-01-19', 'Martin Luther King Jr. Day'],
  ['2026-01-20', '2026-02-16', 'Presidents’ Day'],
  ['2026-05-01', '2026-05-25', 'Memorial Day'],
  ['2027-05-02', '2027-05-31', 'Memorial Day'],
  ['2026-05-26', '2026-06-19', 'Juneteenth'],
  ['2026-06-20', '2026-07-04', 'Independence Day'],
  ['2026-08-20', '2026-09-07', 'Labor Day'],
  ['2026-09-20', '2026-10-12', 'Columbus Day'],
  ['2026-10-13', '2026-11-11', 'Veterans Day'],
  ['2026-11-12', '2026-11-26', 'Thanksgiving'],
  ['2029-11-12', '2029-11-22', 'Thanksgiving'],
  ['2026-11-27', '2026-12-25', 'Christmas Day'],
  ['2026-12-26', '2027-01-01', 'New Year’s Day'],
])('nextHoliday finds after %s the holiday of %s', (from, day, name) => {
  expect(nextHoliday(from, 30)).toEqual({ day, name })
})

test('nextHoliday finds none when the next one is farther away', () => {
  expect(nextHoliday('2026-03-01', 30)).toBeNull()
  expect(nextHoliday('2026-10-27', 14)).toBeNull()
  expect(nextHoliday('2026-10-27', 15)?.day).toBe('2026-11-11')
})
