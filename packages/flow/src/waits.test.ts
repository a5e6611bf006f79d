import { chatFacts } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import { untilMs } from './waits.ts'

const HOUR = 3_600_000

test.each([
  // Clocks go back on November 1, 2026 and forward on March 14, 2027.
  ['2026-10-31T14:00:00Z', { day: 'tomorrow', time: '09:00' }, 25],
  ['2027-03-13T15:00:00Z', { day: 'tomorrow', time: '09:00' }, 23],
  ['2026-11-12T15:00:00Z', { day: 'today', time: '10:00' }, 1],
  ['2026-11-12T15:00:00Z', { day: 'today', time: '08:00' }, 0],
  ['2026-11-12T15:00:00Z', { day: 'thursday', time: '10:00' }, 1],
  ['2026-11-12T15:00:00Z', { day: 'thursday', time: '08:00' }, 7 * 24 - 1],
  ['2026-11-12T15:00:00Z', { day: 'wednesday', time: '09:00' }, 6 * 24],
  ['2026-11-13T05:30:00Z', { day: 'friday', time: '00:00' }, 0.5],
] as const)('untilMs from %s until %j is %d hours', (now, until, hours) => {
  expect(untilMs(until, { ...chatFacts, now })).toBe(hours * HOUR)
})

test('untilMs waits for the next opening, for nothing when it is open, and for a day when none is known', () => {
  const closed = { ...chatFacts, open: false }
  expect(untilMs('nextOpen', chatFacts)).toBe(0)
  expect(untilMs('nextOpen', { ...closed, opensAt: '2026-11-12T17:00:00Z' })).toBe(2 * HOUR)
  expect(untilMs('nextOpen', { ...closed, opensAt: '2026-11-12T13:00:00Z' })).toBe(0)
  expect(untilMs('nextOpen', closed)).toBe(24 * HOUR)
})
