import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { expect, test } from 'vitest'
import { answeredOf } from './done.rules.ts'

const ZONE = 'America/Chicago'
const always = openTime(ZONE, null)
/** Monday to Friday from 8:00 to 17:00. */
const workdays = openTime(ZONE, inboxSetting.default.businessHours)
const wait = (began: string, minutes: number) => ({
  began: new Date(began),
  answered: new Date(Date.parse(began) + minutes * 60_000),
})
const noon = (minutes: number) => wait('2026-11-20T18:00:00Z', minutes)

test.each<[string, readonly number[], number | null]>([
  ['is unknown without a wait', [], null],
  ['is the only wait', [7], 7],
  ['is the middle one of an odd number', [60, 2, 9], 9],
  ['lies between the middle ones of an even number', [60, 2, 9, 4], 7],
])('the typical wait %s', (_title, minutes, typicalMinutes) => {
  expect(answeredOf(minutes.map(noon), always)).toEqual({ answered: minutes.length, typicalMinutes })
})

test('answeredOf counts the open minutes of the clinic only', () => {
  // From Friday at 16:50 until Monday at 8:04, and an evening on which the clinic is closed.
  const overWeekend = wait('2026-11-20T22:50:00Z', 3_794)
  expect(answeredOf([overWeekend], workdays)).toEqual({ answered: 1, typicalMinutes: 14 })
  expect(answeredOf([wait('2026-11-20T23:30:00Z', 20)], workdays).typicalMinutes).toBe(0)
  expect(answeredOf([overWeekend], always).typicalMinutes).toBe(3_794)
})
