import { expect, test } from 'vitest'
import { pastTime } from './past-time.rules.ts'

test('what was said on another day says on which, by the clock of the organization', () => {
  const at = new Date('2026-11-20T03:30:00Z')
  const read = (now: string) => pastTime(at, new Date(now), 'America/Chicago')
  expect([read('2026-11-20T05:59:00Z'), read('2026-11-20T06:00:00Z'), read('2026-11-21T06:00:00Z')]).toEqual([
    '9:30 PM',
    'Yesterday, 9:30 PM',
    'Nov 19, 9:30 PM',
  ])
})
