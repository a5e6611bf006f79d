import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeAppointments } from './appointment-change.ts'
import { type AppointmentRule, askForAnotherTime, confirm, setStatus } from './appointments.rules.ts'
import { openVisits, type Visits } from './visits.suite.ts'

let visits: Visits
beforeEach(async () => {
  visits = await openVisits()
  await visits.visit('a1', '2026-11-20T15:30:00Z')
})
afterEach(() => visits.close())

const now = () => visits.parts.clock.now()
const change = (ids: readonly string[], rule: AppointmentRule, by: string | null = 'lena') =>
  visits.parts.database.write('o1', (tx) =>
    changeAppointments(tx, { organizationId: 'o1', ids, by, now: now(), newUndoId: visits.parts.newId }, rule),
  )
const confirming: AppointmentRule = (one) => confirm(one, 'staff', now())

test('changeAppointments saves the row and its history, and tells of appointment, patient and conversation [STATE-32]', async () => {
  const thread = await visits.text('+15125550142', 'Hello')
  const before = (await visits.events()).at(-1)?.seq ?? 0
  const { changed, skipped, undoId, seq } = await change(['a1', 'absent'], confirming)
  expect(skipped).toEqual([{ appointmentId: 'absent', reason: 'not_found', status: null }])
  expect(undoId).toEqual(expect.any(String))
  const events = await visits.events(before)
  expect(events.map(({ type, key }) => [type, key])).toEqual([
    ['appointment.changed', 'a1'],
    ['patient.changed', 'p1'],
    ['conversation.changed', thread.id],
  ])
  expect(changed).toEqual([events[0]?.data])
  expect(changed[0]).toMatchObject({
    ...{ _id: 'a1', patientName: 'Rosalind Carver', providerName: 'Dr. Amara Okafor', conversationId: thread.id },
    ...{ appointmentDate: '2026-11-20', startTime: '09:30', endTime: '09:50', appointmentStatus: 'confirmed' },
    ...{ confirmed: true, confirmedBy: 'staff', unread: 1, smsStatus: 'subscribed', version: before + 1 },
  })
  expect(events[1]?.data).toMatchObject({
    nextVisit: { appointmentId: 'a1', status: 'confirmed', confirmedBy: 'staff' },
  })
  expect(events[2]?.data).toMatchObject({ appointment: { appointmentId: 'a1', status: 'confirmed' } })
  expect(seq).toBe(before + 3)
  expect(await visits.store.query('select position, user_id, kind, details from appointment_history')).toEqual([
    { position: 1, user_id: 'lena', kind: 'status', details: { from: 'scheduled', to: 'confirmed' } },
  ])
})

test('changeAppointments writes nothing when the rule changes nothing [STATE-32]', async () => {
  await visits.text('+15125550142', 'Hello')
  await change(['a1'], confirming)
  const before = (await visits.events()).length
  expect(await change(['a1'], confirming)).toMatchObject({
    ...{ changed: [], skipped: [{ appointmentId: 'a1', reason: 'unchanged', status: 'confirmed' }], undoId: null },
  })
  expect(await visits.events()).toHaveLength(before)
})

test('changeAppointments skips an appointment that has ended', async () => {
  await change(['a1'], (one) => setStatus(one, { status: 'cancelled', at: now(), admits: false }))
  const asking = await change(['a1'], (one) => askForAnotherTime(one, now(), null), null)
  expect(asking.skipped).toEqual([{ appointmentId: 'a1', reason: 'not_open', status: 'cancelled' }])
})

test('changeAppointments tells of the later visits of a patient who missed one', async () => {
  await visits.visit('a0', '2026-11-18T15:30:00Z')
  const before = (await visits.events()).at(-1)?.seq ?? 0
  await change(['a0'], (one) => setStatus(one, { status: 'noShow', at: now(), admits: false }))
  const told = (await visits.events(before)).filter(({ type }) => type === 'appointment.changed')
  expect(told.map(({ key, seq, data }) => [key, seq, data])).toEqual([
    ['a0', before + 1, expect.objectContaining({ noShows: 0, version: before + 1 })],
    ['a1', before + 2, expect.objectContaining({ noShows: 1, version: before + 2 })],
  ])
})

test('changeAppointments tells of more than fifty appointments by one event', async () => {
  const ids = Array.from({ length: 51 }, (_, place) => `b${place}`)
  for (const [place, id] of ids.entries()) {
    const day = String(1 + (place % 28)).padStart(2, '0')
    await visits.visit(id, `2026-12-${day}T${String(14 + Math.floor(place / 28))}:00:00Z`)
  }
  const before = (await visits.events()).at(-1)?.seq ?? 0
  const { changed, seq } = await change(ids, confirming)
  const [first, ...others] = await visits.events(before)
  expect(first).toMatchObject({
    type: 'appointments.reloaded',
    data: { from: '2026-12-01', to: '2026-12-28', cause: 'change' },
  })
  expect(others.map(({ type }) => type)).toEqual(['patient.changed'])
  expect(changed).toHaveLength(51)
  expect(new Set(changed.map(({ version }) => version))).toEqual(new Set([seq - 1]))
})
