import { expect, test } from 'vitest'
import { agoLabel, clockLabel, dayLabel, dayTitle, slotLabel, spanLabel } from './day-labels.rules.ts'

const today = '2026-11-19'

test('dayLabel and dayTitle name the day of the week, and the year when it is another one', () => {
  expect(dayLabel('2026-11-18', today)).toBe('Wed, Nov 18')
  expect(dayLabel('2025-11-18', today)).toBe('Tue, Nov 18, 2025')
  expect(dayTitle(today, today)).toBe('Today, Thu Nov 19')
  expect(dayTitle('2026-11-20', today)).toBe('Fri, Nov 20')
})

test.each([
  ['2026-11-19', '2026-11-19', 'Nov 19'],
  ['2026-11-19', '2026-11-25', 'Nov 19 – Nov 25'],
  ['2026-11-19', null, 'From Nov 19'],
  [null, '2026-11-19', 'Until Nov 19'],
  [null, null, 'All days'],
])('spanLabel of %s to %s is "%s"', (from, to, label) => {
  expect(spanLabel(from, to, today)).toBe(label)
})

test.each([
  ['07:00', '7:00', '7:00 AM'],
  ['09:30', '9:30', '9:30 AM'],
  ['12:00', '12:00', '12:00 PM'],
  ['13:05', '1:05', '1:05 PM'],
  ['18:30', '6:30', '6:30 PM'],
  ['19:00', '7:00 PM', '7:00 PM'],
  ['06:30', '6:30 AM', '6:30 AM'],
  ['00:00', '12:00 AM', '12:00 AM'],
])('slotLabel of %s is "%s", and clockLabel is "%s"', (time, slot, clock) => {
  expect([slotLabel(time), clockLabel(time)]).toEqual([slot, clock])
})

test('agoLabel counts days on the calendar of the zone', () => {
  const now = new Date('2026-11-19T15:16:00Z')
  const label = (at: string) => agoLabel(at, now, 'America/Chicago')
  expect(label('2026-11-19T14:40:00Z')).toBe('8:40 AM')
  expect(label('2026-11-19T05:59:00Z')).toBe('yesterday')
  expect(label('2026-11-17T15:00:00Z')).toBe('2 days ago')
  expect(label('2026-11-12T15:00:00Z')).toBe('Nov 12')
})
