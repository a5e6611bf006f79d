import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from './campaigns.suite.ts'

let clinic: Campaigns
beforeEach(async () => {
  clinic = await openCampaigns()
})
afterEach(() => clinic.close())

const text = { type: 'SMS', smsContent: 'Your card is ready.', phoneNumber: '5125550142' }
const mail = { type: 'email', email: 'rosalind@patients.test', mailSubject: 'Card', mailContent: 'It is ready.' }
const send = (body: object, more: object = {}) => clinic.ask('sendCampaignNotification', { body, ...more })
const texts = () =>
  clinic.store.query(
    `select m.body, m.user_id, m.origin, o.kind from outbound_texts as o join messages as m on m.id = o.message_id`,
  )
const mails = () => clinic.store.query('select address, subject, content, origin, status from mails')

test('sendCampaignNotification puts one text into the outbox [CALL-CAMPAIGN-07] [OPEN-082]', async () => {
  const { status, body } = await send(text, { headers: { 'idempotency-key': 'one' } })
  expect([status, body.data]).toMatchObject([200, { type: 'SMS', status: 'queued' }])
  expect(await texts()).toEqual([{ body: 'Your card is ready.', user_id: 'lena', origin: 'staff', kind: 'staff' }])
  const again = await send(text, { headers: { 'idempotency-key': 'one' } })
  expect(again.body).toEqual(body)
  expect([await texts(), await mails()]).toMatchObject([{ length: 1 }, []])
})

test('sendCampaignNotification puts one e-mail into the outbox [CALL-CAMPAIGN-07] [OPEN-082]', async () => {
  const { status, body } = await send(mail)
  expect([status, body.data]).toMatchObject([200, { type: 'email', status: 'queued' }])
  expect(await mails()).toEqual([
    { address: mail.email, subject: 'Card', content: 'It is ready.', origin: 'staff', status: 'queued' },
  ])
  expect(await texts()).toEqual([])
})

test('sendCampaignNotification sends nothing for another organization, with other fields, or without credentials [CALL-CAMPAIGN-07] [SEC-05]', async () => {
  expect((await send(text, { organizationId: 'o2' })).status).toBe(403)
  const { status, body } = await send({ ...text, mailSubject: 'Card' })
  expect([status, body.issues[0].path]).toEqual([400, 'mailSubject'])
  expect((await send(text, { headers: { 'access-token': '' } })).status).toBe(401)
  expect([await texts(), await mails()]).toEqual([[], []])
})
