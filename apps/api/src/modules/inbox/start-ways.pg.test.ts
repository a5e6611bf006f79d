/** A first text at a time, and one with files. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as sample from '../../files/sample-files.suite.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { recount } from '../conversations/counts.store.ts'

let clinic: Clinic
beforeEach(async () => {
  clinic = await openClinic()
})
afterEach(() => clinic.close())

const HOUR_MS = 3_600_000
const inAnHour = () => new Date(clinic.parts.clock.now().getTime() + HOUR_MS).toISOString()
const schedule = (fields: object = {}, user = 'lena', headers = {}) =>
  clinic.call(
    'createWithMessage',
    user,
    { phoneNumber: '(512) 555-0190', message: 'See you soon', sendAt: inAnHour(), ...fields },
    headers,
  )
const withFiles = (files: readonly File[], fields: object = {}, user = 'lena', headers = {}) =>
  clinic.sendFiles(user, { phoneNumber: '(512) 555-0190', ...fields }, files, headers, 'createWithFiles')
const waiting = async (conversationId: string) =>
  (await clinic.call('scheduledMessages', 'dana', { conversationId })).body.data
const thread = async (conversationId: string) => (await clinic.call('messages', 'lena', { conversationId })).body.data
const rows = (table: string) => clinic.store.query<Record<string, unknown>>(`select * from ${table}`)
const pdf = (name = 'plan.pdf') => sample.file(sample.pdf(), name)

test('createWithMessage with a time begins a conversation whose text waits, and sends nothing yet [CALL-INBOX-22]', async () => {
  const sendAt = inAnHour()
  const { status, body } = await schedule({ sendAt })
  expect([status, body.data]).toMatchObject([
    200,
    { status: 'unassigned', phoneNumber: '+15125550190', lastMessage: '', lastMessageBy: null, scheduledFor: sendAt },
  ])
  expect(await waiting(body.data.id)).toMatchObject([
    { message: 'See you soon', sendAt, status: 'waiting', user: 'lena', conversationId: body.data.id },
  ])
  expect([await thread(body.data.id), await rows('outbound_texts')]).toEqual([[], []])
  expect(await clinic.changes()).toMatchObject([
    { type: 'conversation.changed', data: body.data },
    { type: 'scheduled.changed', seq: body.asOf },
  ])
  const counts = (await clinic.events()).at(-1)?.counts
  expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(counts)
})

test('createWithMessage with a time links the patient and joins the open conversation of the number [CALL-INBOX-22]', async () => {
  const { id } = await clinic.text('+15125550142', 'Good morning')
  const { body } = await schedule({ phoneNumber: '5125550142' })
  expect(body.data).toMatchObject({ id, patientId: 'p1', unreadCount: 1, lastMessage: 'Good morning' })
  expect(await waiting(id)).toHaveLength(1)
})

test('createWithMessage with a time schedules one text when it is repeated with its key [CALL-INBOX-22]', async () => {
  const [key, sendAt] = [{ 'idempotency-key': 'later' }, inAnHour()]
  const [first, second] = [await schedule({ sendAt }, 'lena', key), await schedule({ sendAt }, 'lena', key)]
  expect(second).toEqual(first)
  expect(await rows('scheduled_texts')).toHaveLength(1)
})

test('createWithMessage with a time refuses what sending would refuse, and a wrong time, and writes nothing [OPEN-072] [T40]', async () => {
  await clinic.store.query(`insert into consents (organization_id, phone_number, sms_status) values
    ('o1', '+15125550190', 'opted_out'), ('o1', '+15125550191', 'blocked')`)
  const past = new Date(clinic.parts.clock.now().getTime() - HOUR_MS).toISOString()
  const refused = [
    [await schedule(), 422, 'opted_out'],
    [await schedule({ phoneNumber: '5125550191' }), 422, 'blocked'],
    [await schedule({ phoneNumber: '(876) 555-0142' }), 422, 'not_deliverable'],
    [await schedule({ phoneNumber: '5125550192', sendAt: past }), 400, 'not_valid'],
    [await schedule({ phoneNumber: '5125550192', patientId: 'p9' }), 404, 'not_found'],
  ] as const
  for (const [{ status, body }, code, reason] of refused) expect([status, body.reason]).toEqual([code, reason])
  expect([await rows('conversations'), await rows('scheduled_texts'), await clinic.events()]).toEqual([[], [], []])
})

test('createWithFiles begins a conversation with a text and its files, or with files alone [CALL-INBOX-22] [INBOX-03]', async () => {
  const { status, body } = await withFiles([pdf(), pdf('second.pdf')], { message: ' Your plan ' })
  expect([status, body.data]).toMatchObject([200, { phoneNumber: '+15125550190', lastMessage: 'Your plan' }])
  const [message] = await thread(body.data.id)
  expect(message).toMatchObject({ message: 'Your plan', direction: 'outbound', status: 'queued', user: 'lena' })
  expect(message.attachments.map(({ name }: { name: string }) => name)).toEqual(['plan.pdf', 'second.pdf'])
  expect(await rows('outbound_texts')).toMatchObject([{ message_id: message._id }])
  const bare = await withFiles([pdf()], { phoneNumber: '5125550142' })
  expect(await thread(bare.body.data.id)).toMatchObject([{ message: '', attachments: [{ name: 'plan.pdf' }] }])
  expect(await rows('uploads')).toEqual([])
})

test('createWithFiles sends once and keeps no spare bytes when it is repeated with its key [CALL-INBOX-22]', async () => {
  const key = { 'idempotency-key': 'files' }
  const [first, second] = [await withFiles([pdf()], {}, 'lena', key), await withFiles([pdf()], {}, 'lena', key)]
  expect(second).toEqual(first)
  expect([await rows('attachments'), await rows('uploads')]).toMatchObject([[{ name: 'plan.pdf' }], []])
})

test('createWithFiles names the bad file, and refuses what sending would refuse, and keeps nothing [SEC-08] [OPEN-072]', async () => {
  const bad = await withFiles([pdf(), sample.file('#!/bin/sh', 'run.sh'), pdf('third.pdf')])
  expect([bad.status, bad.body.reason, bad.body.issues.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    'not_valid',
    ['attachments.1'],
  ])
  await clinic.store.query(
    `insert into consents (organization_id, phone_number, sms_status) values ('o1', '+15125550190', 'opted_out')`,
  )
  const [out, none] = [await withFiles([pdf()]), await withFiles([], { phoneNumber: '5125550142' })]
  expect([out.status, out.body.reason, none.status, none.body.reason]).toEqual([422, 'opted_out', 400, 'not_valid'])
  for (const table of ['conversations', 'attachments', 'uploads', 'outbound_texts'])
    expect(await rows(table)).toEqual([])
})

test('createWithFiles is 404 for another organization’s patient [CALL-INBOX-22]', async () => {
  expect((await withFiles([pdf()], { patientId: 'p9' })).status).toBe(404)
  expect([await rows('conversations'), await rows('uploads')]).toEqual([[], []])
})

test('searchUsers shows the next visit of a patient, and none that began or was cancelled [CALL-INBOX-21]', async () => {
  const now = clinic.parts.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString()
  const found = async () => (await clinic.call('searchUsers', 'lena', { search: '5125550143' })).body.data[0]
  expect(await found()).toMatchObject({ _id: 'p2', visit: null })
  await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'd1', '', 'Shah', 'Dr. Shah'), ('o1', 'd2', '', 'Okafor', 'Dr. Okafor')`)
  await clinic.store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location)
     values ('o1', 'v1', 'p2', 'd1', 'Dr. Shah', $1, $2, 'cancelled', 'Visit', 'North'),
            ('o1', 'v2', 'p2', 'd1', 'Dr. Shah', $3, $1, 'scheduled', 'Visit', 'North'),
            ('o1', 'v3', 'p2', 'd2', 'Dr. Okafor', $2, $4, 'confirmed', 'Visit', 'South')`,
    [at(1), at(2), at(-1), at(3)],
  )
  expect(await found()).toMatchObject({ visit: { startsAt: at(2), doctorName: 'Dr. Okafor', location: 'South' } })
})
