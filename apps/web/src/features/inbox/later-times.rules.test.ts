import type { OpeningHours } from '@foyer/contracts/time/opening-hours.rules.ts'
import { expect, test } from 'vitest'
import { laterTimes } from './later-times.rules.ts'

const CHICAGO = 'America/Chicago'
const day = (from: string) => [{ from, to: '17:00' }]
const hours: OpeningHours = {
  week: {
    monday: day('07:30'),
    tuesday: day('09:00'),
    wednesday: day('09:00'),
    thursday: day('09:00'),
    friday: day('08:30'),
    saturday: [],
    sunday: [],
  },
  closedDays: ['2026-11-26', '2026-11-30'],
}

interface Asked {
  readonly timezone?: string
  readonly hours?: OpeningHours | null
  readonly visitAt?: string | null
}

function said(now: string, { timezone = CHICAGO, hours: open = null, visitAt = null }: Asked = {}) {
  return laterTimes({ now: new Date(now), timezone, hours: open, visitAt }).map(
    ({ label, detail, at }) => `${label} | ${detail} | ${at.toISOString()}`,
  )
}

test('laterTimes offers every time with its exact moment on a Thursday morning [OPEN-031]', () => {
  expect(said('2026-11-19T15:16:00Z', { hours, visitAt: '2026-11-25T16:00:00Z' })).toEqual([
    'In 1 hour | Today, 10:16 AM | 2026-11-19T16:16:00.000Z',
    'After lunch | Today, 1:00 PM | 2026-11-19T19:00:00.000Z',
    'Tomorrow, Friday | Fri, Nov 20, 8:30 AM | 2026-11-20T14:30:00.000Z',
    'Monday | Mon, Nov 23, 7:30 AM | 2026-11-23T13:30:00.000Z',
    'The day before the visit | Tue, Nov 24, 10:00 AM | 2026-11-24T16:00:00.000Z',
  ])
})

test('laterTimes begins the day at eight when the hours are not known or were never filled in', () => {
  const never = { week: { ...hours.week }, closedDays: [] }
  for (const weekday of Object.keys(never.week) as (keyof typeof never.week)[]) never.week[weekday] = []
  for (const open of [null, never]) {
    expect(said('2026-11-19T19:30:00Z', { hours: open })).toEqual([
      'In 1 hour | Today, 2:30 PM | 2026-11-19T20:30:00.000Z',
      'Tomorrow, Friday | Fri, Nov 20, 8:00 AM | 2026-11-20T14:00:00.000Z',
      'Monday | Mon, Nov 23, 8:00 AM | 2026-11-23T14:00:00.000Z',
    ])
  }
})

test('laterTimes leaves out an afternoon that has begun or begins within a minute', () => {
  const labels = (now: string) => said(now).map((words) => words.split(' | ')[0])
  expect(labels('2026-11-19T18:59:00Z')).toContain('After lunch')
  for (const now of ['2026-11-19T18:59:01Z', '2026-11-19T19:00:00Z', '2026-11-20T03:30:00Z'])
    expect(labels(now)).not.toContain('After lunch')
})

test('laterTimes offers one hour and one afternoon only once when they are the same moment', () => {
  expect(said('2026-11-19T18:00:00Z').map((words) => words.split(' | ')[0])).toEqual([
    'In 1 hour',
    'Tomorrow, Friday',
    'Monday',
  ])
})

test('laterTimes names the next open day when the clinic is closed tomorrow, and a holiday Monday moves on', () => {
  // The Wednesday before Thanksgiving.
  expect(said('2026-11-25T20:00:00Z', { hours }).slice(1)).toEqual([
    'Next open day, Friday | Fri, Nov 27, 8:30 AM | 2026-11-27T14:30:00.000Z',
    'Tuesday | Tue, Dec 1, 9:00 AM | 2026-12-01T15:00:00.000Z',
  ])
  // A Friday: the weekend and the closed Monday lie between, so both choices are the same moment.
  expect(said('2026-11-27T20:00:00Z', { hours }).slice(1)).toEqual([
    'Next open day, Tuesday | Tue, Dec 1, 9:00 AM | 2026-12-01T15:00:00.000Z',
  ])
})

