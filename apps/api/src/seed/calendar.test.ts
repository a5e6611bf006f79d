import { expect, test } from 'vitest'
import { createCalendar } from './calendar.rules.ts'

test("calendar uses the organization's time zone: late on Thursday in Texas is Friday in London [OPEN-031]", () => {
  const calendar = createCalendar('America/Chicago', new Date('2026-11-20T04:30:00Z'))
  const visit = calendar.at(1, '13:30')
  expect(visit.toISOString()).toBe('2026-11-20T19:30:00.000Z')
  expect(calendar.visit(visit)).toBe('Fri, Nov 20 at 1:30 PM')
  expect([1, 2, 3, 4].map((day) => calendar.isWeekend(day))).toEqual([false, true, true, false])
})

test('calendar is correct across a change to daylight saving time', () => {
  const calendar = createCalendar('America/New_York', new Date('2026-03-07T15:00:00Z'))
  expect(calendar.at(0, '09:00').toISOString()).toBe('2026-03-07T14:00:00.000Z')
  expect(calendar.at(1, '09:00').toISOString()).toBe('2026-03-08T13:00:00.000Z')
})
