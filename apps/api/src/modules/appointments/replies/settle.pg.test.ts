import { settleReply, undoAppointments } from '@foyer/contracts/appointments/change-calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openVisits, type Visits } from '../visits.suite.ts'

const ROSALIND = '+15125550142'

let visits: Visits
let messageId: string
beforeAll(async () => {
  visits = await openVisits()
})
afterAll(() => visits.close())
beforeEach(async () => {
  for (const table of ['appointment_history', 'appointment_undo', 'appointments'])
    await visits.store.query(`delete from ${table}`)
  await visits.visit('a1', '2026-11-20T15:30:00Z')
  await visits.visit('a2', '2026-11-24T15:30:00Z')
  await visits.visit('other', '2026-11-20T16:30:00Z', { patientId: 'p2' })
  await visits.visit('foreign', '2026-11-20T16:30:00Z', { organizationId: 'o2', patientId: 'p9', doctorId: 'doctor9' })
  messageId = await newestMessage(ROSALIND, 'is it the one with the blood test?')
})

async function newestMessage(from: string, body: string): Promise<string> {
  await visits.text(from, body)
  const [row] = await visits.store.query<{ id: string }>(
    `select m.id from messages as m join conversations as c on c.organization_id = m.organization_id
       and c.id = m.conversation_id
     where c.organization_id = 'o1' and c.sender = $1 and m.direction = 'inbound' order by m.created_at desc limit 1`,
    [from],
  )
  return row?.id ?? ''
}

const ask = (answers: Record<string, string>, more: Record<string, unknown> = {}) =>
  visits.ask('settleReply', 'lena', {
    messageId,
    answers: Object.entries(answers).map(([appointmentId, as]) => ({ appointmentId, as })),
    ...more,
  })
async function settled(answers: Record<string, string>) {
  const { status, body } = await ask(answers)
  expect(status, JSON.stringify(body)).toBe(200)
  return settleReply.reply.parse(body).data
}

test('settleReply confirms one visit and notes the wish for another time at the other', async () => {
  const { message, appointments, undoId } = await settled({ a1: 'confirm', a2: 'reschedule' })
  expect(message).toMatchObject({ _id: messageId, direction: 'inbound' })
  expect(appointments).toMatchObject([
    {
      ...{ _id: 'a1', appointmentStatus: 'confirmed', confirmedBy: 'patient' },
      reply: { kind: 'confirm', messageId, at: message.createdAt },
    },
    { _id: 'a2', appointmentStatus: 'scheduled', reschedule: { state: 'asked' }, reply: { kind: 'reschedule' } },
  ])
  expect(undoId).toEqual(expect.any(String))
})

test('settleReply is undone with all that it changed, once', async () => {
  const { undoId } = await settled({ a1: 'confirm', a2: 'cancel' })
  const { body } = await visits.ask('undoAppointments', 'lena', { undoId })
  expect(undoAppointments.reply.parse(body).data.restored).toMatchObject([
    { _id: 'a1', appointmentStatus: 'scheduled', confirmedBy: null, reply: null },
    { _id: 'a2', appointmentStatus: 'scheduled', reply: null },
  ])
  expect((await visits.ask('undoAppointments', 'lena', { undoId })).status).toBe(404)
})

test('settleReply cancels a visit, and refuses to confirm it afterwards', async () => {
  expect(await settled({ a1: 'cancel' })).toMatchObject({
    appointments: [{ appointmentStatus: 'cancelled', reply: { kind: 'cancelAsked' } }],
  })
  const { status, body } = await ask({ a1: 'confirm', a2: 'confirm' })
  expect([status, body.reason]).toEqual([422, 'not_open'])
  expect(await visits.row('a2')).toMatchObject({ status: 'scheduled' })
})

test('settleReply removes the reply from a visit that the message is not about, and leaves one without it', async () => {
  await visits.store.query(
    `update appointments set reply_kind = 'unclear', reply_at = now(), reply_message_id = $1 where id = 'a1'`,
    [messageId],
  )
  const { appointments } = await settled({ a1: 'none', a2: 'none' })
  expect(appointments.map(({ _id, reply }) => [_id, reply])).toEqual([
    ['a1', null],
    ['a2', null],
  ])
  expect((await settled({ a1: 'none', a2: 'none' })).undoId).toBeNull()
})

test('settleReply answers 404 when a message or an appointment is unknown, foreign or of another number', async () => {
  const outgoing = await visits.store.query<{ id: string }>(
    `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version)
     select 'o1', gen_random_uuid()::text, conversation_id, 'outbound', 'Hello', now(), 'sent', 0
     from messages where id = $1 returning id`,
    [messageId],
  )
  for (const [answers, more] of [
    [{ a1: 'confirm' }, { messageId: 'unknown' }],
    [{ a1: 'confirm' }, { messageId: outgoing[0]?.id }],
    [{ a1: 'confirm', unknown: 'none' }, {}],
    [{ a1: 'confirm', foreign: 'none' }, {}],
    [{ a1: 'confirm', other: 'none' }, {}],
  ] as const)
    expect((await ask(answers, more)).status, JSON.stringify(more)).toBe(404)
  expect((await visits.ask('settleReply', 'omar', { organizationId: 'o2', messageId, answers: [] })).status).toBe(400)
  const theirs = { organizationId: 'o2', messageId, answers: [{ appointmentId: 'foreign', as: 'confirm' }] }
  expect((await visits.ask('settleReply', 'omar', theirs)).status).toBe(404)
  expect(await visits.row('a1')).toMatchObject({ status: 'scheduled' })
})
