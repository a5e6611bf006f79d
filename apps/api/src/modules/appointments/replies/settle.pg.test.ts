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

/** As the product notes what it could not interpret. */
async function noteUnclear(id: string, message = messageId) {
  await visits.store.query(
    `update appointments set reply_kind = 'unclear', reply_at = (select created_at from messages where id = $2),
       reply_message_id = $2 where id = $1`,
    [id, message],
  )
  await visits.store.query(
    `insert into appointment_history (organization_id, appointment_id, position, at, user_id, kind, details)
     values ('o1', $1, 1, now(), null, 'replied', json_build_object('as', 'unclear', 'messageId', $2::text))`,
    [id, message],
  )
}
const decides = (user: string, as: string, message = messageId) =>
  visits.ask('settleReply', user, { messageId: message, answers: [{ appointmentId: 'a1', as }] })

test.each([
  ['confirm', 'cancel', { status: 'confirmed', reply_kind: 'confirm' }],
  ['reschedule', 'confirm', { status: 'scheduled', reply_kind: 'reschedule' }],
  ['none', 'cancel', { status: 'scheduled', reply_kind: null }],
])(
  'settleReply refuses as stale with the visits when another desk decided %s before %s',
  async (first, second, kept) => {
    await noteUnclear('a1')
    expect((await decides('lena', first)).status).toBe(200)
    const { status, body } = await decides('dana', second)
    expect([status, body.reason]).toEqual([409, 'stale'])
    expect(body.data).toMatchObject([{ _id: 'a1', appointmentStatus: kept.status }])
    expect(await visits.row('a1')).toMatchObject(kept)
  },
)

test.each(['confirm', 'reschedule', 'cancel', 'none'])(
  'settleReply changes nothing when it is told %s again',
  async (as) => {
    await noteUnclear('a1')
    expect((await decides('lena', as)).status).toBe(200)
    const before = await visits.row('a1')
    const { status, body } = await decides('dana', as)
    expect([status, body.data?.undoId], JSON.stringify(body)).toEqual([200, null])
    expect(await visits.row('a1')).toEqual(before)
  },
)

test('settleReply decides anew after its first decision was undone, and otherwise than the product did', async () => {
  await noteUnclear('a1')
  const { undoId } = settleReply.reply.parse((await decides('lena', 'confirm')).body).data
  expect((await visits.ask('undoAppointments', 'lena', { undoId })).status).toBe(200)
  expect((await decides('dana', 'reschedule')).status).toBe(200)
  await noteUnclear('a2')
  await visits.store.query(
    `update appointments set reply_kind = 'reschedule', reschedule = 'asked', reschedule_at = now() where id = 'a2'`,
  )
  expect(await settled({ a2: 'confirm' })).toMatchObject({ appointments: [{ appointmentStatus: 'confirmed' }] })
})

test('settleReply refuses as stale when the patient wrote a newer reply about the visit', async () => {
  visits.pass(60_000)
  const newer = await newestMessage(ROSALIND, 'who is this')
  await noteUnclear('a1', newer)
  expect((await decides('lena', 'confirm')).body.reason).toBe('stale')
  expect(await visits.row('a1')).toMatchObject({ status: 'scheduled', reply_message_id: newer })
  expect((await decides('lena', 'none')).status).toBe(200)
})

test('settleReply refuses one of two desks as stale when both decide a reply at once', async () => {
  await noteUnclear('a1')
  const answers = await Promise.all([decides('lena', 'confirm'), decides('dana', 'reschedule')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
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
