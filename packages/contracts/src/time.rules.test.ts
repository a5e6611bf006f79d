import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { conversationTime, dayIn, halfHours, isTimeOfDay } from './time.rules.ts'

const UTC = 'UTC'
const at = (iso: string) => new Date(iso)

test.each(['00:00', '09:30', '23:59'])('[RULE-18] %s is a time of day', (value) => {
  expect(isTimeOfDay(value)).toBe(true)
})

test.each(['24:00', '12:60', '9:30', '9:30 PM', '', '12:3'])('[RULE-18] %j is none', (value) => {
  expect(isTimeOfDay(value)).toBe(false)
})

test('[RULE-19] a day has 48 half hours', () => {
  const slots = halfHours()
  expect(slots).toHaveLength(48)
  expect([slots[0], slots[1], slots[47]]).toEqual(['00:00', '00:30', '23:30'])
  expect(slots.every(isTimeOfDay)).toBe(true)
})

describe('how a conversation tells its time', () => {
  test('[INBOX-19] [OPEN-012] the same day: the time', () => {
    expect(conversationTime(at('2024-05-10T09:05:00Z'), at('2024-05-10T15:00:00Z'), UTC)).toBe('9:05 AM')
  })

  test('[INBOX-20] the day before, near or far: Yesterday', () => {
    const now = at('2024-05-10T00:10:00Z')
    expect(conversationTime(at('2024-05-09T23:50:00Z'), now, UTC)).toBe('Yesterday')
    expect(conversationTime(at('2024-05-09T00:01:00Z'), now, UTC)).toBe('Yesterday')
  })

  test('[INBOX-21] [OPEN-012] any other day: a short date, with the year when it is another', () => {
    const now = at('2024-05-10T12:00:00Z')
    expect(conversationTime(at('2024-05-08T12:00:00Z'), now, UTC)).toBe('May 8')
    expect(conversationTime(at('2023-05-08T12:00:00Z'), now, UTC)).toBe('May 8, 2023')
    expect(conversationTime(at('2024-05-12T12:00:00Z'), now, UTC)).toBe('May 12')
  })

  test('[OPEN-012] in the zone of the organization, across clock changes', () => {
    const [, ...lines] = readFileSync(
      new URL('../../../tests/data/calendar/local_day_cases.csv', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n')
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) {
      const [zone = '', now = '', message = '', , , , label] = line.split(',')
      const shown = conversationTime(at(message), at(now), zone)
      const isTime = /\d:\d\d [AP]M$/.test(shown)
      expect(isTime ? 'time' : shown === 'Yesterday' ? 'Yesterday' : 'short date', line).toBe(label)
    }
  })
})

test('[OPEN-031] a calendar day is YYYY-MM-DD in its zone', () => {
  expect(dayIn('America/New_York', at('2024-05-10T02:00:00Z'))).toBe('2024-05-09')
})
