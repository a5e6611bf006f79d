import { expect, test } from 'vitest'
import type { KnownEvent } from '../events.ts'
import { conversationExample } from '../inbox/conversation.ts'
import { patientRecordExample } from '../patients/patient-record.ts'
import { appointmentExample } from './appointment.ts'
import { factOf, listedFacts, listedVisits } from './listed.rules.ts'

const visit = { ...appointmentExample, conversationId: conversationExample.id, version: 9 }
const event = (type: string, seq: number, data: object) =>
  ({ type, seq, epoch: 'e1', organizationId: 'org_cedar', data: { ...data, version: seq } }) as unknown as KnownEvent
const renamed = (seq: number) => event('patient.changed', seq, { ...patientRecordExample, name: 'Rosa Carver' })
const wrote = (seq: number, changes: object = {}) =>
  event('conversation.changed', seq, { ...conversationExample, unreadCount: 3, smsStatus: 'opted_out', ...changes })
const after = (asOf: number, ...events: KnownEvent[]) =>
  listedVisits([factOf(visit), ...events.flatMap(listedFacts.select)], asOf)[0]

test('listedVisits shows what the patient and the conversation say since the reading', () => {
  expect(after(20, renamed(21), wrote(22))).toMatchObject({ patientName: 'Rosa Carver', unread: 3 })
  expect(after(20, renamed(21), wrote(22))?.smsStatus).toBe('opted_out')
})

test('listedVisits keeps the reading when a fact is older', () => {
  expect(after(22, renamed(21), wrote(22))).toBe(visit)
})

test('listedVisits shows the newer consent when the patient and the conversation differ', () => {
  expect(after(20, renamed(23), wrote(22))?.smsStatus).toBe('subscribed')
})

test('listedVisits adds the conversation of a patient who had none', () => {
  const facts = [factOf({ ...visit, conversationId: null }), ...listedFacts.select(wrote(22, { patientId: 'p1' }))]
  expect(listedVisits(facts, 20)[0]).toMatchObject({ conversationId: conversationExample.id, unread: 3 })
  const other = [factOf({ ...visit, conversationId: null }), ...listedFacts.select(wrote(22, { patientId: 'p9' }))]
  expect(listedVisits(other, 20)[0]?.conversationId).toBeNull()
})

test('listedFacts ignores a chat on the web page, and tells of a reload by its seq', () => {
  expect(listedFacts.select(wrote(22, { type: 'chat' }))).toEqual([])
  const reload = event('appointments.reloaded', 30, { from: '2026-11-20', to: '2026-11-21', cause: 'import' })
  expect(listedFacts.select(reload)).toMatchObject([{ kind: 'reload', version: 30 }])
  expect(listedFacts.select(event('patients.reloaded', 31, { cause: 'import' }))).toMatchObject([
    { kind: 'reload', version: 31 },
  ])
})
