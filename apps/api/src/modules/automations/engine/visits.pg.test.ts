import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
const DAY_MS = 86_400_000
const BOOKED = { kind: 'appointmentBooked' }
const TEXT = { sequence: 1, kind: 'sendSms', text: 'You are booked.' }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.clear())

/** A Monday of more than a week ahead. */
function monday(): string {
  const day = new Date(clinic.parts.clock.now().getTime() + 8 * DAY_MS)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

async function book(patientId: string): Promise<string> {
  const fields = { patientId, doctorId: 'doctor1', date: monday(), time: '09:30' }
  const { status, body } = await clinic.ask('bookAppointment', 'lena', fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.appointmentId
}

test.each([
  ['cancelled', 'visit_cancelled', () => ({ type: 'status', status: 'cancelled' })],
  ['moved', 'visit_moved', () => ({ type: 'move', date: monday(), time: '11:30' })],
])('a visit that was %s before its booking is judged gets no text', async (_, reason, change) => {
  await clinic.add({ trigger: BOOKED, actions: [TEXT] })
  const id = await book('p1')
  const { status, body } = await clinic.ask('changeAppointments', 'lena', { appointmentIds: [id], change: change() })
  expect([status, body.data?.changed?.length], JSON.stringify(body)).toEqual([200, 1])
  await clinic.judge()
  expect(await clinic.runs()).toMatchObject([{ state: 'stopped', reason, steps: [] }])
  expect(await clinic.store.query(`select body from messages where origin = 'automation'`)).toEqual([])
})

test('a conversation that the text of one rule began is there for the next rule', async () => {
  await clinic.add({ trigger: BOOKED, actions: [TEXT] })
  const conditions = [{ field: 'conversation.status', operator: 'is', value: 'open' }]
  const note = { sequence: 1, kind: 'addNote', text: 'Booked online', mentions: [] }
  await clinic.add({ trigger: BOOKED, conditions, actions: [note] }, 'Second')
  await book('p2')
  await clinic.judge()
  expect((await clinic.runs()).map(({ steps }) => steps.map(({ outcome, reason }) => reason ?? outcome))).toEqual([
    ['done'],
    ['done'],
  ])
  const written = await clinic.store.query(
    `select m.body from messages as m join conversations as c on c.id = m.conversation_id
     where c.patient_id = 'p2' order by m.created_at`,
  )
  expect(written).toEqual([{ body: 'You are booked.' }, { body: 'Booked online' }])
})
