import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { expect, test } from 'vitest'
import * as family from './family.rules.ts'

const TODAY = '2026-11-19'
type Reply = NonNullable<Appointment['reply']>

/** Rosalind's visit on Friday at 9:30. */
const visit = (kind: Reply['kind'] | null, facts: Partial<Appointment> = {}, at = '15:00'): Appointment => ({
  ...appointmentExample,
  reply: kind === null ? null : { kind, at: `2026-11-19T${at}:00.000Z`, messageId: `m${at}` },
  ...facts,
})
const member = (_id: string, name: string, birthdate: string | null = null) => ({ _id, name, birthdate, mrn: null })
const rosalind = member('p1', 'Rosalind Carver')
const elias = member('p2', 'Elias Carver')
const alone = family.memberNames([rosalind])
const both = family.memberNames([rosalind, elias])

test('unclearReplies names the newest first, with all visits that each is about', () => {
  const replies = family.unclearReplies([
    visit('unclear', { _id: 'a1' }),
    visit('confirm', { _id: 'a2' }),
    visit(null, { _id: 'a3' }),
    visit('unclear', { _id: 'a4' }, '15:20'),
    visit('unclear', { _id: 'a5' }),
  ])
  expect(replies.map(({ messageId, visits }) => [messageId, ...visits.map(({ _id }) => _id)])).toEqual([
    ['m15:20', 'a4'],
    ['m15:00', 'a1', 'a5'],
  ])
})

test('unclearReplies leaves out a visit that has begun, ended or been cancelled', () => {
  const statuses = ['arrived', 'completed', 'cancelled', 'noShow', 'confirmed'] as const
  const visits = statuses.map((appointmentStatus) => visit('unclear', { _id: appointmentStatus, appointmentStatus }))
  expect(family.unclearReplies(visits).flatMap((one) => one.visits.map(({ _id }) => _id))).toEqual(['confirmed'])
})

test.each<[Reply['kind'], string, string]>([
  ['confirm', 'ok', 'Confirmed Fri 9:30'],
  ['reschedule', 'auto', 'Asks to move Fri 9:30'],
  ['cancelAsked', 'warn', 'Asks to cancel Fri 9:30'],
  ['saidCancel', 'warn', 'May be about Fri 9:30'],
  ['late', 'warn', 'Running late for Fri 9:30'],
])('marksOf puts a reply of the kind %s into words', (kind, look, words) => {
  expect(family.marksOf([visit(kind)], alone, TODAY).get('m15:00')).toEqual([
    { appointmentId: appointmentExample._id, look, words },
  ])
})

test('marksOf says whose visit it is where several share the number, and nothing about an unclear reply', () => {
  const visits = [
    visit('confirm'),
    visit('confirm', { _id: 'a2', patientId: 'p2', startTime: '10:00' }),
    visit('unclear', { _id: 'a3' }, '15:20'),
  ]
  const marks = family.marksOf(visits, both, TODAY)
  expect([...marks.keys()]).toEqual(['m15:00'])
  expect(marks.get('m15:00')?.map(({ words }) => words)).toEqual([
    'Rosalind: confirmed Fri 9:30',
    'Elias: confirmed Fri 10:00',
  ])
})

test('visitTime names the weekday within six days and the date beyond, before and after today', () => {
  const at = (appointmentDate: string, startTime = '14:00') =>
    family.visitTime(visit(null, { appointmentDate, startTime }), TODAY)
  expect(at('2026-11-25')).toBe('Wed 2:00')
  expect(at('2026-11-26')).toBe('Nov 26, 2:00')
  expect(at('2026-11-13', '06:30')).toBe('Fri 6:30 AM')
  expect(at('2025-11-12')).toBe('Nov 12, 2025, 2:00')
})

test('memberNames gives the first name, or as much more as tells two apart', () => {
  const names = family.memberNames([
    rosalind,
    elias,
    member('p3', 'Elias Brown'),
    member('p4', 'Ana Carver', '1960-05-01'),
    member('p5', 'Ana Carver', '1990-05-01'),
    member('p6', 'Ana Carver'),
  ])
  expect([...names.values()]).toEqual([
    'Rosalind',
    'Elias Carver',
    'Elias Brown',
    'Ana Carver, 1960',
    'Ana Carver, 1990',
    'Ana Carver',
  ])
})

test('a lane shows what is filed under its patient, and the one of nobody what is not filed', () => {
  const messages = [{ patientId: 'p1' }, { patientId: 'p2' }, { patientId: null }]
  const shown = (lane: string) => messages.filter((message) => family.isInLane(message, lane))
  expect(shown(family.ALL)).toEqual(messages)
  expect(shown('p2')).toEqual([{ patientId: 'p2' }])
  expect(shown(family.NOT_FILED)).toEqual([{ patientId: null }])
  expect([family.ALL, family.NOT_FILED, 'p2'].map(family.patientOfLane)).toEqual([null, null, 'p2'])
})

test('laneAmong shows all where the patient of the lane has left the number, or no one shares it', () => {
  expect(family.laneAmong('p2', [rosalind, elias])).toBe('p2')
  expect(family.laneAmong(family.NOT_FILED, [rosalind, elias])).toBe(family.NOT_FILED)
  expect(family.laneAmong('p3', [rosalind, elias])).toBe(family.ALL)
  expect(family.laneAmong(family.NOT_FILED, [rosalind])).toBe(family.ALL)
})
