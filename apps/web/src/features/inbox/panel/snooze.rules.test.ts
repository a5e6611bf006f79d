import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { expect, test } from 'vitest'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { pickedErrors, snoozeChoices } from './snooze.rules.ts'

const CHICAGO = 'America/Chicago'
const said = (now: string, timezone = CHICAGO) =>
  snoozeChoices(new Date(now), timezone).map(({ label, until }) => [label, until])

test('snoozeChoices offers every preset on a Thursday morning, in the clinic’s time [OPEN-031]', () => {
  expect(said('2026-11-19T15:16:00Z')).toEqual([
    ['In 1 hour', '2026-11-19T16:16:00.000Z'],
    ['This afternoon', '2026-11-19T19:00:00.000Z'],
    ['Tomorrow 8:00 AM', '2026-11-20T14:00:00.000Z'],
    ['Monday 8:00 AM', '2026-11-23T14:00:00.000Z'],
  ])
})

test('snoozeChoices counts days in the clinic’s zone and not in UTC [OPEN-031]', () => {
  // 21:30 on the 19th in Chicago.
  expect(said('2026-11-20T03:30:00Z').map(([, until]) => until)).toEqual([
    '2026-11-20T04:30:00.000Z',
    '2026-11-20T14:00:00.000Z',
    '2026-11-23T14:00:00.000Z',
  ])
})

test('snoozeChoices leaves out an afternoon that has begun and a Monday that is tomorrow', () => {
  expect(said('2026-11-22T20:00:00Z').map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow 8:00 AM'])
})

test('snoozeChoices offers the next Monday when it is Monday', () => {
  expect(said('2026-11-23T15:00:00Z').at(-1)).toEqual(['Monday 8:00 AM', '2026-11-30T14:00:00.000Z'])
})

test('snoozeChoices keeps eight o’clock across a clock change', () => {
  // The clocks go back on November 1, 2026.
  expect(said('2026-10-31T15:00:00Z')[2]).toEqual(['Tomorrow 8:00 AM', '2026-11-01T14:00:00.000Z'])
})

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
