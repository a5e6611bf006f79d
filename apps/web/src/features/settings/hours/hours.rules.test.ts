import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'
import {
  hoursErrors,
  nextSpan,
  quietWords,
  type Span,
  settingsBody,
  spansWords,
  type TypedHours,
} from './hours.rules.ts'

const workday = [{ from: '08:00', to: '17:00' }]
const typed: TypedHours = {
  week: {
    monday: [
      { from: '08:00', to: '12:00' },
      { from: '13:00', to: '24:00' },
    ],
    tuesday: workday,
    wednesday: workday,
    thursday: workday,
    friday: workday,
    saturday: [],
    sunday: [],
  },
  closedDays: [{ day: '2026-12-25' }, { day: '2026-11-26' }],
  afterHours: { enabled: true, message: 'We are closed.' },
  quietHours: { from: '21:00', to: '08:00' },
  helpMessage: '',
}
const monday = (...spans: Span[]): TypedHours => ({ ...typed, week: { ...typed.week, monday: spans } })
const days = (...list: string[]): TypedHours => ({ ...typed, closedDays: list.map((day) => ({ day })) })

const accepts = (given: TypedHours) =>
  calls.saveInboxSettings.body.safeParse({ organizationId: 'org_1', version: 0, ...settingsBody(given) }).success

test('settingsBody is what the call takes: days in order, an empty help text as none', () => {
  expect(hoursErrors(typed)).toEqual({})
  expect(accepts(typed)).toBe(true)
  expect(settingsBody(typed)).toMatchObject({
    businessHours: { closedDays: ['2026-11-26', '2026-12-25'] },
    helpMessage: null,
  })
  expect(settingsBody({ ...typed, helpMessage: 'Call us.' }).helpMessage).toBe('Call us.')
})

test.each<[string, TypedHours, Record<string, string>]>([
  ['an invalid time', monday({ from: '8:00', to: '17:00' }), { 'week.monday.0.from': 'Time must be HH:MM' }],
  ['a beginning at 24:00', monday({ from: '24:00', to: '17:00' }), { 'week.monday.0.from': 'Time must be HH:MM' }],
  ['an invalid end', monday({ from: '08:00', to: '25:00' }), { 'week.monday.0.to': 'Time must be HH:MM' }],
  [
    'an end before the beginning',
    monday({ from: '17:00', to: '08:00' }),
    { 'week.monday.0.to': 'Must end after it begins' },
  ],
  [
    'parts that overlap',
    monday({ from: '08:00', to: '12:00' }, { from: '11:30', to: '17:00' }),
    { 'week.monday.1.from': 'Must begin at 12:00 or later' },
  ],
  ['a day that does not exist', days('2026-02-30'), { 'closedDays.0.day': 'Choose a day' }],
  [
    'no reply',
    { ...typed, afterHours: { enabled: false, message: ' ' } },
    { 'afterHours.message': 'Write the reply patients get' },
  ],
  [
    'a long reply',
    { ...typed, afterHours: { enabled: true, message: 'a'.repeat(321) } },
    { 'afterHours.message': '321 characters are too many: 320 at most' },
  ],
  [
    'a long help text',
    { ...typed, helpMessage: 'a'.repeat(321) },
    { helpMessage: '321 characters are too many: 320 at most' },
  ],
  [
    'invalid quiet hours',
    { ...typed, quietHours: { from: '', to: '08:00' } },
    { 'quietHours.from': 'Time must be HH:MM' },
  ],
])('hoursErrors names the field of %s, as the call refuses it', (_, given, wrong) => {
  expect(hoursErrors(given)).toEqual(wrong)
  expect(accepts(given)).toBe(false)
})

test('hoursErrors says that a closed day is listed already', () => {
  expect(hoursErrors(days('2026-12-25', '2026-12-25'))).toEqual({ 'closedDays.1.day': 'This day is listed already' })
})

test('nextSpan offers the usual hours first, then an hour after the last part, and nothing at night', () => {
  expect(nextSpan([])).toEqual({ from: '08:00', to: '17:00' })
  expect(nextSpan([{ from: '08:00', to: '12:00' }])).toEqual({ from: '13:00', to: '15:00' })
  expect(nextSpan([{ from: '08:00', to: '24:00' }])).toEqual({ from: '', to: '' })
})

test('spansWords and quietWords describe hours in words', () => {
  expect(spansWords(typed.week.monday)).toBe('08:00 to 12:00, 13:00 to 24:00')
  expect(spansWords([])).toBe('Closed')
  expect(quietWords({ from: '21:00', to: '08:00' })).toMatch(/^From 21:00 to 08:00 by the patient/)
  expect(quietWords({ from: '08:00', to: '08:00' })).toMatch(/^No quiet hours/)
})
