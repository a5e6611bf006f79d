import { expect, test } from 'vitest'
import { createCalendar } from './calendar.rules.ts'

test('[OPEN-031] days are those of the organization: late on Thursday in Texas it is Friday in London', () => {
  const calendar = createCalendar('America/Chicago', new Date('2026-11-20T04:30:00Z'))
  const visit = calendar.at(1, '13:30')
  expect(visit.toISOString()).toBe('2026-11-20T19:30:00.000Z')
  expect(calendar.visit(visit)).toBe('Fri, Nov 20 at 1:30 PM')
  expect([1, 2, 3, 4].map((day) => calendar.isWeekend(day))).toEqual([false, true, true, false])
})

test('the clocks may change between today and then', () => {
  const calendar = createCalendar('America/New_York', new Date('2026-03-07T15:00:00Z'))
  expect(calendar.at(0, '09:00').toISOString()).toBe('2026-03-07T14:00:00.000Z')
  expect(calendar.at(1, '09:00').toISOString()).toBe('2026-03-08T13:00:00.000Z')
})
