import { describe, expect, test } from 'vitest'
import { dueRuns, launchedAt, nextRunOf } from './runs.rules.ts'

const now = new Date('2026-11-19T15:00:00Z')
const moment = { now, timezone: 'America/Chicago' }
const planned = {
  ...{ active: true, frequencyDays: 30, timeOfDay: '10:00', startsOn: null, lastRunAt: null, nextRunAt: null },
}
const next = (fields: object = {}) => nextRunOf({ ...planned, ...fields }, moment)?.toISOString() ?? null

describe('nextRunOf', () => {
  test.each([
    ['no run while it is not active', { active: false }, null],
    ['tomorrow at first', {}, '2026-11-20T16:00:00.000Z'],
    ['the day that it starts on', { startsOn: '2026-12-01' }, '2026-12-01T16:00:00.000Z'],
    ['today if its time is to come', { startsOn: '2026-11-19' }, '2026-11-19T16:00:00.000Z'],
    [
      'a period after a start whose time has passed',
      { startsOn: '2026-11-19', timeOfDay: '08:00' },
      '2026-12-19T14:00:00.000Z',
    ],
    ['the next period of a start long ago', { startsOn: '1900-01-01', frequencyDays: 1 }, '2026-11-19T16:00:00.000Z'],
    ['a period after the last run', { lastRunAt: new Date('2026-11-10T16:00:00Z') }, '2026-12-10T16:00:00.000Z'],
    [
      'whole periods after the last run',
      { lastRunAt: new Date('2026-11-01T16:00:00Z'), frequencyDays: 7 },
      '2026-11-22T16:00:00.000Z',
    ],
    [
      'a new start after the last run',
      { lastRunAt: new Date('2026-11-10T16:00:00Z'), startsOn: '2026-11-25' },
      '2026-11-25T16:00:00.000Z',
    ],
    [
      'the planned first day with a new time',
      { nextRunAt: new Date('2026-11-20T16:00:00Z'), timeOfDay: '12:00' },
      '2026-11-20T18:00:00.000Z',
    ],
  ])('gives %s', (_, fields, expected) => {
    expect(next(fields)).toBe(expected)
  })

  test('keeps the wall time over a change of the clocks', () => {
    const lastRunAt = new Date('2026-10-20T15:00:00Z')
    expect(next({ lastRunAt, frequencyDays: 31 })).toBe('2026-11-20T16:00:00.000Z')
  })

  test('never repeats the day of the last run when the time of day is put later', () => {
    expect(next({ lastRunAt: new Date('2026-11-19T14:00:00Z'), timeOfDay: '17:00', frequencyDays: 1 })).toBe(
      '2026-11-20T23:00:00.000Z',
    )
  })
})

describe('dueRuns', () => {
  const due = (nextRunAt: string, frequencyDays = 1) => {
    const found = dueRuns({ nextRunAt: new Date(nextRunAt), frequencyDays, timeOfDay: '08:00' }, moment)
    return { run: found.run?.toISOString(), missed: found.missed.length, next: found.nextRunAt.toISOString() }
  }

  test('runs what is due and plans the next period', () => {
    expect(due('2026-11-19T14:00:00Z', 30)).toEqual({
      run: '2026-11-19T14:00:00.000Z',
      missed: 0,
      next: '2026-12-19T14:00:00.000Z',
    })
  })

  test('runs once after an outage and counts as missed what is more than a day late', () => {
    expect(due('2026-11-14T14:00:00Z')).toEqual({
      run: '2026-11-19T14:00:00.000Z',
      missed: 5,
      next: '2026-11-20T14:00:00.000Z',
    })
    expect(due('2026-11-18T15:00:00Z', 30)).toMatchObject({ run: '2026-11-18T15:00:00.000Z', missed: 0 })
    expect(due('2026-11-18T14:59:00Z', 30)).toEqual({ run: undefined, missed: 1, next: '2026-12-18T14:00:00.000Z' })
  })

  test('launches the later of two runs that are due, so that nobody gets both at once', () => {
    expect(due('2026-11-18T16:00:00Z')).toMatchObject({ run: '2026-11-19T14:00:00.000Z', missed: 1 })
  })
})

describe('launchedAt', () => {
  const at = (run: string, zone: string) => launchedAt(new Date(run), zone).toISOString()

  test('launches a run when the first clock of the two countries shows its time', () => {
    expect(at('2026-11-20T16:00:00Z', 'America/Chicago')).toBe('2026-11-20T13:30:00.000Z')
    expect(at('2026-11-20T20:00:00Z', 'Pacific/Honolulu')).toBe('2026-11-20T13:30:00.000Z')
    expect(at('2026-11-20T09:00:00Z', 'Europe/Berlin')).toBe('2026-11-20T09:00:00.000Z')
  })
})
