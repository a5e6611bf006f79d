import { expect, test } from 'vitest'
import { dateLabel, momentLabel, untilLabel } from './times.rules.ts'

const now = new Date('2026-11-19T15:16:00Z')
const zone = 'America/Chicago'

test('moments are the organization’s, and say their day where it is another one', () => {
  expect(momentLabel('2026-11-19T15:05:00Z', now, zone)).toBe('9:05 AM')
  expect(momentLabel('2026-11-19T04:05:00Z', now, zone)).toBe('Yesterday, 10:05 PM')
  expect(dateLabel('2026-11-19T15:05:00Z', now, zone)).toBe('today')
  expect(dateLabel('2026-11-19T04:05:00Z', now, zone)).toBe('yesterday')
  expect(dateLabel('2025-11-17T15:05:00Z', now, zone)).toMatch(/2025/)
  expect(untilLabel('2026-11-26T04:05:00Z', now, zone)).toMatch(/Nov 25|11\/25/)
  expect(untilLabel('2026-11-19T23:05:00Z', now, zone)).toBe('today, 5:05 PM')
})
