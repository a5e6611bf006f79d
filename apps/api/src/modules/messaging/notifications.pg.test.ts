import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeEach(async () => {
  clinic = await openClinic()
  await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
  await clinic.store.query(`update patients set email = 'olga@patients.test' where id = 'p9'`)
})
afterEach(() => clinic.close())

const text = { type: 'SMS', phoneNumber: '(512) 555-0142', smsContent: 'Your results are in. Please call us.' }
const mail = {
  ...{ type: 'email', email: 'Rosalind@patients.test' },
  ...{ mailSubject: 'Your results', mailContent: 'Please call us.\nThank you' },
}
const send = (fields: object, user = 'lena', headers = {}) =>
  clinic.call('sendNotification', user, fields as never, headers)
const mails = () => clinic.store.query('select * from mails order by created_at')
const texts = () => clinic.store.query('select * from outbound_texts')
const history = async (conversationId: string) =>
  (await clinic.call('conversationHistory', 'dana', { conversationId })).body.data
const leaving = (fields: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

test('a notification needs exactly the fields of its type [ENTITY-21] [ENTITY-22] [ENTITY-23] [OPEN-048]', async () => {
  expect((await send(text)).status).toBe(200)
  expect((await send(mail)).status).toBe(200)
  const refused = async (fields: object) => {
    const { status, body } = await send(fields)
    return [status, body.issues?.map(({ path }: { path: string }) => path)]
  }
  expect(await refused({ ...text, type: 'fax' })).toEqual([400, ['type']])
  expect(await refused(leaving(text, 'type'))).toEqual([400, ['type']])
  for (const name of ['smsContent', 'phoneNumber']) expect(await refused(leaving(text, name))).toEqual([400, [name]])
  for (const name of ['email', 'mailContent', 'mailSubject'])
    expect(await refused(leaving(mail, name))).toEqual([400, [name]])
  expect(await refused({ ...text, email: mail.email })).toEqual([400, ['email']])
  expect(await refused({ ...mail, smsContent: 'x' })).toEqual([400, ['smsContent']])
  expect((await send({ ...text, organizationId: undefined })).status).toBe(400)
  expect([(await mails()).length, (await texts()).length]).toEqual([1, 1])
})

describe('a notification by text [CALL-MAIN-12]', () => {
  test("goes through conversation, history, log and carrier like a staff member's text [NOTIF-01]", async () => {
    const { status, body } = await send(text)
    const { conversationId, _id } = body.data
    expect([status, body]).toEqual([200, { code: 'ok', data: { _id, type: 'SMS', conversationId, status: 'queued' } }])
    const [message] = (await clinic.call('messages', 'dana', { conversationId })).body.data
    expect(message).toMatchObject({ _id, message: text.smsContent, status: 'queued', user: 'lena', automatic: false })
    expect(await texts()).toMatchObject([{ message_id: _id, kind: 'staff' }])
    expect(await clinic.changes()).toMatchObject([
      { type: 'conversation.changed', data: { id: conversationId, patientId: 'p1' } },
      { type: 'message.added' },
    ])
    // A second one continues the same conversation.
    expect((await send(text)).body.data.conversationId).toBe(conversationId)
  })

  test('is refused for a number that opted out or is blocked [OPEN-072]', async () => {
    await clinic.text('+15125550142', 'STOP')
    expect((await send(text)).body).toMatchObject({ code: 'error', reason: 'opted_out' })
    await clinic.call('blockPhoneNumber', 'lena', { phoneNumber: '5125550142', blockPhoneNumber: true })
    expect((await send(text)).body).toMatchObject({ reason: 'blocked' })
  })

  test('is sent once when it is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const [first, again] = [await send(text, 'lena', headers), await send(text, 'lena', headers)]
    expect(again.body).toEqual(first.body)
    expect((await send({ ...text, smsContent: 'Another' }, 'lena', headers)).body.reason).toBe('key_reused')
    expect(await texts()).toHaveLength(1)
  })
})