test('laterTimes offers the next Monday when it is Monday, and Monday once when it is tomorrow', () => {
  expect(said('2026-11-16T20:00:00Z').at(-1)).toBe('Monday | Mon, Nov 23, 8:00 AM | 2026-11-23T14:00:00.000Z')
  expect(said('2026-11-22T20:00:00Z').map((words) => words.split(' | ')[0])).toEqual(['In 1 hour', 'Tomorrow, Monday'])
})

test('laterTimes gives each time the words for its weekday, tomorrow and Monday, also when they are one moment', () => {
  const words = (now: string) =>
    laterTimes({ now: new Date(now), timezone: CHICAGO, hours, visitAt: null }).map((one) => [one.label, one.words])
  // A Friday before a closed Monday, and a Sunday.
  expect(words('2026-11-27T20:00:00Z').at(-1)).toEqual(['Next open day, Tuesday', 'tuesday tomorrow monday'])
  expect(words('2026-11-22T20:00:00Z').at(-1)).toEqual(['Tomorrow, Monday', 'monday tomorrow'])
  expect(words('2026-11-19T20:00:00Z')).toEqual([
    ['In 1 hour', 'thursday'],
    ['Tomorrow, Friday', 'friday tomorrow'],
    ['Monday', 'monday'],
  ])
})

test('laterTimes offers the last open day before the visit when the day before is closed', () => {
  // The visit is on a Monday, the day before is a Sunday.
  expect(said('2026-11-19T20:00:00Z', { hours, visitAt: '2026-11-23T15:00:00Z' }).at(-1)).toBe(
    'The last open day before the visit | Fri, Nov 20, 10:00 AM | 2026-11-20T16:00:00.000Z',
  )
})

test('laterTimes leaves out the day before the visit when that moment has passed or there is no visit', () => {
  const hasEve = (now: string, visitAt: string | null) => said(now, { visitAt }).some((words) => /visit/.test(words))
  expect(hasEve('2026-11-19T15:59:00Z', '2026-11-20T15:00:00Z')).toBe(true)
  expect(hasEve('2026-11-19T16:00:00Z', '2026-11-20T15:00:00Z')).toBe(false)
  expect(hasEve('2026-11-19T15:59:00Z', '2026-11-19T20:00:00Z')).toBe(false)
  expect(hasEve('2026-11-19T15:59:00Z', null)).toBe(false)
})

test('laterTimes waits for the opening on the day before a visit when the clinic opens later than ten', () => {
  const late = { ...hours, week: { ...hours.week, tuesday: day('11:15') } }
  expect(said('2026-11-19T20:00:00Z', { hours: late, visitAt: '2026-11-25T16:00:00Z' }).at(-1)).toContain(
    'Tue, Nov 24, 11:15 AM',
  )
})

test.each([
  // The clocks go back on November 1, 2026, and forward on March 8, 2026.
  ['2026-10-31T15:00:00Z', CHICAGO, '2026-11-01T14:00:00.000Z'],
  ['2026-03-07T15:00:00Z', CHICAGO, '2026-03-08T13:00:00.000Z'],
  // It is tomorrow there already.
  ['2026-11-19T15:16:00Z', 'Pacific/Auckland', '2026-11-20T19:00:00.000Z'],
  ['2026-11-19T15:16:00Z', 'Asia/Kolkata', '2026-11-20T02:30:00.000Z'],
])('laterTimes keeps eight o’clock of tomorrow from %s in %s [OPEN-031]', (now, timezone, at) => {
  expect(said(now, { timezone }).find((words) => words.startsWith('Tomorrow'))).toContain(at)
})
