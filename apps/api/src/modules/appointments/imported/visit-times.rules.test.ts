import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { describe, expect, test } from 'vitest'
import { timesAfter } from './visit-times.rules.ts'

const ZONE = 'America/Chicago'
type Wall = readonly [day: string, time: string]
const at = ([day, time]: Wall) => instantAt({ day, time }, ZONE)
const stored = (starts: Wall, ends: Wall) => ({ startsAt: at(starts), endsAt: at(ends) })
const short = stored(['2026-12-04', '09:30'], ['2026-12-04', '09:50'])

const shown = (row: Readonly<Record<string, string>>, before?: ReturnType<typeof stored>) => {
  const { startsAt, endsAt } = timesAfter(row, before, ZONE)
  return [startsAt, endsAt].map((one) => (one ? Object.values(wallTime(one, ZONE)).join(' ') : null))
}

describe('timesAfter', () => {
  test('leaves out the times that neither the row nor the store has', () => {
    expect(timesAfter({ endTime: '10:00' }, undefined, ZONE)).toEqual({})
    expect(shown({ appointmentDate: '2026-12-04', startTime: '09:30' })).toEqual(['2026-12-04 09:30', null])
  })

  test('keeps the length of a visit when the row moves it and names no end', () => {
    expect(shown({ startTime: '11:00' }, short)).toEqual(['2026-12-04 11:00', '2026-12-04 11:20'])
    expect(shown({ startTime: '08:00' }, short)).toEqual(['2026-12-04 08:00', '2026-12-04 08:20'])
    expect(shown({ appointmentDate: '2026-12-07' }, short)).toEqual(['2026-12-07 09:30', '2026-12-07 09:50'])
  })

  test('keeps the minutes of a visit that is moved over the change of the clock', () => {
    expect(shown({ appointmentDate: '2027-03-14', startTime: '01:50' }, short)).toEqual([
      '2027-03-14 01:50',
      '2027-03-14 03:10',
    ])
  })

  test('takes the end that the row names', () => {
    expect(shown({ endTime: '10:30' }, short)).toEqual(['2026-12-04 09:30', '2026-12-04 10:30'])
    expect(shown({ startTime: '11:00', endTime: '11:45' }, short)).toEqual(['2026-12-04 11:00', '2026-12-04 11:45'])
  })

  test('ends a visit on a later day as before, unless its row names times of one day', () => {
    const late = stored(['2026-12-04', '23:30'], ['2026-12-05', '00:30'])
    expect(shown({ startTime: '23:00', endTime: '00:30' }, late)).toEqual(['2026-12-04 23:00', '2026-12-05 00:30'])
    expect(shown({ startTime: '09:00', endTime: '10:00' }, late)).toEqual(['2026-12-04 09:00', '2026-12-04 10:00'])
    const stay = stored(['2026-12-04', '09:00'], ['2026-12-06', '11:00'])
    expect(shown({ appointmentDate: '2026-12-05', startTime: '10:00', endTime: '11:00' }, stay)).toEqual([
      '2026-12-05 10:00',
      '2026-12-07 11:00',
    ])
  })

  test('keeps a stored time that the clock shows for the second time', () => {
    const first = at(['2026-11-01', '01:30'])
    const second = { startsAt: new Date(first.getTime() + 3_600_000), endsAt: new Date(first.getTime() + 4_200_000) }
    const row = { appointmentDate: '2026-11-01', startTime: '01:30' }
    expect(timesAfter(row, second, ZONE)).toEqual(second)
    expect(timesAfter({ ...row, endTime: '01:40' }, second, ZONE)).toEqual(second)
  })
})
