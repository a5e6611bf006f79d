import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../files/sample-files.suite.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
let twins: string
beforeAll(async () => {
  clinic = await openClinic()
  twins = (await clinic.text('+15125550144', 'Hello')).id
  await clinic.call('assignConversation', 'lena', { conversationId: twins, patientId: 'p3' })
})
afterAll(() => clinic.close())

const send = (fields: object) =>
  clinic.call('sendMessage', 'lena', { conversationId: twins, message: 'Hello', ...fields })
const ofPatient = async (patientId: string) =>
  (await clinic.call('patientMessages', 'lena', { patientId })).body.data.map(({ _id }: { _id: string }) => _id)

test('a text is filed under the patient of the number whom it is about', async () => {
  const { status, body } = await send({ patientId: 'p4' })
  expect([status, body.data]).toMatchObject([200, { patientId: 'p4', status: 'queued' }])
  expect(await ofPatient('p4')).toEqual([body.data._id])
  expect((await send({ patientId: 'p3', private: true })).body.data.patientId).toBe('p3')
  expect((await send({})).body.data.patientId).toBeNull()
})

test('a text with files is filed under the patient whom it is about', async () => {
  const file = new File([new Uint8Array(await png())], 'plan.png', { type: 'image/png' })
  const about = { conversationId: twins, message: 'Your plan', patientId: 'p4' }
  const { status, body } = await clinic.sendFiles('lena', about, [file])
  expect([status, body.data]).toMatchObject([200, { patientId: 'p4', attachments: [{ name: 'plan.png' }] }])
  const wrong = await clinic.sendFiles('lena', { ...about, patientId: 'p1' }, [file])
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'patientId'])
})

test('a text about a patient with another number is refused, and so is one about an absent or foreign patient', async () => {
  const { status, body } = await send({ patientId: 'p1' })
  expect([status, body.issues[0]]).toEqual([400, { path: 'patientId', message: 'This patient has another number' }])
  for (const patientId of ['absent', 'p9']) expect((await send({ patientId })).status).toBe(404)
})

test("a text about the conversation's own patient is sent although the patient has another number", async () => {
  const { id } = await clinic.text('+15125550199', 'From my work')
  await clinic.call('assignConversation', 'lena', { conversationId: id, patientId: 'p2' })
  expect((await send({ conversationId: id, patientId: 'p2' })).body.data.patientId).toBe('p2')
})

test('a text of a shared number is filed under the one member whom it names [CALL-INBOX-26]', async () => {
  await clinic.store.query(`update patients set first_name = 'Nora' where id = 'p3'`)
  await clinic.store.query(`update patients set first_name = 'Liam' where id = 'p4'`)
  const filed = async (body: string, from = '+15125550144') => {
    const { id } = await clinic.text(from, body)
    const { data } = (await clinic.call('messages', 'lena', { conversationId: id })).body
    return data.at(-1).patientId
  }
  expect(await filed('Liam has a fever')).toBe('p4')
  expect(await filed('And Nora needs her card')).toBe('p3')
  expect(await filed('Nora and Liam are both sick')).toBeNull()
  expect(await filed('We are late')).toBeNull()
  // A number of one patient needs no filing.
  expect(await filed('Rosalind here', '+15125550142')).toBeNull()
  const told = (await clinic.events()).findLast(({ type, data }) => {
    return type === 'message.added' && (data as { message: { message: string } }).message.message === 'Liam has a fever'
  })
  expect(told?.data).toMatchObject({ message: { patientId: 'p4' } })
})

test('texts that arrive together are filed each by its own number', async () => {
  await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number) values
    ('o1', 'a1', 'a1', 'Liam', 'Bell', '+15125550171'), ('o1', 'a2', 'a2', 'Ada', 'Bell', '+15125550171')`)
  await Promise.all([
    clinic.text('+15125550144', 'Liam is back'),
    clinic.text('+15125550171', 'Liam is back'),
    clinic.text('+15125550143', 'Liam is back'),
  ])
  const rows = await clinic.store.query<{ patient_id: string | null }>(
    `select patient_id from messages where body = 'Liam is back' order by patient_id`,
  )
  expect(rows.map(({ patient_id }) => patient_id)).toEqual(['a1', 'p4', null])
})
