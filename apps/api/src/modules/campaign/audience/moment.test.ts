import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedAt } from '../../outbound/night.rules.ts'
import { leavesAt, type Schedule, scheduledFor } from './moment.rules.ts'

const CHICAGO = 'America/Chicago'
/** The zones of the demo's patients, and some whose clocks are odd. */
const ZONES = [
  ...[CHICAGO, 'America/New_York', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix', 'America/Anchorage'],
  ...['Pacific/Honolulu', 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns'],
] as const
const NONE = { from: '00:00', to: '00:00' }
const at = (text: string) => new Date(`${text}Z`)
const schedule = (scheduledAt: string | null, more: Partial<Schedule> = {}): Schedule => ({
  ...{ clock: 'patient', timezone: CHICAGO, scheduledAt: scheduledAt === null ? null : at(scheduledAt) },
  ...more,
})
const isNight = (instant: Date, zone: string) => {
  const { time } = wallTime(instant, zone)
  return time < '08:00' || time >= '21:00'
}

describe('scheduledFor', () => {
  test.each([
    [CHICAGO, '2026-11-20T15:30'],
    ['America/New_York', '2026-11-20T14:30'],
    ['America/Denver', '2026-11-20T16:30'],
    ['America/Los_Angeles', '2026-11-20T17:30'],
    ['America/Phoenix', '2026-11-20T16:30'],
    ['Asia/Kolkata', '2026-11-20T04:00'],
  ])("means 9:30 AM of the patient's own morning in %s", (zone, expected) => {
    expect(scheduledFor(schedule('2026-11-20T15:30'), zone)).toEqual(at(expected))
  })

  test('means one instant for all on the clock of the organization, and none without a time', () => {
    const noon = schedule('2026-11-20T18:00', { clock: 'organization' })
    expect(ZONES.map((zone) => scheduledFor(noon, zone))).toEqual(ZONES.map(() => at('2026-11-20T18:00')))
    expect(scheduledFor(schedule(null), 'America/Denver')).toBeNull()
  })

  test.each([
    // 2:30 AM of March 8, 2026 does not exist where clocks go forward at 2:00, and does in Phoenix.
    ['America/Phoenix', 'America/Phoenix', '2026-03-08T09:30', '2026-03-08T09:30'],
    ['America/Phoenix', CHICAGO, '2026-03-08T09:30', '2026-03-08T08:00'],
    ['America/Phoenix', 'America/Denver', '2026-03-08T09:30', '2026-03-08T09:00'],
    // 1:30 AM of November 1, 2026 comes twice where clocks go back at 2:00.
    ['America/Phoenix', CHICAGO, '2026-11-01T08:30', '2026-11-01T06:30'],
    ['America/Phoenix', 'America/New_York', '2026-11-01T08:30', '2026-11-01T05:30'],
    // Half an hour is skipped at 2:00 of October 4, 2026, and comes twice at 1:30 of April 5.
    ['America/Phoenix', 'Australia/Lord_Howe', '2026-10-04T09:15', '2026-10-03T15:30'],
    ['America/Phoenix', 'Australia/Lord_Howe', '2026-04-05T08:45', '2026-04-04T14:45'],
  ])('of %s in %s over a change of clocks is its jump, or the first of two', (timezone, zone, time, expected) => {
    expect(scheduledFor(schedule(time, { timezone }), zone)).toEqual(at(expected))
  })
})

describe('allowedAt', () => {
  test.each([
    ['2026-11-20T15:00', NONE, '2026-11-20T15:00'],
    ['2026-11-21T02:59', NONE, '2026-11-21T02:59'],
    ['2026-11-21T03:00', NONE, '2026-11-21T14:00'],
    ['2026-11-20T13:59', NONE, '2026-11-20T14:00'],
    ['2026-11-20T14:00', NONE, '2026-11-20T14:00'],
    // The organization's hours are longer than the night, on both sides.
    ['2026-11-20T14:00', { from: '20:00', to: '09:30' }, '2026-11-20T15:30'],
    ['2026-11-21T02:00', { from: '20:00', to: '09:30' }, '2026-11-21T15:30'],
    // Hours that are shorter than the night do not shorten it.
    ['2026-11-20T13:30', { from: '23:00', to: '06:00' }, '2026-11-20T14:00'],
    // A rest in the middle of the day, and one that leads into the night.
    ['2026-11-20T18:30', { from: '12:00', to: '14:00' }, '2026-11-20T20:00'],
    ['2026-11-20T21:00', { from: '14:00', to: '22:00' }, '2026-11-21T14:00'],
    ['2026-11-20T15:00', { from: '08:00', to: '20:00' }, '2026-11-21T02:00'],
    // The nights on which clocks change, before the change and after it.
    ['2026-03-08T07:30', NONE, '2026-03-08T13:00'],
    ['2026-03-08T08:30', NONE, '2026-03-08T13:00'],
    ['2026-11-01T06:30', NONE, '2026-11-01T14:00'],
    ['2026-11-01T07:30', NONE, '2026-11-01T14:00'],
  ])('moves %s in Chicago with quiet hours %j to %s', (time, quietHours, expected) => {
    expect(allowedAt(at(time), CHICAGO, quietHours)).toEqual(at(expected))
  })

  test('finds no time where the quiet hours hold the whole day', () => {
    expect(allowedAt(at('2026-11-20T15:00'), CHICAGO, { from: '08:00', to: '21:00' })).toBeNull()
    expect(allowedAt(at('2026-11-20T05:00'), CHICAGO, { from: '07:30', to: '21:30' })).toBeNull()
  })
})

describe('leavesAt', () => {
  const now = at('2026-11-20T16:00')

  test.each([
    ['America/New_York', '2026-11-20T16:00'],
    [CHICAGO, '2026-11-20T16:00'],
    ['America/Denver', '2026-11-20T16:30'],
    ['America/Los_Angeles', '2026-11-20T17:30'],
    // It is 6 AM there: the time passes while the night lasts.
    ['Pacific/Honolulu', '2026-11-20T19:30'],
    ['Asia/Kolkata', '2026-11-21T02:30'],
  ])('sends at once where the time has passed, and later elsewhere: %s', (zone, expected) => {
    expect(leavesAt(schedule('2026-11-20T15:30'), zone, NONE, now)).toEqual(at(expected))
  })

  test('without a time waits only for the end of the night', () => {
    expect(leavesAt(schedule(null), CHICAGO, NONE, now)).toEqual(now)
    expect(leavesAt(schedule(null), 'Asia/Kolkata', NONE, now)).toEqual(at('2026-11-21T02:30'))
  })

  test('never is before now, before its time, at night or in quiet hours, and moves only out of these', () => {
    const instant = fc.date({ min: at('2026-01-01T00:00'), max: at('2027-12-31T00:00'), noInvalidDate: true })
    const time = fc.integer({ min: 0, max: 47 }).map((half) => {
      const hour = String(half >> 1).padStart(2, '0')
      return `${hour}:${half % 2 === 0 ? '00' : '30'}`
    })
    fc.assert(
      fc.property(
        fc.record({
          ...{ now: instant, scheduledAt: fc.option(instant), zone: fc.constantFrom(...ZONES) },
          ...{ timezone: fc.constantFrom(...ZONES), clock: fc.constantFrom('patient', 'organization') },
          quietHours: fc.record({ from: time, to: time }),
        }),
        ({ now, zone, quietHours, ...asked }) => {
          const schedule = asked as Schedule
          const leaves = leavesAt(schedule, zone, quietHours, now)
          if (leaves === null) return
          const scheduled = scheduledFor(schedule, zone)
          const wanted = scheduled === null || scheduled < now ? now : scheduled
          expect(isNight(leaves, zone)).toBe(false)
          expect(leaves.getTime()).toBeGreaterThanOrEqual(wanted.getTime())
          expect(allowedAt(leaves, zone, quietHours)).toEqual(leaves)
          if (leaves > wanted) expect(allowedAt(wanted, zone, quietHours)).not.toEqual(wanted)
          expect(leavesAt(schedule, zone, quietHours, now)).toEqual(leaves)
        },
      ),
      { numRuns: 500 },
    )
  })
})
