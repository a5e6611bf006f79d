import type { VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { expect, test } from 'vitest'
import { sampleMoment, sampleText } from './sample.rules.ts'
import { changedParts, kindWords, stepWords } from './visit-words.rules.ts'
import {
  newCadence,
  nextStep,
  settingsOf,
  type TypedCadence,
  type TypedStep,
  type TypedVisits,
  typedOf,
  visitErrors,
  writtenAt,
} from './visits.rules.ts'

const usual: VisitSettings = visitSetting.default
const typed = () => structuredClone(typedOf(usual))
const first = (values: TypedVisits) => values.reminders[0]?.steps[0] as TypedStep
const clinic = { name: 'Cedar Ridge', timezone: 'America/Chicago' }
const now = new Date('2026-11-19T15:16:00Z')

test('typedOf and settingsOf turn settings into a form and back', () => {
  expect(settingsOf(typedOf(usual))).toEqual(usual)
  const silent = { ...usual, replies: { read: false, thanks: null } }
  expect(settingsOf(typedOf(silent))).toEqual(silent)
})

test('settingsOf passes what the call takes, whatever the form has beside it', () => {
  const values = typed()
  Object.assign(first(values), { unit: 'hour', n: ' 3 ', text: '  See you soon.  ' })
  values.reminders.push({ ...(values.reminders[0] as TypedCadence), _id: 'c2', isAny: false, appointmentType: ' MRI ' })
  const settings = settingsOf(values)
  expect(settings.reminders[0]?.steps[0]).toMatchObject({
    before: { n: 3, unit: 'hour' },
    at: null,
    text: 'See you soon.',
  })
  expect(settings.reminders[1]?.appointmentType).toBe('MRI')
  expect(visitSetting.schema.safeParse(settings).success).toBe(true)
})

test.each<[string, (values: TypedVisits) => void, Record<string, string>]>([
  ['nothing where all is right', () => undefined, {}],
  [
    'a number that is none',
    (values) => Object.assign(first(values), { n: '1.5' }),
    { 'reminders.0.steps.0.n': 'A whole number from 1 to 365' },
  ],
  [
    'a number that is too large',
    (values) => Object.assign(first(values), { n: '366' }),
    { 'reminders.0.steps.0.n': 'A whole number from 1 to 365' },
  ],
  [
    'a time that is none',
    (values) => Object.assign(first(values), { at: '25:00' }),
    { 'reminders.0.steps.0.at': 'Time must be HH:MM' },
  ],
  ['no time of a step of hours', (values) => Object.assign(first(values), { unit: 'hour', at: '' }), {}],
  [
    'a text that is blank',
    (values) => Object.assign(values.invitation, { text: ' \u200b ' }),
    { 'invitation.text': 'Write what the patient reads' },
  ],
  [
    'a text that is too long',
    (values) => Object.assign(values.noShow, { text: 'x'.repeat(641) }),
    { 'noShow.text': '641 characters are too many: 640 at most' },
  ],
  [
    'a field that no text has',
    (values) => Object.assign(first(values), { text: 'See you in {{room}}.' }),
    { 'reminders.0.steps.0.text': '{{room}} is not a field of this text' },
  ],
  [
    'a field that an invitation has not',
    (values) => Object.assign(values.invitation, { text: 'Come on {{appointmentDate}}.' }),
    { 'invitation.text': '{{appointmentDate}} is not a field of this text' },
  ],
  [
    'a word by which the carrier opts out',
    (values) => Object.assign(values.replies, { thanks: 'Reply CANCEL to cancel your visit.' }),
    { 'replies.thanks': 'CANCEL stops all texts at the carrier. Ask for R instead.' },
  ],
  ['no answer that is turned off', (values) => Object.assign(values.replies, { answers: false, thanks: '' }), {}],
  [
    'a kind of visit without a name, and one that is there twice',
    (values) => {
      const cadence = values.reminders[0] as TypedCadence
      for (const [_id, appointmentType] of [
        ['c2', ''],
        ['c3', 'MRI'],
        ['c4', ' MRI'],
      ] as const)
        values.reminders.push({ ...cadence, _id, isAny: false, appointmentType })
    },
    {
      'reminders.1.appointmentType': 'Enter the kind of visit',
      'reminders.2.appointmentType': 'This kind of visit has reminders already',
      'reminders.3.appointmentType': 'This kind of visit has reminders already',
    },
  ],
])('visitErrors marks %s', (_, change, errors) => {
  const values = typed()
  change(values)
  expect(visitErrors(values)).toEqual(errors)
})

test('nextStep proposes a day before, then hours before', () => {
  const day = nextStep([], 's1')
  expect([day.n, day.unit, day.at]).toEqual(['1', 'day', '09:00'])
  const hours = nextStep([day], 's2')
  expect([hours._id, hours.n, hours.unit, hours.text]).toEqual(['s2', '3', 'hour', day.text])
})

test('newCadence begins with the steps of the other kinds under new ids, turned off', () => {
  let made = 0
  const newId = () => `id${++made}`
  const { reminders } = typed()
  const cadence = newCadence(reminders, { isAny: false, newId })
  expect(cadence).toMatchObject({ isAny: false, appointmentType: '', enabled: false })
  expect(cadence.steps.map(({ _id, n }) => [_id, n])).toEqual([
    ['id1', '2'],
    ['id2', '2'],
  ])
  expect(newCadence([], { isAny: true, newId }).steps).toHaveLength(1)
})

test('writtenAt finds the text of a path with its step, and nothing where the step is gone', () => {
  const values = typed()
  expect(writtenAt('reminders.0.steps.1.text', values)).toMatchObject({ asks: true, step: { unit: 'hour' } })
  expect(writtenAt('reminders.0.steps.2.text', values)).toBeNull()
  expect(writtenAt('noShow.text', values)).toMatchObject({ asks: false, step: null, text: usual.noShow.text })
  values.replies.answers = false
  expect(writtenAt('replies.thanks', values)).toBeNull()
})

const written = (change: Partial<TypedStep>) => {
  const values = typed()
  Object.assign(first(values), change)
  const found = writtenAt('reminders.0.steps.0.text', values)
  if (found === null) throw new Error('The step is gone')
  return found
}

test('sampleText fills the words with an invented patient and says how to reply', () => {
  const text = '{{firstName}}, {{weekday}} {{appointmentDate}} at {{appointmentTime}}, {{doctorName}}, {{clinic}}.'
  expect(sampleText(written({ text }), clinic, now)).toBe(
    'Avery, Monday Nov 23 at 10:30 AM, Dr. Rowan Ellis, Cedar Ridge. Reply C to confirm or R to reschedule.',
  )
  expect(sampleText({ ...written({ text: '{{visitType}}' }), asks: false, visitType: ' MRI ' }, clinic, now)).toBe(
    'MRI',
  )
})

test.each<[Partial<TypedStep>, string | null]>([
  [{}, 'Sat, Nov 21, 9:00 AM'],
  [{ unit: 'hour', n: '2' }, 'Mon, Nov 23, 8:30 AM'],
  [{ unit: 'minute', n: '45' }, 'Mon, Nov 23, 9:45 AM'],
  // The invented visit is far enough ahead for the reminder to be yet to come.
  [{ n: '14' }, 'Fri, Nov 20, 9:00 AM'],
  [{ n: '' }, null],
  [{ at: '9' }, null],
])('sampleMoment says when the reminder goes out: %j', (change, moment) => {
  const { step } = written(change)
  expect(step && sampleMoment(step, clinic, now)).toBe(moment)
})

test('stepWords and kindWords say when, how and for whom', () => {
  const [step, soon] = usual.reminders[0]?.steps ?? []
  expect([step && stepWords(step), soon && stepWords(soon)]).toEqual([
    '2 days before, at 09:00. Text, otherwise email',
    '2 hours before. Text, otherwise email. Also when confirmed',
  ])
  expect([kindWords(null, true), kindWords(null, false), kindWords('MRI', false)]).toEqual([
    ...['Every kind of visit', 'Every other kind of visit', 'MRI'],
  ])
})

test('changedParts names what somebody else has changed, added and removed', () => {
  const [any] = usual.reminders
  if (!any) throw new Error('There is no cadence')
  const before: VisitSettings = { ...usual, reminders: [any, { ...any, _id: 'c2', appointmentType: 'MRI' }] }
  const now: VisitSettings = {
    ...usual,
    reminders: [{ ...any, enabled: true, steps: any.steps.slice(1) }],
    replies: { read: false, thanks: null },
    noShow: { enabled: true, at: '18:00', text: 'Sorry.' },
  }
  expect(changedParts(before, now)).toEqual([
    {
      title: 'Reminders, Every other kind of visit',
      now: `On. 2 hours before. Text, otherwise email. Also when confirmed: ${any.steps[1]?.text}`,
    },
    {
      title: 'Replies',
      now: 'Staff read each reply and confirm the visit themselves. A confirmation is not answered.',
    },
    { title: 'After a missed visit', now: 'Sent at 18:00 that day: Sorry.' },
    { title: 'Reminders, MRI', now: 'Removed' },
  ])
  expect(changedParts(now, now)).toEqual([])
})
