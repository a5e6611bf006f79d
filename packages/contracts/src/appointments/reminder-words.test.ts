import { describe, expect, test } from 'vitest'
import {
  filledReminder,
  HOW_TO_REPLY,
  type ReminderSubject,
  reminderText,
  reminderValues,
  unknownFields,
  withReplyWords,
} from './reminder-words.rules.ts'
import { visitSetting } from './visit-setting.ts'

const clinic = { name: 'Cedar Ridge', timezone: 'America/Chicago' }
const rosalind: ReminderSubject = {
  ...{ firstName: 'Rosalind', doctorName: 'Dr. Okafor', location: 'Northgate', visitType: 'Follow-up' },
  startsAt: new Date('2026-11-26T15:30:00Z'),
}
const elias = { ...rosalind, firstName: 'Elias', startsAt: new Date('2026-11-26T16:00:00Z') }
const textOf = (text: string, more: Partial<Parameters<typeof reminderText>[0]> = {}) =>
  reminderText({ text, subjects: [rosalind], clinic, isShared: false, asks: false, ...more })

test('reminderValues says day and time of the clinic’s clock', () => {
  expect(reminderValues(rosalind, clinic)).toMatchObject({
    ...{ weekday: 'Thursday', appointmentDate: 'Nov 26', appointmentTime: '9:30 AM', clinic: 'Cedar Ridge' },
  })
  expect(reminderValues(rosalind, { ...clinic, timezone: 'Pacific/Honolulu' }).appointmentTime).toBe('5:30 AM')
})

test('reminderValues puts names on one line and shortens very long ones', () => {
  const { firstName, location } = reminderValues(
    { ...rosalind, firstName: 'Ros\r\nalind\u0000', location: 'x'.repeat(500) },
    clinic,
  )
  expect([firstName, location.length]).toEqual(['Ros alind', 100])
})

test('filledReminder fills known fields and leaves others', () => {
  const values = reminderValues(rosalind, clinic)
  expect(filledReminder('{{ firstName }} at {{appointmentTime}}, {{room}}', values)).toBe(
    'Rosalind at 9:30 AM, {{room}}',
  )
  expect(unknownFields('{{ firstName }} {{room}} {{Room}}')).toEqual(['room', 'Room'])
  expect(filledReminder('{{firstName|you}}, {{location|our office}}', { ...values, location: '' })).toBe(
    'Rosalind, our office',
  )
})

test.each(visitSetting.default.reminders.flatMap(({ steps }) => steps.map(({ text }) => text)))(
  'the default text "%s" has no unknown field and is filled whole',
  (text) => {
    expect(unknownFields(text)).toEqual([])
    expect(textOf(text)).not.toMatch(/[{}]/)
  },
)

describe('reminderText', () => {
  test('says how to reply once', () => {
    expect(textOf('See you at {{appointmentTime}}.', { asks: true })).toBe(`See you at 9:30 AM. ${HOW_TO_REPLY}`)
    for (const said of ['Reply C please.', 'Responda C por favor.']) expect(withReplyWords(said)).toBe(said)
  })

  test('names the patient on a number that several share, whatever the words say', () => {
    expect(textOf('See you at {{appointmentTime}}.', { isShared: true })).toBe('Rosalind: See you at 9:30 AM.')
    for (const text of ['{{firstName}}, see you.', '{{firstName|Hello}}, see you.'])
      expect(textOf(text, { isShared: true })).toBe('Rosalind, see you.')
  })

  test('adds the family’s other appointments of the day', () => {
    expect(
      textOf('{{firstName}}, see you at {{appointmentTime}}.', {
        ...{ subjects: [rosalind, elias], isShared: true, asks: true },
      }),
    ).toBe(`Rosalind, see you at 9:30 AM. Also that day: Elias at 10:00 AM with Dr. Okafor. ${HOW_TO_REPLY}`)
  })
})
