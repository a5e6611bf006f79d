/** Checks every time that the inbox shows or offers against calendar data files, in the clinic's time zone. */

import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { describe, expect, test } from 'vitest'
import changeLines from '../../../../../tests/data/calendar/dst_transitions_us.csv?raw'
import zoneLines from '../../../../../tests/data/calendar/iana_zones.csv?raw'
import dayLines from '../../../../../tests/data/calendar/local_day_cases.csv?raw'
import { conversationTime, dueLabel, laterLabel, momentLabel, timeOfDay } from '../../lib/time-labels.rules.ts'
import { fieldValue, fromField } from './composer/send-later.rules.ts'
import { laterTimes } from './later-times.rules.ts'
import { byDay } from './thread/days.rules.ts'

type Line = Readonly<Record<string, string>>

function read(text: string): Line[] {
  const [names = '', ...lines] = text.trimEnd().split(/\r?\n/)
  return lines.map((line) => {
    const values = line.split(',')
    return Object.fromEntries(names.split(',').map((name, place) => [name, values[place] ?? '']))
  })
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const days = read(dayLines)
const changes = read(changeLines)
// Browsers don't know the placeholder zone “Factory”.
const zones = read(zoneLines).filter(({ zone }) => zone !== 'Factory')

/** The time of day of a local timestamp, without calendar functions: "12:40 PM" for "2026-03-07T12:40:00-05:00". */
function clockOf(local: string): string {
  const hour = Number(local.slice(11, 13))
  return `${hour % 12 || 12}:${local.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The date of a local timestamp: "Mar 7". */
function dateOf(local: string): string {
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${month[Number(local.slice(5, 7)) - 1]} ${Number(local.slice(8, 10))}`
}

test('the data files contain the expected number of cases', () => {
  expect([days.length, changes.length, zones.length]).toEqual([72, 88, 597])
})

describe('around the days on which clocks change', () => {
  test.each(days)(
    'labels in $zone of $message_local seen at $now_local: $label_class [INBOX-19] [INBOX-20] [INBOX-21] [OPEN-012]',
    (line) => {
      const { zone = '', now_local = '', message_local = '', day_diff } = line
      const [now, at] = [new Date(line.now_utc ?? ''), new Date(line.message_utc ?? '')]
      const ago = Number(day_diff)
      const time = clockOf(message_local)
      const date = dateOf(message_local)
      const inList = ago === 0 ? time : ago === 1 ? 'Yesterday' : date
      expect(conversationTime(at, now, zone)).toBe(inList)
      expect(momentLabel(at.toISOString(), now, zone)).toBe(ago === 0 ? time : `${inList}, ${time}`)

      const [first, ...more] = byDay([{ createdAt: at.toISOString() }], now, zone)
      expect(more).toEqual([])
      expect(first?.day).toBe(message_local.slice(0, 10))
      expect(first?.label.startsWith('Today, ')).toBe(ago === 0)
      expect(first?.label.startsWith('Yesterday, ')).toBe(ago === 1)

      // The reverse direction: `now` was in the future when the message was written.
      const due = dueLabel(now, at, zone)
      const ahead = laterLabel(now, at, zone)
      const moment = momentLabel(now.toISOString(), at, zone)
      const weekday = new Date(`${now_local.slice(0, 10)}T00:00:00Z`).toUTCString().slice(0, 3)
      expect(due).toBe(ago === 0 ? clockOf(now_local) : `${weekday} ${clockOf(now_local)}`)
      const word = ['today', 'tomorrow'][ago] ?? `${weekday}, ${dateOf(now_local)}`
      expect(ahead).toBe(`${word} at ${clockOf(now_local)}`)
      expect(moment.endsWith(clockOf(now_local))).toBe(true)
      expect(moment.startsWith('Tomorrow, ')).toBe(ago === 1)
    },
  )

  test.each(changes)(
    'fields and presets in $zone around $utc_instant ($kind) [OPEN-031]',
    ({ zone = '', utc_instant = '', ...line }) => {
      const at = Date.parse(utc_instant)
      const [before, after] = [Number(line.offset_before_min), Number(line.offset_after_min)]
      const shown = (ms: number, offset: number) => new Date(ms + offset * MINUTE_MS).toISOString().slice(0, 16)
      expect(fieldValue(new Date(at - MINUTE_MS), zone)).toBe(shown(at - MINUTE_MS, before))
      expect(fieldValue(new Date(at), zone)).toBe(line.local_after?.slice(0, 16))

      // Half an hour into a repeated hour means its first occurrence; into a skipped hour, the moment of the change.
      const half = shown(at + 30 * MINUTE_MS, Math.min(before, after))
      const first = line.kind === 'gap' ? at : at - 30 * MINUTE_MS
      expect(fromField(half, zone)?.getTime()).toBe(first)
      expect(instantAt({ day: half.slice(0, 10), time: half.slice(11) }, zone).getTime()).toBe(first)

      // 8:00 stays 8:00 whatever the length of the night, and one hour stays one hour.
      const eve = new Date(at - 12 * HOUR_MS)
      const tomorrow = dayAfter(dayIn(eve, zone))
      const offered = laterTimes({ now: eve, timezone: zone, hours: null, visitAt: null })
      const timeOf = (label: string) => offered.find((one) => one.label.startsWith(label))?.at
      const morning = timeOf('Tomorrow')
      expect(timeOf('In 1 hour')?.getTime()).toBe(eve.getTime() + HOUR_MS)
      expect(morning && wallTime(morning, zone)).toEqual({ day: tomorrow, time: '08:00' })
      expect(laterLabel(instantAt({ day: tomorrow, time: '08:00' }, zone), eve, zone)).toBe('tomorrow at 8:00 AM')
    },
  )
})

test('fieldValue and fromField are inverse in every time zone, in January and in July [OPEN-031]', () => {
  const wrong = zones.flatMap(({ zone = '', ...line }) =>
    (['2026-01-15', '2026-07-15'] as const).flatMap((day) => {
      const [, sign, hours, minutes] =
        /^([+-])(\d\d)(\d\d)$/.exec(line[`utc_offset_${day.replaceAll('-', '_')}`] ?? '') ?? []
      const offset = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
      const noon = new Date(`${day}T12:00:00Z`)
      const shown = fieldValue(noon, zone)
      const isRight = shown === new Date(noon.getTime() + offset).toISOString().slice(0, 16)
      return isRight && fromField(shown, zone)?.getTime() === noon.getTime() ? [] : [`${zone} ${day}: ${shown}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('the day of a message begins at midnight in the clinic’s zone [INBOX-20] [OPEN-031]', () => {
  const message = { createdAt: '2026-11-20T05:30:00.000Z' }
  const now = new Date('2026-11-20T06:10:00Z')
  const seen = (zone: string) => [
    conversationTime(new Date(message.createdAt), now, zone),
    byDay([message], now, zone)[0]?.label,
  ]
  expect(seen('America/Chicago')).toEqual(['Yesterday', 'Yesterday, Thursday November 19'])
  expect(seen('America/New_York')).toEqual(['12:30 AM', 'Today, Friday November 20'])
  expect(seen('America/Los_Angeles')).toEqual(['9:30 PM', 'Today, Thursday November 19'])
  expect(seen('Asia/Tokyo')).toEqual(['2:30 PM', 'Today, Friday November 20'])
})

test('thread separators are at midnight, also in a night with a repeated hour', () => {
  const times = [
    '2026-11-01T04:59:59Z',
    '2026-11-01T05:00:00Z',
    '2026-11-01T06:30:00Z',
    '2026-11-01T07:30:00Z',
    '2026-11-02T05:59:59Z',
    '2026-11-02T06:00:00Z',
  ]
  const labels = byDay(
    times.map((createdAt) => ({ createdAt })),
    new Date('2026-11-02T18:00:00Z'),
    'America/Chicago',
  )
  expect(labels.map(({ label, items }) => [label, items.length])).toEqual([
    ['Saturday October 31', 1],
    ['Yesterday, Sunday November 1', 4],
    ['Today, Monday November 2', 1],
  ])
})

test('labels name the year when it differs in the clinic’s zone', () => {
  const [old, young] = [new Date('2027-01-01T05:59:00Z'), new Date('2027-01-01T06:00:00Z')]
  const now = new Date('2027-01-04T18:00:00Z')
  expect(conversationTime(old, now, 'America/Chicago')).toBe('Dec 31, 2026')
  expect(conversationTime(young, now, 'America/Chicago')).toBe('Jan 1')
  expect(byDay([{ createdAt: old.toISOString() }], now, 'America/Chicago')[0]?.label).toBe('Thursday December 31, 2026')
  expect(timeOfDay(young, 'America/Chicago')).toBe('12:00 AM')
})

test('dueLabel names the date from a week ahead on, also across a shorter night', () => {
  // The clocks went forward on Sunday, March 8th 2026: six days and 23 hours are seven calendar days.
  const now = new Date('2026-03-06T05:30:00Z')
  const late = new Date(now.getTime() + 6 * DAY_MS - MINUTE_MS)
  expect(dueLabel(late, now, 'America/Chicago')).toBe('Mar 12')
  expect(dueLabel(new Date(now.getTime() + 6 * DAY_MS - HOUR_MS), now, 'America/Chicago')).toBe('Wed 11:30 PM')
  // A past time has no weekday label, because it would read as a coming day.
  expect(dueLabel(new Date('2026-03-03T18:00:00Z'), now, 'America/Chicago')).toBe('Mar 3')
})
