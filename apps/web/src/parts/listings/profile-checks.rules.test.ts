import { type Weekday, weekdays } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import type { OpeningHours } from '@foyer/contracts/time/opening-hours.rules.ts'
import { expect, test } from 'vitest'
import { profileChecks } from './profile-checks.rules.ts'

const WORKDAYS = weekdays.slice(0, 5)
const period = (openDay: Weekday, from: number, to: number, closeDay = openDay) => ({
  ...{ openDay, openTime: { hours: from }, closeDay, closeTime: to === 0 ? {} : { hours: to } },
})
const listing = (facts: Partial<Listing> = {}): Listing => ({
  regularHours: { periods: WORKDAYS.map((day) => period(day, 8, 17)) },
  ...facts,
})
const work = [{ from: '08:00', to: '17:00' }]
const inboxHours: OpeningHours = {
  week: {
    ...{ monday: work, tuesday: work, wednesday: work, thursday: work, friday: work },
    ...{ saturday: [], sunday: [] },
  },
  closedDays: [],
}
const check = (id: string, one: Listing, around: Partial<Parameters<typeof profileChecks>[1]> = {}) =>
  profileChecks(one, { today: '2026-11-19', inboxHours, ...around }).find((found) => found.id === id)

test('profile check says that the hours at Google are those of the inbox, or differ [REV-01]', () => {
  expect(check('inbox', listing())).toMatchObject({ isGood: true, label: 'Hours match those of the inbox' })
  const longer = listing({ regularHours: { periods: WORKDAYS.map((day) => period(day, 8, 18)) } })
  expect(check('inbox', longer)).toMatchObject({ isGood: false, label: 'Hours differ from those of the inbox' })
})

test('profile check takes the same time open for the same hours, however it is written [REV-01]', () => {
  const halves = listing({
    regularHours: { periods: WORKDAYS.flatMap((day) => [period(day, 12, 17), period(day, 8, 12)]) },
  })
  expect(check('inbox', halves)?.isGood).toBe(true)
  const late = { ...inboxHours, week: { ...inboxHours.week, sunday: [{ from: '20:00', to: '24:00' }] } }
  for (const sunday of [period('SUNDAY', 20, 24), period('SUNDAY', 20, 0, 'MONDAY')]) {
    const one = listing({ regularHours: { periods: [...WORKDAYS.map((day) => period(day, 8, 17)), sunday] } })
    expect(check('inbox', one, { inboxHours: late })?.isGood).toBe(true)
    expect(check('inbox', one)?.isGood).toBe(false)
  }
})

test('profile check of the inbox’s hours is left out when there are none to compare [REV-01]', () => {
  expect(check('inbox', listing(), { inboxHours: null })).toBeUndefined()
  expect(check('inbox', listing({ regularHours: { periods: [] } }))).toBeUndefined()
})

test('profile check offers to close on the next federal holiday within 30 days that has no hours [REV-01]', () => {
  const day = { year: 2026, month: 11, day: 26 }
  expect(check('holiday', listing())).toEqual({
    ...{ id: 'holiday', isGood: false, label: 'Thanksgiving hours are not set', closes: '2026-11-26' },
  })
  const closed = listing({ specialHours: { specialHourPeriods: [{ startDate: day, closed: true }] } })
  expect(check('holiday', closed)).toEqual({ id: 'holiday', isGood: true, label: 'Thanksgiving hours are set' })
  expect(check('holiday', listing(), { today: '2026-03-01' })).toBeUndefined()
})

test('profile check asks for no hours of a holiday on which the location is closed in any week [REV-01]', () => {
  // July 4, 2026 is a Saturday.
  expect(check('holiday', listing(), { today: '2026-06-20' })).toBeUndefined()
  expect(check('holiday', listing({ regularHours: { periods: [] } }), { today: '2026-06-20' })?.isGood).toBe(false)
})
