import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { expect, test } from 'vitest'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { pickedErrors } from './snooze.rules.ts'

const CHICAGO = 'America/Chicago'

test('instantAt and wallTime are inverse for every day of a year except in the skipped hour', () => {
  const lost: string[] = []
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
    for (const time of ['00:00', '02:30', '12:00', '23:30']) {
      const wall = { day: new Date(day).toISOString().slice(0, 10), time }
      const found = wallTime(instantAt(wall, CHICAGO), CHICAGO)
      if (found.day !== wall.day || found.time !== wall.time) lost.push(`${wall.day} ${wall.time}: ${found.time}`)
    }
  }
  expect(lost).toEqual(['2026-03-08 02:30: 03:00'])
})

const now = new Date('2026-11-19T15:16:00Z')
const wrong = (day: string, time: string) => pickedErrors({ day, time }, now, CHICAGO)
const none = { day: undefined, time: undefined }

test('pickedErrors accepts a day and a time in the clinic’s zone [RULE-18]', () => {
  expect(wrong('2026-11-19', '09:30')).toEqual(none)
  expect(wrong('2027-11-19', '08:00')).toEqual(none)
  expect(instantAt({ day: '2026-11-19', time: '09:30' }, CHICAGO).toISOString()).toBe('2026-11-19T15:30:00.000Z')
})

test('pickedErrors names the field that is wrong [RULE-18] [OPEN-041]', () => {
  expect(wrong('2026-11-19', '9:30')).toEqual({ ...none, time: 'Time must be HH:MM' })
  expect(wrong('', '')).toEqual({ day: 'Choose a day', time: 'Time must be HH:MM' })
  expect(wrong('2026-11-18', '09:30')).toEqual({ ...none, day: 'Choose today or a later day' })
  expect(wrong('2027-12-01', '09:30')).toEqual({ ...none, day: 'Choose a day in the coming year' })
  expect(wrong('2026-11-19', '09:16')).toEqual({ ...none, time: 'This time has passed. Choose a later one' })
})

test('momentLabel names the day unless it is today [INBOX-19] [INBOX-20] [INBOX-21]', () => {
  const label = (instant: string) => momentLabel(instant, now, CHICAGO)
  expect(label('2026-11-19T15:05:00Z')).toBe('9:05 AM')
  expect(label('2026-11-18T15:05:00Z')).toBe('Yesterday, 9:05 AM')
  expect(label('2026-11-20T14:00:00Z')).toBe('Tomorrow, 8:00 AM')
  expect(label('2026-11-23T14:00:00Z')).toBe('Mon, Nov 23, 8:00 AM')
  expect(label('2026-11-01T14:00:00Z')).toBe('Nov 1, 8:00 AM')
  expect(label('2025-11-01T14:00:00Z')).toBe('Nov 1, 2025, 9:00 AM')
})
