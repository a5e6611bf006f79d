import { expect, test } from 'vitest'
import { wordsAbout } from './step-words.rules.ts'

const timezone = 'America/Chicago'
const now = new Date('2026-11-20T02:00:00Z')
const [sameDay, dayBefore] = [new Date('2026-11-19T15:00:00Z'), new Date('2026-11-18T23:00:00Z')]
const about = (text: string, startsAt: Date | null, type: 'noShow' | 'reminder' = 'noShow') =>
  wordsAbout(text, { type, startsAt }, { now, timezone })

test.each([
  ['We missed you today. {{clinic}}', 'We missed you on {{weekday}}, {{appointmentDate}}. {{clinic}}'],
  ['Today we missed you.', 'On {{weekday}}, {{appointmentDate}} we missed you.'],
  ['We missed you on {{ weekday }}.', 'We missed you on {{ weekday }}.'],
  ['We missed you. ', 'We missed you. Your visit was on {{weekday}}, {{appointmentDate}}.'],
])('wordsAbout names the day in "%s" when the visit was on an earlier day', (text, words) => {
  expect(about(text, dayBefore)).toBe(words)
})

test('wordsAbout leaves a text when the visit was on the same day of the clinic, and when it is a reminder', () => {
  const text = 'We missed you today.'
  expect([about(text, sameDay), about(text, null), about(text, dayBefore, 'reminder')]).toEqual([text, text, text])
})
