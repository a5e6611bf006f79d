import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { expect, test } from 'vitest'
import { freeTimes } from './free-times.rules.ts'

const open = inboxSetting.default.businessHours
const asked = {
  ...{ from: '2026-11-20', to: '2026-11-20', zone: 'America/Chicago', hours: open, doctorIds: ['d1'], booked: [] },
  ...{ minutes: 60, now: new Date('2026-11-01T00:00:00Z'), most: 200 },
}
const times = (more: Partial<Parameters<typeof freeTimes>[0]>) =>
  freeTimes({ ...asked, ...more }).map(({ date, startTime }) => `${date.slice(-2)} ${startTime}`)
const booked = (startsAt: string, endsAt: string, doctorId = 'd1') => ({
  ...{ doctorId, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
})

test('freeTimes ends so that the visit is over at closing time', () => {
  const found = times({})
  expect([found[0], found.at(-1), found.length]).toEqual(['20 08:00', '20 16:00', 17])
})

test('freeTimes are closer together for short visits', () =>
  expect(times({ minutes: 10 }).slice(0, 3)).toEqual(['20 08:00', '20 08:10', '20 08:20']))

test('freeTimes leaves out what overlaps, and keeps what touches', () => {
  const taken = [booked('2026-11-20T15:00:00Z', '2026-11-20T15:30:00Z')]
  expect(times({ booked: taken }).slice(0, 3)).toEqual(['20 08:00', '20 09:30', '20 10:00'])
  expect(times({ booked: [booked('2026-11-20T15:00:00Z', '2026-11-20T15:30:00Z', 'd2')] })[1]).toBe('20 08:30')
})

test('freeTimes lets a stay take its first day alone', () => {
  const stay = [booked('2026-11-18T20:00:00Z', '2026-11-30T20:00:00Z')]
  expect(times({ booked: stay, from: '2026-11-19' })[0]).toBe('19 14:00')
})

test('freeTimes begins after now, and skips closed days and weekends', () => {
  expect(times({ now: new Date('2026-11-20T15:00:00Z') })[0]).toBe('20 09:30')
  expect(times({ from: '2026-11-21', to: '2026-11-22' })).toEqual([])
  expect(times({ hours: { ...open, closedDays: ['2026-11-20'] } })).toEqual([])
})

test('freeTimes offers no time that the clock skips, and each repeated one once', () => {
  const always = [{ from: '00:00', to: '24:00' as const }]
  const hours = { ...open, week: { ...open.week, sunday: always } }
  const spring = times({ hours, from: '2027-03-14', to: '2027-03-14', minutes: 30 })
  expect(spring.slice(2, 6)).toEqual(['14 01:00', '14 01:30', '14 03:00', '14 03:30'])
  const autumn = times({ hours, from: '2027-11-07', to: '2027-11-07', minutes: 30 })
  expect(autumn.slice(1, 6)).toEqual(['07 00:30', '07 01:00', '07 01:30', '07 02:00', '07 02:30'])
})

test('freeTimes goes from doctor to doctor at each time, and stops', () =>
  expect(
    freeTimes({ ...asked, doctorIds: ['d1', 'd2'], most: 3 }).map(({ doctorId, startTime }) => [doctorId, startTime]),
  ).toEqual([
    ['d1', '08:00'],
    ['d2', '08:00'],
    ['d1', '08:30'],
  ]))
