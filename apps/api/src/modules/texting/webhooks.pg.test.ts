import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LockedTooLong } from '../../db/failure.rules.ts'
import { CEDAR, type Clinic, LAKESIDE, openClinic } from '../clinic.suite.ts'
import { recount } from '../conversations/counts.store.ts'

const SMS = '/api/inbox/webhooks/twilio/sms'
const STATUS = '/api/inbox/webhooks/twilio/status'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const thread = async (id: string) => (await clinic.call('messages', 'lena', { conversationId: id })).body.data
const form = (from: string, body: string, more: Record<string, string> = {}) => ({
  MessageSid: `SM${randomUUID()}`,
  From: from,
  To: CEDAR,
  Body: body,
  NumMedia: '0',
  ...more,
})
const rows = async (sql: string, values: unknown[] = []) => clinic.store.query<Record<string, unknown>>(sql, values)

describe('an incoming text', () => {
  test('from an unknown number begins an unassigned conversation named Unknown with one unread message [OPEN-101]', async () => {
    const conversation = await clinic.text('+15125559001', 'Hello?')
    expect(conversationSchema.parse(conversation)).toMatchObject({
      name: 'Unknown',
      patientId: null,
      status: 'unassigned',
      unreadCount: 1,
      isUnread: true,
      lastMessage: 'Hello?',
      phoneNumber: '+15125559001',
      from: '+15125559001',
      type: 'sms',
    })
    expect(await thread(conversation.id)).toMatchObject([
      { message: 'Hello?', direction: 'inbound', status: 'received', user: null },
    ])
  })

  test('from the number of one patient begins an open conversation of theirs [OPEN-101]', async () => {
    expect(await clinic.text('+15125550142', 'New card?')).toMatchObject({
      name: 'Rosalind Carver',
      patientId: 'p1',
      patientImportId: 'i1',
      status: 'open',
      birthdate: '1968-03-14',
      mrn: '204-8817',
    })
  })

  test('from the number of several patients is linked to none [OPEN-101]', async () => {
    expect(await clinic.text('+15125550144', 'It is me')).toMatchObject({ patientId: null, status: 'unassigned' })
  })

  test('with a repeated MessageSid is stored once, even when it arrives ten times at once [OPEN-101]', async () => {
    const body = form('+15125559002', 'Once')
    const answers = await Promise.all(Array.from({ length: 10 }, () => clinic.post(SMS, body)))
    expect(answers).toEqual(answers.map(() => ({ status: 200, text: '<Response/>' })))
    expect(await rows('select body from messages where carrier_sid = $1', [body.MessageSid])).toHaveLength(1)
    expect(await rows(`select unread_count from conversations where sender = '+15125559002'`)).toEqual([
      { unread_count: 1 },
    ])
  })

  test('with a bad signature is 403 and not stored [OPEN-101]', async () => {
    const refused = await clinic.post(SMS, form('+15125559003', 'Forged'), 'bm90IHNpZ25lZA==')
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'error', reason: 'bad_signature' })
    expect(await rows(`select from conversations where sender = '+15125559003'`)).toEqual([])
  })

  test('without a signature learns nothing about which fields are valid [OPEN-101]', async () => {
    const forged = [{}, { MessageSid: 'SM1' }, form('+15125559003', 'Forged', { NumMedia: 'many' })]
    for (const path of [SMS, STATUS])
      for (const fields of forged) {
        const { status, text } = await clinic.post(path, fields, 'bm90IHNpZ25lZA==')
        expect([status, JSON.parse(text).reason], path).toEqual([403, 'bad_signature'])
      }
    const unsigned = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"torn' }
    expect((await fetch(`${clinic.url}${SMS}`, unsigned)).status).toBe(403)
  })

  test.each([
    [SMS, { MessageSid: 'SM\u0000' }],
    [SMS, { From: '+1512\u0000' }],
    [SMS, { To: '\u0000' }],
    [SMS, { NumMedia: '1', MediaUrl0: 'https://c.test/\u0000' }],
    [SMS, { NumMedia: '1', MediaUrl0: 'https://c.test/0', MediaContentType0: '\u0000' }],
    [STATUS, { MessageSid: 'SM\u0000', MessageStatus: 'failed' }],
    [STATUS, { From: '\u0000', MessageStatus: 'failed' }],
    [STATUS, { MessageStatus: 'failed', ErrorCode: '\u0000' }],
    [STATUS, { MessageStatus: '\u0000' }],
  ])('with a NUL in %s %j is 400 and names the field [OPEN-101]', async (path, fields) => {
    const { status, text } = await clinic.post(path, { ...form('+15125559003', 'Hi'), ...fields })
    const named = Object.entries(fields).find(([, value]) => value.includes('\u0000'))?.[0]
    expect([status, JSON.parse(text).issues?.[0]?.path]).toEqual([400, named])
  })

  test('loses a NUL in its words and keeps the rest', async () => {
    const { id } = await clinic.text('+15125559007', 'He\u0000llo')
    expect((await thread(id))[0].message).toBe('Hello')
  })

  test('with a signature over other parameters is 403', async () => {
    const { twilio, publicUrl } = clinic.parts.config
    const { getExpectedTwilioSignature } = await import('twilio/lib/webhooks/webhooks.js')
    const body = form('+15125559003', 'Signed')
    const signature = getExpectedTwilioSignature(twilio.authToken, `${publicUrl}${SMS}`, body)
    expect((await clinic.post(SMS, { ...body, Body: 'Changed' }, signature)).status).toBe(403)
    expect((await clinic.post(STATUS, { ...body, MessageStatus: 'sent' }, signature)).status).toBe(403)
  })

  test('from a blocked number is dropped [OPEN-101]', async () => {
    await rows(`insert into consents values ('o1', '+15125559004', 'blocked')`)
    expect((await clinic.post(SMS, form('+15125559004', 'Let me in'))).status).toBe(200)
    expect((await clinic.post(SMS, form('+15125559004', 'START'))).status).toBe(200)
    expect(await rows(`select from conversations where sender = '+15125559004'`)).toEqual([])
    expect(await rows(`select sms_status from consents where phone_number = '+15125559004'`)).toEqual([
      { sms_status: 'blocked' },
    ])
  })

  test('to an unknown number is answered with 200, counted and not stored', async () => {
    expect(await clinic.post(SMS, form('+15125559005', 'Lost', { To: '+15125559999' }))).toEqual({
      status: 200,
      text: '<Response/>',
    })
    expect(await rows(`select from conversations where sender = '+15125559005'`)).toEqual([])
    expect(await clinic.parts.metrics.metrics()).toContain(
      'foyer_carrier_posts_total{kind="text",outcome="unknown_number"} 1',
    )
  })

  test("goes to the organization that has the number, and to that organization's patient", async () => {
    await clinic.post(SMS, form('+15125550142', 'For Lakeside', { To: LAKESIDE }))
    const { body } = await clinic.call('conversations', 'omar', { organizationId: 'o2', status: 'all' })
    expect(body.data).toMatchObject([{ name: 'Olga Petrova', lastMessage: 'For Lakeside', organizationId: 'o2' }])
    const mine = await clinic.call('conversations', 'lena', { status: 'all', limit: 100 })
    expect(JSON.stringify(mine.body)).not.toContain('Lakeside')
  })

  test('reopens a resolved conversation [OPEN-032] [STATE-25]', async () => {
    const { id } = await clinic.text('+15125550143', 'One')
    await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'resolved' })
    expect(await clinic.text('+15125550143', 'Two')).toMatchObject({ id, status: 'open' })
  })

  test('with pictures alone shows their number in the list and stores their addresses', async () => {
    const media = {
      NumMedia: '2',
      MediaUrl0: 'https://c.test/0',
      MediaContentType0: 'image/jpeg',
      MediaUrl1: 'https://c.test/1',
    }
    const conversation = await clinic.text('+15125559006', '', media)
    expect(conversation.lastMessage).toBe('Sent 2 attachments')
    expect(await thread(conversation.id)).toMatchObject([{ message: '', attachments: [] }])
    expect(await rows('select carrier_media from messages where conversation_id = $1', [conversation.id])).toEqual([
      {
        carrier_media: [
          { url: 'https://c.test/0', contentType: 'image/jpeg' },
          { url: 'https://c.test/1', contentType: '' },
        ],
      },
    ])
  })

  test('that is a thumbs-down counts until the next thumbs-up [OPEN-020]', async () => {
    const down = await clinic.text('+15125559007', '👎')
    expect([down.feedback, (await clinic.events()).at(-1)?.counts.thumbsDown]).toEqual(['down', 1])
    const up = await clinic.text('+15125559007', 'Liked “See you at 9:00”')
    expect([up.feedback, (await clinic.events()).at(-1)?.counts.thumbsDown]).toEqual(['up', 0])
  })

  test('with STOP ends texting at once, and START restores it', async () => {
    expect(await clinic.text('+15125559008', 'Stop')).toMatchObject({ smsStatus: 'opted_out', textEnable: false })
    expect(await clinic.text('+15125559008', 'START')).toMatchObject({ smsStatus: 'subscribed', textEnable: true })
  })

  const vectors = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../../../tests/data/webhooks/twilio-inbound-sms.json`, 'utf8'),
  ) as { id: string; params: Record<string, string> }[]
  test.each(vectors)('is stored unchanged: $id [OPEN-101]', async ({ params }) => {
    const conversation = await clinic.text(params.From!, params.Body!, { ...params, To: CEDAR })
    expect(conversation.lastMessage).toBe(params.Body)
    expect(await thread(conversation.id)).toMatchObject([{ message: params.Body }])
  })
})

describe('many incoming texts at once', () => {
  test('to one conversation leave exact counts and no gap in the log [OPEN-020]', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => clinic.post(SMS, form('+15125559100', `Text ${index}`))))
    const { body } = await clinic.call('conversations', 'lena', { status: 'all', search: '5125559100' })
    expect(body.data).toMatchObject([{ unreadCount: 20, status: 'unassigned' }])
    expect(await thread(body.data[0].id)).toHaveLength(20)
    const events = await clinic.events()
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(events.at(-1)!.counts)
  })

  test('leave each event with its own version and counts', async () => {
    const changing = await clinic.changes()
    for (const { seq, type, data } of changing) {
      const { version, message } = data as { version: number; message?: { version: number } }
      expect(type === 'conversation.changed' ? version : message?.version).toBe(seq)
    }
  })
})

describe('delivery reports', () => {
  const sent = async (from: string) => {
    const { id } = await clinic.text(from, 'Hi')
    const { body } = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })
    return { conversationId: id, messageId: body.data._id as string }
  }
  const report = (messageId: string, sid: string, status: string, more: Record<string, string> = {}) =>
    clinic.post(`${STATUS}?messageId=${messageId}`, { MessageSid: sid, MessageStatus: status, From: CEDAR, ...more })
  const last = async (id: string) => (await thread(id)).at(-1)

  test('in any order and repeated leave the text delivered [OPEN-071]', async () => {
    const { conversationId, messageId } = await sent('+15125559200')
    for (const status of ['sent', 'delivered', 'sent', 'queued', 'delivered', 'undelivered'])
      expect(await report(messageId, 'SM-d1', status)).toEqual({ status: 200, text: '<Response/>' })
    expect(await last(conversationId)).toMatchObject({ status: 'delivered', failureReason: null })
    const { body } = await clinic.call('conversations', 'lena', { status: 'all', search: '5125559200' })
    expect(body.data[0].lastMessageBy.status).toBe('delivered')
    expect(await rows('select from outbound_texts where message_id = $1', [messageId])).toEqual([])
  })

  test('give the reason of a failure, also by the sid alone [OPEN-071]', async () => {
    const { conversationId, messageId } = await sent('+15125559201')
    await report(messageId, 'SM-d2', 'sent')
    await clinic.post(STATUS, { MessageSid: 'SM-d2', MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect(await last(conversationId)).toMatchObject({
      status: 'undelivered',
      failureReason: 'The phone could not be reached.',
    })
  })

  test('about an older message leave the list item alone', async () => {
    const { conversationId, messageId } = await sent('+15125559202')
    await clinic.text('+15125559202', 'Thanks')
    const before = (await clinic.events()).length
    await report(messageId, 'SM-d3', 'delivered')
    expect((await clinic.events(before)).map(({ type }) => type)).toEqual(['message.changed'])
    const { body } = await clinic.call('conversations', 'lena', { status: 'all', search: '5125559202' })
    expect(body.data[0]).toMatchObject({
      id: conversationId,
      lastMessage: 'Thanks',
      lastMessageBy: { status: 'received' },
    })
  })

  test("with an unknown sid, an unknown status or a patient's text are answered with 200 and change nothing", async () => {
    const { messageId } = await sent('+15125559203')
    const before = (await clinic.events()).length
    expect((await clinic.post(STATUS, { MessageSid: 'SM-none', MessageStatus: 'delivered', From: CEDAR })).status).toBe(
      200,
    )
    expect((await clinic.post(STATUS, { MessageSid: 'SM-none', MessageStatus: 'delivered' })).status).toBe(200)
    expect((await report(messageId, 'SM-d4', 'pondering')).status).toBe(200)
    const [inbound] = await rows(`select carrier_sid from messages where direction = 'inbound' limit 1`)
    await clinic.post(STATUS, { MessageSid: String(inbound?.carrier_sid), MessageStatus: 'failed', From: CEDAR })
    expect(await clinic.events(before)).toEqual([])
  })

  test('stop all further texts when they report an opt-out [OPEN-072]', async () => {
    const { conversationId, messageId } = await sent('+15125559204')
    await report(messageId, 'SM-d5', 'failed', { ErrorCode: '21610' })
    expect(await last(conversationId)).toMatchObject({
      status: 'failed',
      failureReason: 'The patient opted out of texts.',
    })
    const { status, body } = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Again' })
    expect([status, body.reason]).toEqual([422, 'opted_out'])
  })

  test('are put aside while their conversation is locked, then refused, and applied when they come again', async () => {
    const { conversationId, messageId } = await sent('+15125559205')
    const client = new pg.Client({ connectionString: clinic.store.url })
    await client.connect()
    await client.query('begin')
    await client.query('select from conversations where id = $1 for update', [conversationId])
    const { status, text } = await report(messageId, 'SM-d6', 'delivered')
    expect([status, JSON.parse(text).message]).toEqual([503, new LockedTooLong().message])
    await client.end()
    expect((await report(messageId, 'SM-d6', 'delivered')).status).toBe(200)
    expect(await last(conversationId)).toMatchObject({ status: 'delivered' })
  })

  test('that repeat what is known are answered at once while their conversation is locked', async () => {
    const { conversationId, messageId } = await sent('+15125559206')
    await report(messageId, 'SM-d7', 'delivered')
    const client = new pg.Client({ connectionString: clinic.store.url })
    await client.connect()
    await client.query('begin')
    await client.query('select from conversations where id = $1 for update', [conversationId])
    for (const status of ['sent', 'delivered']) expect((await report(messageId, 'SM-d7', status)).status).toBe(200)
    await client.end()
  })

  test('go to the organization that has taken the number over since it was remembered, or had it before', async () => {
    const { conversationId, messageId } = await sent('+15125559207')
    await report(messageId, 'SM-d8', 'sent')
    await clinic.text('+15125559208', 'Hello', { To: LAKESIDE })
    await rows(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version, added_version, words)
       select organization_id, 'moved', conversation_id, 'outbound', 'Hello', now(), 'queued', version, added_version, ''
       from messages where organization_id = 'o2' and direction = 'inbound' limit 1`,
    )
    await rows(`update organizations set sms_number = null where id in ('o1', 'o2')`)
    await rows(`update organizations set sms_number = $1 where id = 'o2'`, [CEDAR])
    expect((await report('moved', 'SM-d9', 'delivered')).status).toBe(200)
    expect(await rows(`select status from messages where organization_id = 'o2' and id = 'moved'`)).toEqual([
      { status: 'delivered' },
    ])
    // The text of the former owner is found by the carrier's sid.
    expect((await report(messageId, 'SM-d8', 'delivered')).status).toBe(200)
    expect(await last(conversationId)).toMatchObject({ status: 'delivered' })
    await rows(`update organizations set sms_number = null where id = 'o2'`)
    await rows(`update organizations set sms_number = case id when 'o1' then $1 else $2 end where id in ('o1', 'o2')`, [
      CEDAR,
      LAKESIDE,
    ])
  })
})
