import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
let id: string
beforeEach(async () => {
  clinic = await openClinic()
  id = (await clinic.text(ROSALIND, 'Hello')).id
})
afterEach(() => clinic.close())

const ROSALIND = '+15125550142'
const block = (blockPhoneNumber: boolean, phoneNumber = '(512) 555-0142') =>
  clinic.call('blockPhoneNumber', 'lena', { phoneNumber, blockPhoneNumber })
const send = () => clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })
const thread = async () => (await clinic.call('messages', 'lena', { conversationId: id })).body.data
const smsStatus = async () => (await clinic.call('conversation', 'dana', { conversationId: id })).body.data.smsStatus
/** The webhook answers the carrier with 200 whether the text is stored or dropped. */
const comesIn = (Body: string) =>
  clinic.post('/api/inbox/webhooks/twilio/sms', {
    ...{ MessageSid: `SM${crypto.randomUUID()}`, From: ROSALIND, To: '+15125550100', Body, NumMedia: '0' },
  })

test('blocking a number stops texts in both directions, and unblocking allows them again [CALL-INBOX-28] [OPEN-101]', async () => {
  const { status, body } = await block(true)
  expect([status, body]).toEqual([200, { code: 'ok', data: { phoneNumber: ROSALIND, blocked: true } }])
  const refused = await send()
  expect([refused.status, refused.body.reason]).toEqual([422, 'blocked'])
  const before = await thread()
  expect((await comesIn('Please!')).status).toBe(200)
  expect(await thread()).toEqual(before)
  expect((await block(false)).body.data).toEqual({ phoneNumber: ROSALIND, blocked: false })
  expect((await send()).status).toBe(200)
  await comesIn('Thank you')
  expect((await thread()).map(({ message }: { message: string }) => message)).toEqual(['Hello', 'Hello', 'Thank you'])
})

test("blocking a number emits all its conversations and patients, and no other number's [CALL-INBOX-28]", async () => {
  await clinic.text('+15125550143', 'Hello')
  await clinic.store.query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version) values
    ('o1', 'chat', 'chat', 'visitor', '${ROSALIND}', 'open', now(), '', 0),
    ('o2', 'theirs', 'sms', '${ROSALIND}', '${ROSALIND}', 'open', now(), '', 0)`)
  const told = async (after: number) =>
    (await clinic.changes(after)).map(({ type, key, data }) => [type, key, (data as { smsStatus: string }).smsStatus])
  const at = (await clinic.events()).length
  await block(true)
  const changed = (now: string) => [
    ...['chat', id].sort().map((key) => ['conversation.changed', key, now]),
    ['patient.changed', 'p1', now],
  ]
  expect(await told(at)).toEqual(changed('blocked'))
  await block(true)
  expect(await told(at + 5)).toEqual([])
  await block(false)
  expect(await told(at + 5)).toEqual(changed('subscribed'))
  await block(false)
  expect(await told(at + 10)).toEqual([])
  expect(await clinic.store.query(`select * from events where organization_id = 'o2'`)).toEqual([])
})

test('unblocking a number that had opted out leaves it opted out [CALL-INBOX-28]', async () => {
  await comesIn('STOP')
  await block(true)
  await block(true)
  expect(await smsStatus()).toBe('blocked')
  await block(false)
  expect(await smsStatus()).toBe('opted_out')
  expect((await send()).body.reason).toBe('opted_out')
})

test('a keyword of a blocked number takes effect when the block ends [CALL-INBOX-28]', async () => {
  await block(true)
  await comesIn('Stop!')
  expect(await smsStatus()).toBe('blocked')
  await block(false)
  expect(await smsStatus()).toBe('opted_out')
  await block(true)
  await comesIn('START')
  await block(false)
  expect(await smsStatus()).toBe('subscribed')
})

test('blocking a number that never wrote drops its first text [CALL-INBOX-28]', async () => {
  await block(true, '+44 7911 123456')
  await clinic.post('/api/inbox/webhooks/twilio/sms', {
    ...{ MessageSid: 'SM1', From: '+447911123456', To: '+15125550100', Body: 'Hello', NumMedia: '0' },
  })
  const { data } = (await clinic.call('conversations', 'lena', { status: 'all' })).body
  expect(data.map((one: { id: string }) => one.id)).toEqual([id])
})

test('unblocking a number that was blocked before its earlier consent was kept subscribes it [CALL-INBOX-28]', async () => {
  await clinic.store.query(
    `insert into consents (organization_id, phone_number, sms_status) values ('o1', '${ROSALIND}', 'blocked')`,
  )
  await block(false)
  expect(await smsStatus()).toBe('subscribed')
})

test('blocking and unblocking at the same time leave number and conversation consistent [CALL-INBOX-28]', async () => {
  await Promise.all([block(true), block(false), comesIn('STOP'), block(true), block(false), comesIn('START'), send()])
  const [{ sms_status }] = (await clinic.store.query(
    `select sms_status from consents where phone_number = '${ROSALIND}'`,
  )) as [{ sms_status: string }]
  const last = (await clinic.events()).findLast(({ key }) => key === id)
  expect(last?.data).toMatchObject({ smsStatus: sms_status })
})
