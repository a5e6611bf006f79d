import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  conversationTime,
  dateLabel,
  dayHeading,
  dueLabel,
  inSentence,
  laterLabel,
  momentLabel,
  pastLabel,
  untilLabel,
} from './time-labels.rules.ts'

const UTC = 'UTC'
const at = (iso: string) => new Date(iso)

describe('conversationTime', () => {
  test('shows the time on the same day [INBOX-19] [OPEN-012]', () => {
    expect(conversationTime(at('2024-05-10T09:05:00Z'), at('2024-05-10T15:00:00Z'), UTC)).toBe('9:05 AM')
  })

  test('shows Yesterday on the day after, however many hours ago [INBOX-20]', () => {
    const now = at('2024-05-10T00:10:00Z')
    expect(conversationTime(at('2024-05-09T23:50:00Z'), now, UTC)).toBe('Yesterday')
    expect(conversationTime(at('2024-05-09T00:01:00Z'), now, UTC)).toBe('Yesterday')
  })

  test('shows a short date on any other day, with the year if it is another [INBOX-21] [OPEN-012]', () => {
    const now = at('2024-05-10T12:00:00Z')
    expect(conversationTime(at('2024-05-08T12:00:00Z'), now, UTC)).toBe('May 8')
    expect(conversationTime(at('2023-05-08T12:00:00Z'), now, UTC)).toBe('May 8, 2023')
    expect(conversationTime(at('2024-05-12T12:00:00Z'), now, UTC)).toBe('May 12')
  })

  test('uses the organization’s time zone, across clock changes [OPEN-012]', () => {
    const [, ...lines] = readFileSync('tests/data/calendar/local_day_cases.csv', 'utf8').trim().split('\n')
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) {
      const [zone = '', now = '', message = '', , , , label] = line.split(',')
      const shown = conversationTime(at(message), at(now), zone)
      const isTime = /\d:\d\d [AP]M$/.test(shown)
      expect(isTime ? 'time' : shown === 'Yesterday' ? 'Yesterday' : 'short date', line).toBe(label)
    }
  })
})

const CHICAGO = 'America/Chicago'
const now = at('2026-11-19T15:16:00Z')

test.each([
  ['2026-11-19T15:05:00Z', '9:05 AM', 'today', '9:05 AM', 'today at 9:05 AM'],
  ['2026-11-19T04:05:00Z', 'Yesterday, 10:05 PM', 'yesterday', 'Nov 18', 'Wed, Nov 18 at 10:05 PM'],
  ['2026-11-20T14:00:00Z', 'Tomorrow, 8:00 AM', 'Nov 20', 'Fri 8:00 AM', 'tomorrow at 8:00 AM'],
  ['2026-11-23T14:00:00Z', 'Mon, Nov 23, 8:00 AM', 'Nov 23', 'Mon 8:00 AM', 'Mon, Nov 23 at 8:00 AM'],
  ['2026-11-26T14:00:00Z', 'Thu, Nov 26, 8:00 AM', 'Nov 26', 'Nov 26', 'Thu, Nov 26 at 8:00 AM'],
  ['2026-11-27T14:00:00Z', 'Nov 27, 8:00 AM', 'Nov 27', 'Nov 27', 'Fri, Nov 27 at 8:00 AM'],
  ['2025-11-17T15:05:00Z', 'Nov 17, 2025, 9:05 AM', 'Nov 17, 2025', 'Nov 17, 2025', 'Mon, Nov 17, 2025 at 9:05 AM'],
])('%s is formatted as moment, date, due time and later time', (instant, moment, date, due, later) => {
  expect(momentLabel(instant, now, CHICAGO)).toBe(moment)
  expect(dateLabel(instant, now, CHICAGO)).toBe(date)
  expect(dueLabel(at(instant), now, CHICAGO)).toBe(due)
  expect(laterLabel(at(instant), now, CHICAGO)).toBe(later)
})

test('momentLabel changes with the clinic’s day, not with the hours that passed', () => {
  const read = (moment: string) => momentLabel(at('2026-11-20T03:30:00Z'), at(moment), CHICAGO)
  expect([read('2026-11-20T05:59:00Z'), read('2026-11-20T06:00:00Z'), read('2026-11-21T06:00:00Z')]).toEqual([
    '9:30 PM',
    'Yesterday, 9:30 PM',
    'Nov 19, 9:30 PM',
  ])
})

test('pastLabel names the day in lower case, and none on the same day', () => {
  const read = (moment: string) => pastLabel('2026-11-19T22:12:00Z', at(moment), CHICAGO)
  expect([read('2026-11-19T23:00:00Z'), read('2026-11-20T15:00:00Z'), read('2027-01-02T15:00:00Z')]).toEqual([
    '4:12 PM',
    'yesterday at 4:12 PM',
    'Nov 19, 2026 at 4:12 PM',
  ])
})

test('inSentence starts in lower case, and untilLabel says when the end is today', () => {
  expect(['Tomorrow, 8:00 AM', 'Mon, Nov 23, 8:00 AM'].map(inSentence)).toEqual([
    'tomorrow, 8:00 AM',
    'Mon, Nov 23, 8:00 AM',
  ])
  expect(untilLabel('2026-11-26T04:05:00Z', now, CHICAGO)).toBe('Nov 25')
  expect(untilLabel('2026-11-19T23:05:00Z', now, CHICAGO)).toBe('today, 5:05 PM')
})

test('dayHeading names the weekday, and the year if it is another one', () => {
  const heading = (day: string) => dayHeading(day, '2026-11-19')
  expect(heading('2026-11-19')).toBe('Today, Thursday November 19')
  expect(heading('2026-11-18')).toBe('Yesterday, Wednesday November 18')
  expect(heading('2025-11-18')).toBe('Tuesday November 18, 2025')
})
