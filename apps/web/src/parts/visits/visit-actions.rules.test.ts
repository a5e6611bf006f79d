import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { expect, test } from 'vitest'
import {
  canTextWords,
  changedWords,
  confirmsWords,
  doneWords,
  mayConfirm,
  mayMove,
  nameOf,
  nightWords,
  nightZones,
  remindable,
  remindedWords,
  textProblem,
  undoneWords,
} from './visit-actions.rules.ts'

const visit = (facts: Partial<Appointment> = {}): Appointment => ({ ...appointmentExample, ...facts })
const now = new Date('2026-11-19T15:16:00Z')
const wish = { reschedule: { state: 'asked', at: '2026-11-19T15:00:00.000Z', wish: null } } as const

test('nameOf shows the number of a patient without a name [ENTITY-04]', () => {
  expect(nameOf(visit())).toBe('Rosalind Carver')
  expect(nameOf(visit({ patientName: 'Unknown' }))).toBe('(512) 555-0142')
  expect(nameOf(visit({ patientName: ' ', phoneNumber: null }))).toBe('Unknown')
})

test.each<[Partial<Appointment>, boolean, boolean]>([
  [{}, true, true],
  [{ appointmentStatus: 'confirmed' }, false, true],
  [{ appointmentStatus: 'confirmed', ...wish }, true, true],
  [{ appointmentStatus: 'arrived', ...wish }, false, false],
  [{ appointmentStatus: 'cancelled' }, false, false],
])('mayConfirm and mayMove of %j are %s and %s', (facts, confirms, moves) => {
  expect([mayConfirm(visit(facts)), mayMove(visit(facts))]).toEqual([confirms, moves])
})

test.each<[Partial<Appointment>, string | null]>([
  [{}, null],
  [{ smsStatus: 'opted_out' }, 'opted_out'],
  [{ smsStatus: 'blocked' }, 'blocked'],
  [{ phoneNumber: null }, 'no_number'],
  [{ appointmentStatus: 'noShow', smsStatus: 'opted_out' }, 'not_open'],
  [{ appointmentStatus: 'arrived' }, 'came'],
  [{ appointmentStatus: 'admitted', phoneNumber: null }, 'came'],
  [{ startsAt: '2026-11-19T15:16:00.000Z' }, 'begun'],
])('textProblem of %j is %s', (facts, problem) => {
  expect(textProblem(visit(facts), now)).toBe(problem)
})

test('canTextWords and confirmsWords say what the bar would leave out', () => {
  const [fine, out, done] = [visit(), visit({ smsStatus: 'opted_out' }), visit({ appointmentStatus: 'confirmed' })]
  const words = (...visits: Appointment[]) => canTextWords(visits, now)
  expect(words(fine, fine, done)).toBe('All 3 can get a text')
  expect(words(fine)).toBe('Can get a text')
  expect(words(visit({ phoneNumber: null }))).toBe('Can’t get a text: 1 has no number')
  expect(words(fine, out, out)).toBe('1 of 3 can get a text: 2 have opted out')
  expect(words(fine, visit({ appointmentStatus: 'arrived' }))).toBe('1 of 2 can get a text: 1 has arrived')
  expect(words(out, visit({ phoneNumber: null }))).toBe('None of 2 can get a text: 1 has opted out, 1 has no number')
  expect([confirmsWords([fine]), confirmsWords([fine, done]), confirmsWords([done])]).toEqual([
    undefined,
    '1 needs no confirmation',
    'Nothing to confirm',
  ])
})

test('remindedWords and changedWords name one patient, count several, and say what was left out', () => {
  const two = [visit(), visit({ _id: 'b' })]
  expect(remindedWords([visit()], [])).toBe('Reminder sent to Rosalind Carver')
  expect(remindedWords(two, ['opted_out', 'no_number', 'opted_out'])).toBe(
    'Reminder sent to 2 patients. Left out: 2 have opted out, 1 has no number.',
  )
  expect(remindedWords([], ['not_open'])).toBe('No reminder sent. Left out: 1 is over or cancelled.')
  expect(changedWords(doneWords({ type: 'confirm' }, two), ['unchanged'])).toBe(
    'Confirmed 2 patients. Left out: 1 needed no change.',
  )
  expect(doneWords({ type: 'status', status: 'cancelled' }, [visit()])).toBe('Cancelled the visit for Rosalind Carver')
  expect(doneWords({ type: 'confirm' }, [])).toBe('Nothing changed')
})

test('remindedWords says what staff sent about a missed visit', () => {
  expect(remindedWords([visit()], [], 'noShow')).toBe('No-show text sent to Rosalind Carver')
  expect(remindedWords([], ['opted_out'], 'noShow')).toBe('No text sent. Left out: 1 has opted out.')
})

test('remindable leaves out visits that have begun or ended, and says why', () => {
  const come = visit({ appointmentStatus: 'arrived' })
  const begun = visit({ startsAt: '2026-11-19T15:00:00.000Z' })
  expect(remindable([come, visit({ _id: 'b' }), begun, visit({ appointmentStatus: 'cancelled' })], now)).toEqual({
    toCome: [visit({ _id: 'b' })],
    left: ['came', 'begun', 'not_open'],
  })
})

test('undoneWords says what was not undone, and why', () => {
  const changed = { reason: 'changed_since' } as const
  expect([undoneWords(1, []), undoneWords(3, [])]).toEqual(['Undone', 'Undone for 3'])
  expect(undoneWords(0, [changed])).toBe('Not undone: the visit was changed since, or its time was taken')
  expect(undoneWords(2, [changed])).toBe('2 undone, 1 not: the visit was changed since, or its time was taken')
})

const HONOLULU = 'Pacific/Honolulu'
const CHICAGO = 'America/Chicago'
test.each([
  ['2026-11-20T02:59:00Z', []],
  ['2026-11-20T03:00:00Z', [CHICAGO]],
  ['2026-11-20T13:59:00Z', [CHICAGO, HONOLULU]],
  ['2026-11-20T14:00:00Z', [HONOLULU]],
  ['2026-11-20T18:00:00Z', []],
])('nightZones at %s of a patient in Chicago and one in Honolulu is %j', (at, zones) => {
  const of = (timezone: string | null) => ({ _id: 'a', patientName: 'A', phoneNumber: null, timezone })
  const clinic = { timezone: CHICAGO, hours: { from: '21:00', to: '08:00' } }
  expect(nightZones([of(null), of(HONOLULU)], new Date(at), clinic)).toEqual(zones)
})

test('nightZones goes by the hours of the clinic, and by its zone where that of the patient is unknown', () => {
  const visit = { _id: 'a', patientName: 'A', phoneNumber: null }
  const zones = (from: string, to: string) =>
    nightZones([visit], new Date('2026-11-20T01:00:00Z'), { timezone: CHICAGO, hours: { from, to } })
  expect([zones('19:00', '08:00'), zones('19:01', '08:00'), zones('19:00', '19:00')]).toEqual([[CHICAGO], [], []])
})

test('nightWords tells the time of the patients for whom it is night', () => {
  const clock = (zone: string) => (zone === HONOLULU ? '10:00 PM' : '2:00 AM')
  expect(nightWords([HONOLULU], 1, clock)).toBe('It’s 10:00 PM for the patient.')
  expect(nightWords([HONOLULU, HONOLULU], 2, clock)).toBe('It’s 10:00 PM for all of them.')
  expect(nightWords([HONOLULU, CHICAGO], 2, clock)).toBe('It’s night for all 2 of them.')
  expect(nightWords([HONOLULU], 2, clock)).toBe('It’s night for 1 of 2.')
})
