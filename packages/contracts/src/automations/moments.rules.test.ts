import { expect, test } from 'vitest'
import {
  followUpMoment,
  nextScheduled,
  recallMoment,
  reminderMoment,
  scheduledDay,
  waitedSince,
  waitingMoment,
} from './moments.rules.ts'
import { clinic, confirmVisits } from './rules.suite.ts'
import type { TriggerOf } from './triggers.rules.ts'

const zone = 'America/Chicago'
const starting = { repeat: 'never', perHour: 100 } as const
const reminder = confirmVisits.trigger as TriggerOf<'appointmentReminderDue'>
const at = (text: string) => Date.parse(text)
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16))

test.each([
  ['2026-11-26T16:00:00Z', '2026-11-24T16:00', 'within the hours'],
  ['2026-11-26T14:00:00Z', '2026-11-24T15:00', 'before the hours, to their opening'],
  ['2026-11-27T01:00:00Z', '2026-11-25T15:00', 'after the hours, to the next day'],
])('reminderMoment of a visit at %s is %s: %s', (startsAt, moment) => {
  expect(iso(reminderMoment(reminder, at(startsAt), zone))).toBe(moment)
})

test('reminderMoment takes the last opening before when the visit would have begun by the next', () => {
  const near = { ...reminder, before: { n: 1, unit: 'hours' } } as const
  expect(iso(reminderMoment(near, at('2026-11-26T14:00:00Z'), zone))).toBe('2026-11-25T15:00')
  expect(iso(reminderMoment({ ...near, between: null }, at('2026-11-26T14:00:00Z'), zone))).toBe('2026-11-26T13:00')
})

test('days keep the wall time over a change of clocks', () => {
  const days = { ...reminder, before: { n: 2, unit: 'days' } } as const
  expect(iso(reminderMoment(days, at('2026-11-02T16:00:00Z'), zone))).toBe('2026-10-31T15:00')
  const after = { kind: 'appointmentFollowUpDue', after: { n: 1, unit: 'days' }, between: null, ...starting } as const
  expect(iso(followUpMoment(after, at('2026-03-07T16:00:00Z'), zone))).toBe('2026-03-08T15:00')
})

test('recallMoment is in the morning of its day, or at the opening of its hours', () => {
  const recall = { kind: 'recallDue', days: -14, between: null, ...starting } as const
  expect(iso(recallMoment(recall, '2026-12-10', zone))).toBe('2026-11-26T15:00')
  expect(iso(recallMoment({ ...recall, between: { from: '10:00', to: '12:00' } }, '2026-12-10', zone))).toBe(
    '2026-11-26T16:00',
  )
})

test('waitingMoment counts open minutes alone when the trigger says so', () => {
  const waiting = { kind: 'conversationWaiting', minutes: 60, officeHours: true, ...starting } as const
  expect(iso(waitingMoment(waiting, at('2026-11-26T22:30:00Z'), clinic))).toBe('2026-11-27T14:30')
  expect(iso(waitingMoment({ ...waiting, officeHours: false }, at('2026-11-26T22:30:00Z'), clinic))).toBe(
    '2026-11-26T23:30',
  )
})

test.each([true, false])(
  'waitedSince leaves out no wait whose moment is to come, with office hours: %s',
  (officeHours) => {
    const waiting = { kind: 'conversationWaiting', minutes: 60, officeHours, ...starting } as const
    const now = at('2026-11-30T14:45:00Z')
    const oldest = waitedSince(waiting, now, clinic)
    expect(now - oldest).toBeLessThan(7 * 86_400_000)
    for (let since = oldest - 86_400_000; since < now; since += 10 * 60_000) {
      const isToCome = waitingMoment(waiting, since, clinic) > now
      expect(isToCome && since <= oldest, iso(since) ?? '').toBe(false)
    }
  },
)

test('nextScheduled finds the next such weekday and time, also where the day lacks the time', () => {
  const weekly = {
    kind: 'schedule',
    days: ['thursday', 'sunday'],
    time: '02:30',
    each: 'appointment',
    daysAhead: 2,
    ...starting,
  } as const
  expect(iso(nextScheduled(weekly, at('2026-11-26T08:29:00Z'), zone))).toBe('2026-11-26T08:30')
  expect(iso(nextScheduled(weekly, at('2026-11-26T08:30:00Z'), zone))).toBe('2026-11-29T08:30')
  expect(iso(nextScheduled(weekly, at('2026-03-06T12:00:00Z'), zone))).toBe('2026-03-08T08:00')
  expect(scheduledDay(weekly, at('2026-11-26T08:30:00Z'), zone)).toBe('2026-11-28')
  expect(nextScheduled({ ...weekly, days: [] }, 0, zone)).toBeNull()
})