describe('a notification by e-mail [CALL-MAIN-12]', () => {
  test("is queued, and its conversation's history records it without its content [NOTIF-01]", async () => {
    const { id } = await clinic.text('+15125550142', 'Please write to me')
    const { status, body } = await send({ ...mail, conversationId: id })
    expect([status, body.data]).toEqual([
      200,
      { _id: body.data._id, type: 'email', conversationId: id, status: 'queued' },
    ])
    expect(await mails()).toMatchObject([
      { id: body.data._id, address: mail.email, subject: mail.mailSubject, status: 'queued', user_name: 'Lena Kim' },
    ])
    const [entry] = await history(id)
    expect(entry).toMatchObject({
      by: { _id: 'lena' },
      change: { kind: 'email', mailId: body.data._id, status: 'queued' },
    })
    const log = JSON.stringify(await clinic.events())
    expect(log).not.toContain(mail.mailSubject)
    expect((await clinic.call('mail', 'dana', { mailId: body.data._id })).body.data).toMatchObject({
      ...{ _id: body.data._id, email: mail.email, mailSubject: mail.mailSubject, mailContent: mail.mailContent },
      ...{ status: 'queued', failureReason: null, userName: 'Lena Kim' },
    })
  })

  test('without a conversation is recorded in the newest one of the only patient with the address [NOTIF-01]', async () => {
    expect((await send({ ...mail, email: 'stranger@elsewhere.test' })).body.data.conversationId).toBeNull()
    // The patient is known, but has no conversation.
    expect((await send(mail)).body.data.conversationId).toBeNull()
    const { id } = await clinic.text('+15125550142', 'Hello')
    expect((await send(mail)).body.data.conversationId).toBe(id)
    // A shared address identifies no patient.
    await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p2'`)
    expect((await send(mail)).body.data.conversationId).toBeNull()
    expect(await mails()).toHaveLength(4)
  })

  test("in a conversation goes only to its patient's address", async () => {
    const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
    const nobodys = await clinic.text('+15125550177', 'Hello')
    expect((await send({ ...mail, conversationId, email: 'other@patients.test' })).body.reason).toBe('conflict')
    expect((await send({ ...mail, conversationId: nobodys.id })).body.reason).toBe('conflict')
    expect(await mails()).toEqual([])
  })

  test('is 403 for another organization and 404 for its conversation and mails [SEC-05]', async () => {
    const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
    expect((await send({ ...mail, organizationId: 'o2' })).status).toBe(403)
    const theirs = { ...mail, organizationId: 'o2', email: 'olga@patients.test' }
    expect((await send({ ...theirs, conversationId }, 'omar')).status).toBe(404)
    const { _id: mailId } = (await send(theirs, 'omar')).body.data
    expect((await clinic.call('mail', 'lena', { mailId })).status).toBe(404)
    expect((await clinic.call('mail', 'lena', { mailId, organizationId: 'o2' })).status).toBe(403)
    expect((await clinic.call('mail', 'omar', { mailId, organizationId: 'o2' })).status).toBe(200)
  })

  test('is 400 with header injection, several recipients or too much content [ENTITY-23]', async () => {
    const wrong = [
      { email: 'a@b.test\r\nBcc: c@d.test' },
      { email: 'a@b.test, c@d.test' },
      { email: 'Rosalind <a@b.test>' },
      { email: 'nobody' },
      { email: `${'x'.repeat(250)}@b.test` },
      { mailSubject: 'Hello\nBcc: c@d.test' },
      { mailSubject: 'Hello\rBcc: c@d.test' },
      { mailSubject: 'Hello\u2028x' },
      { mailSubject: ' ' },
      { mailSubject: 'x'.repeat(201) },
      { mailContent: '\u0000' },
      { mailContent: ' \n ' },
      { mailContent: 'x'.repeat(20_001) },
    ]
    for (const fields of wrong) {
      const { status, body } = await send({ ...mail, ...fields })
      expect([status, body.issues?.[0]?.path]).toEqual([400, Object.keys(fields)[0]])
    }
    expect(await mails()).toEqual([])
  })

  test('is refused beyond the daily limit of its organization only [NOTIF-01]', async () => {
    await clinic.close()
    clinic = await openClinic({ EMAIL_DAILY_LIMIT: '2' })
    const statuses = []
    for (let time = 0; time < 3; time++) statuses.push((await send(mail)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await send({ ...mail, organizationId: 'o2' }, 'omar')).status).toBe(200)
    clinic.pass(24 * 60 * 60 * 1000)
    expect((await send(mail)).status).toBe(200)
  })
})

test('a notification by e-mail is refused when no e-mail service is set up [NOTIF-01]', async () => {
  await clinic.close()
  clinic = await openClinic({ TWILIO_BASE_URL: 'https://carrier.test' })
  expect((await send(mail)).body).toMatchObject({ reason: 'no_channel' })
  expect((await send(text)).status).toBe(200)
})
