import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmailService } from '../../../../../tests/support/email-service.ts'
import { sendAutomatically } from '../conversations/automatic.ts'
import { lockConversation } from '../conversations/conversations.store.ts'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
let service: Awaited<ReturnType<typeof openEmailService>>
let rosalind: string
let twins: string
beforeAll(async () => {
  service = await openEmailService()
  const { url, apiKey } = service
  clinic = await openCharts({ EMAIL_BASE_URL: url, EMAIL_API_KEY: apiKey, EMAIL_FROM: 'hello@cedar.test' })
  await clinic.chart('savePatient', 'p1', { version: 0, email: 'rosalind@patients.test' })
  rosalind = (await clinic.text('+15125550142', 'Hello')).id
  twins = (await clinic.text('+15125550144', 'Hello')).id
  await clinic.call('assignConversation', 'lena', { conversationId: twins, patientId: 'p3' })
  for (const id of ['p1', 'p3']) await clinic.chart('savePatient', id, { version: 99, deceased: true })
})
afterAll(async () => {
  await clinic.close()
  await service.close()
})

const refusal = ({ status, body }: { status: number; body: { reason: string; message: string } }) => [
  ...[status, body.reason, body.message],
]
const DIED = [422, 'not_deliverable', 'The patient has died.']
const send = (conversationId: string, fields: object = {}) =>
  clinic.call('sendMessage', 'lena', { conversationId, message: 'Hello', ...fields })
const automatic = (conversationId: string, kind: 'answer' | 'proactive' | 'help') =>
  clinic.parts.database.write('o1', async (tx) => {
    const before = await lockConversation(tx, 'o1', conversationId)
    const text = { body: 'Hello', kind, now: clinic.parts.clock.now() }
    return (await sendAutomatically(tx, clinic.parts, { before, after: before, by: null }, text)).outcome
  })

test('nobody texts or mails a patient who has died, and notes stay possible', async () => {
  expect(refusal(await send(rosalind))).toEqual(DIED)
  expect((await send(rosalind, { private: true })).status).toBe(200)
  const first = { phoneNumber: '5125550142', message: 'Hello' }
  expect(refusal(await clinic.call('createWithMessage', 'lena', first))).toEqual(DIED)
  const later = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
  const scheduled = { conversationId: rosalind, message: 'Later', sendAt: later }
  expect(refusal(await clinic.call('scheduleMessage', 'lena', scheduled))).toEqual(DIED)
  const notification = { type: 'SMS', phoneNumber: '5125550142', smsContent: 'Hello' }
  expect(refusal(await clinic.call('sendNotification', 'lena', notification))).toEqual(DIED)
  const mail = { type: 'email', email: 'rosalind@patients.test', mailSubject: 'A', mailContent: 'B' }
  expect(refusal(await clinic.call('sendNotification', 'lena', mail))).toEqual(DIED)
  expect(await clinic.store.query('select id from mails')).toEqual([])
})

test('a survivor who shares the number gets texts about themselves alone', async () => {
  expect(refusal(await send(twins))).toEqual(DIED)
  expect(refusal(await send(twins, { patientId: 'p3' }))).toEqual(DIED)
  const { status, body } = await send(twins, { patientId: 'p4' })
  expect([status, body.data.patientId]).toEqual([200, 'p4'])
})

test('automatic texts go to a number only if somebody of it lives, and the answer to HELP always', async () => {
  expect([await automatic(rosalind, 'answer'), await automatic(rosalind, 'proactive')]).toEqual([
    'unwelcome',
    'unwelcome',
  ])
  expect(await automatic(rosalind, 'help')).toBe('made')
  expect(await automatic(twins, 'answer')).toBe('made')
})

test('a patient who has died is not offered to campaigns, and is found all the same', async () => {
  const query = JSON.stringify({ organizationId: 'o1' })
  const offered = await clinic.campaign('patientForCampaign', { query, limit: 100 })
  expect(offered.body.data.map(({ _id }: { _id: string }) => _id)).toEqual(['p2', 'p4'])
  const found = await clinic.call('patientSearch', 'lena', { patientLastName: 'carver' })
  expect(found.body.data.list).toMatchObject([{ _id: 'p1', deceased: true }])
})
