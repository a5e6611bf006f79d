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
