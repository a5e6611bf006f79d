import { describe, expect, test } from 'vitest'
import changeLines from '../../../../../tests/data/calendar/dst_transitions_us.csv?raw'
import { isQuiet } from './quiet.rules.ts'
import type { Quiet } from './settings.rules.ts'

const CHICAGO = 'America/Chicago'
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const evening: Quiet = { from: '18:00', to: '08:00', days: [...weekdays] }
const noon: Quiet = { from: '12:00', to: '13:00', days: [...weekdays] }
const weekend: Quiet = { from: '00:00', to: '00:00', days: ['saturday', 'sunday'] }

// 2026-11-19 is a Thursday; Chicago is 6 hours behind then.
test.each<[string, Quiet, string, boolean]>([
  ['before it begins', evening, '2026-11-19T23:59:00Z', false],
  ['as it begins', evening, '2026-11-20T00:00:00Z', true],
  ['before midnight', evening, '2026-11-20T05:59:00Z', true],
  ['after midnight', evening, '2026-11-20T06:00:00Z', true],
  ['in its last minute', evening, '2026-11-20T13:59:00Z', true],
  ['as it ends', evening, '2026-11-20T14:00:00Z', false],
  ['on Saturday morning, since it began on Friday', evening, '2026-11-21T12:00:00Z', true],
  ['on Saturday evening, on which it does not begin', evening, '2026-11-22T02:00:00Z', false],
  ['on Monday morning, since it did not begin on Sunday', evening, '2026-11-23T12:00:00Z', false],
  ['within a day, before', noon, '2026-11-19T17:59:00Z', false],
  ['within a day', noon, '2026-11-19T18:30:00Z', true],
  ['within a day, after', noon, '2026-11-19T19:00:00Z', false],
  ['within a day that is not chosen', noon, '2026-11-21T18:30:00Z', false],
  ['around the clock, on its day', weekend, '2026-11-21T18:00:00Z', true],
  ['around the clock, until it ends', weekend, '2026-11-23T05:59:00Z', true],
  ['around the clock, once it ended', weekend, '2026-11-23T06:00:00Z', false],
])('[OPEN-031] quiet times %s', (_, quiet, now, expected) => {
  expect(isQuiet(quiet, new Date(now), CHICAGO)).toBe(expected)
})

test('[OPEN-031] the clock is the organization’s, wherever one sits', () => {
  const now = new Date('2026-11-19T23:30:00Z')
  expect([isQuiet(evening, now, 'America/New_York'), isQuiet(evening, now, CHICAGO)]).toEqual([true, false])
})

describe('where clocks change', () => {
  // On Sunday, November 1st 2026, 2:00 is 1:00 again; on Sunday, March 8th, 2:00 is 3:00.
  const sunday = (from: string, to: string): Quiet => ({ from, to, days: ['sunday'] })
  const at = (quiet: Quiet, ...times: string[]) => times.map((time) => isQuiet(quiet, new Date(time), CHICAGO))

  test('[OPEN-031] back: once it began it lasts through the hour that comes twice', () => {
    expect(
      at(
        sunday('01:30', '07:00'),
        '2026-11-01T06:29:00Z',
        '2026-11-01T06:30:00Z',
        '2026-11-01T07:10:00Z',
        '2026-11-01T12:59:00Z',
        '2026-11-01T13:00:00Z',
      ),
    ).toEqual([false, true, true, true, false])
  })

  test('[OPEN-031] back: it ends when the clock shows its end for the last time', () => {
    expect(
      at(
        sunday('00:00', '01:15'),
        '2026-11-01T06:14:00Z',
        '2026-11-01T06:40:00Z',
        '2026-11-01T07:14:00Z',
        '2026-11-01T07:15:00Z',
      ),
    ).toEqual([true, true, true, false])
  })

  test('[OPEN-031] forward: what the clock jumps over is at the jump', () => {
    expect(at(sunday('02:30', '04:00'), '2026-03-08T07:59:00Z', '2026-03-08T08:00:00Z')).toEqual([false, true])
    expect(at(sunday('01:00', '02:30'), '2026-03-08T07:59:00Z', '2026-03-08T08:00:00Z')).toEqual([true, false])
  })
})

// zone, instant, offsets before and after in minutes, what the clock shows then, and whether it skipped or repeats an hour.
const changes = changeLines
  .trimEnd()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(','))

test.each(changes)('[OPEN-031] %s, %s: a quiet night begins and ends by the wall', (zone, instant, ...rest) => {
  const [, , after = ''] = rest
  const night: Quiet = { from: '22:00', to: '07:00', days: ['saturday'] }
  const day = after.slice(0, 10)
  const [before, since] = [Number(rest[0]), Number(rest[1])]
  const at = (time: string, offset: number, date = day) => new Date(Date.parse(`${date}T${time}:00Z`) - offset * 60_000)
  const eve = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const quiet = (time: Date) => isQuiet(night, time, zone ?? '')
  expect(
    [at('21:59', before, eve), at('22:00', before, eve), at('06:59', since), at('07:00', since)].map(quiet),
  ).toEqual([...[false, true, true, false]])
  const change = Date.parse(instant ?? '')
  expect([change - 1000, change, change + 3_600_000].map((ms) => quiet(new Date(ms)))).toEqual([true, true, true])
})
