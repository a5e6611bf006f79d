import { randomUUID } from 'node:crypto'
import { applyEvents, joinRuns } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { conversations, messagesOf } from '@foyer/contracts/inbox/collections.rules.ts'
import { type Message, messageSchema } from '@foyer/contracts/inbox/message.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import { file, pdf } from '../../files/sample-files.suite.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
let id: string
let number = 5_125_558_000

beforeAll(async () => {
  clinic = await openClinic({ SMS_DAILY_LIMIT: '40' })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  number++
  id = (await clinic.text(`+1${number}`, 'Hello')).id
})

const send = (fields: Record<string, unknown> = {}, user = 'lena', headers: Record<string, string> = {}) =>
  clinic.call('sendMessage', user, { conversationId: id, message: 'Yes', ...fields }, headers)
const thread = async (fields: Record<string, unknown> = {}) => {
  const { status, body } = await clinic.call('messages', 'lena', { conversationId: id, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Message[]
}
const outbox = async (conversationId: string) =>
  clinic.store.query<{ message_id: string }>('select message_id from outbound_texts where conversation_id = $1', [
    conversationId,
  ])
const item = async () =>
  (await clinic.call('conversations', 'lena', { status: 'all', search: String(number) })).body.data[0]

describe('sendMessage [CALL-INBOX-08]', () => {
  test('stores the text, queues it once and ends the wait [OPEN-072]', async () => {
    const { status, body } = await send({ message: '  Yes, do \n' })
    expect(status).toBe(200)
    expect(messageSchema.parse(body.data)).toMatchObject({
      message: 'Yes, do',
      direction: 'outbound',
      private: false,
      user: 'lena',
      userName: 'Lena Kim',
      status: 'queued',
      version: body.asOf,
    })
    expect((await thread()).at(-1)).toEqual(body.data)
    expect(await outbox(id)).toEqual([{ message_id: body.data._id }])
    expect(await item()).toMatchObject({
      lastMessage: 'Yes, do',
      waitingSince: null,
      unreadCount: 1,
      lastMessageBy: { status: 'queued', userName: 'Lena Kim' },
    })
  })

  test('emits events that update the old screen to the new state', async () => {
    const before = { list: new Map([[id, await item()]]), thread: await thread() }
    const { asOf } = (await clinic.call('conversations', 'lena')).body
    await send()
    const events = (await clinic.told(asOf)) as unknown as KnownEvent[]
    expect(events.map(({ type, audience }) => [type, audience])).toEqual([
      ['conversation.changed', 'organization'],
      ['message.added', `conversation:${id}`],
    ])
    const messages = messagesOf(id)
    expect(joinRuns(messages, before.thread, events.flatMap(messages.select))).toEqual(await thread())
    expect(applyEvents(conversations, before.list, events).get(id)).toEqual(await item())
  })

  test('adds a note to the thread without queueing it, and the patient goes on waiting [OPEN-072]', async () => {
    const { body } = await send({ message: 'Ask Dana', private: true })
    expect(body.data).toMatchObject({ private: true, status: 'sent' })
    expect((await thread()).at(-1)).toEqual(body.data)
    expect(await outbox(id)).toEqual([])
    expect(await item()).toMatchObject({ waitingSince: expect.any(String), lastMessageBy: { private: true } })
  })

  test.each([
    ['message', '   '],
    ['message', 'x'.repeat(1601)],
    ['message', 'a\u0000b'],
    ['private', 'yes'],
    ['seenVersion', -1],
    ['surprise', 1],
  ])('is 400 and names the field for a bad %s [OPEN-072]', async (field, value) => {
    const { status, body } = await send({ [field]: value })
    expect([status, body.issues[0].path]).toEqual([400, field])
  })

  test("is refused in a colleague's name, without a session, and for a foreign conversation", async () => {
    const mismatch = await send({ user: 'dana' })
    expect([mismatch.status, mismatch.body.reason]).toEqual([403, 'user_mismatch'])
    expect((await send({ user: 'lena' })).status).toBe(200)
    expect((await send({}, 'nobody')).status).toBe(401)
    expect((await send({}, 'omar')).status).toBe(403)
    const foreign = await send({ organizationId: 'o2' }, 'sam')
    const absent = await send({ conversationId: 'absent' })
    expect([foreign.status, { ...foreign.body, requestId: '' }]).toEqual([404, { ...absent.body, requestId: '' }])
  })

  test.each(['blocked', 'opted_out'] as const)(
    'is 422 to a %s number, except for a note [OPEN-072]',
    async (smsStatus) => {
      await clinic.store.query('insert into consents values ($1, $2, $3)', ['o1', `+1${number}`, smsStatus])
      const { status, body } = await send()
      expect([status, body.reason]).toEqual([422, smsStatus])
      expect((await send({ private: true })).status).toBe(200)
      expect(await outbox(id)).toEqual([])
    },
  )

  test("in a chat counts as sent at once, is not queued, and ignores the number's opt-out [INBOX-02]", async () => {
    await clinic.store.query(`update conversations set channel = 'chat' where id = $1`, [id])
    await clinic.store.query('insert into consents values ($1, $2, $3)', ['o1', `+1${number}`, 'opted_out'])
    const { status, body } = await send()
    expect([status, body.data.status]).toEqual([200, 'sent'])
    expect(await outbox(id)).toEqual([])
    expect((await send({ seenVersion: 0 }, 'dana')).body.reason).toBe('stale')
  })

  test('sends once when it is repeated with its key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send({}, 'lena', headers)
    const again = await send({}, 'lena', headers)
    expect(again.body).toEqual(first.body)
    expect(await outbox(id)).toHaveLength(1)
    const other = await send({ message: 'No' }, 'lena', headers)
    expect([other.status, other.body.reason]).toEqual([422, 'key_reused'])
  })
})

describe('sending from a stale screen', () => {
  const position = async () => (await clinic.call('conversations', 'lena')).body.asOf as number

  test('is refused with the current conversation when the patient wrote meanwhile', async () => {
    const seenVersion = await position()
    await clinic.text(`+1${number}`, 'Never mind')
    const { status, body } = await send({ seenVersion })
    expect([status, body.reason]).toEqual([409, 'stale'])
    expect(body.data).toEqual(await item())
    expect(body.data.lastMessage).toBe('Never mind')
    expect(await outbox(id)).toEqual([])
    expect((await send({ seenVersion: await position() })).status).toBe(200)
    expect((await send()).status).toBe(200)
  })

  test('is refused when a colleague answered meanwhile, and not when the caller did', async () => {
    const seenVersion = await position()
    await send({ message: 'Mine' })
    expect((await send({ seenVersion, message: 'And this' })).status).toBe(200)
    await send({ message: 'Hers' }, 'dana')
    expect((await send({ seenVersion })).status).toBe(409)
  })

  test('is refused when the screen is ahead of the log, because it shows another epoch', async () => {
    const seenVersion = (await position()) + 1
    const { status, body } = await send({ seenVersion })
    expect([status, body.reason, body.data]).toEqual([409, 'stale', await item()])
    expect(await outbox(id)).toEqual([])
    expect((await send({ seenVersion, private: true })).status).toBe(200)
  })

  test('is allowed after notes, stars and delivery reports', async () => {
    const { body } = await send({ message: 'Hers' }, 'dana')
    const seenVersion = body.asOf
    await send({ message: 'Note', private: true }, 'dana')
    await clinic.call('toggleStar', 'dana', { conversationId: id, action: 'star' })
    await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${body.data._id}`, {
      MessageSid: `SM${number}`,
      MessageStatus: 'delivered',
    })
    expect((await thread()).find(({ _id }) => _id === body.data._id)?.version).toBeGreaterThan(seenVersion)
    expect((await send({ seenVersion })).status).toBe(200)
    // The caller's own first text does not make the screen stale for the second one.
    expect((await send({ seenVersion })).status).toBe(200)
  })
})

test("sendMessage stops at the organization's daily limit, which notes do not count for", async () => {
  await clinic.store.query(`update text_days set sent = 38`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
  expect((await send({ private: true })).status).toBe(200)
  clinic.pass(24 * 60 * 60 * 1000)
  expect((await send()).status).toBe(200)
})

test("sendMessage does not lock the organization's day while it still reads", async () => {
  await send()
  const days = await clinic.store.query('select day::text, sent from text_days order by day')
  let answer: Promise<{ status: number }> | undefined
  await clinic.parts.database.write('o1', async (tx) => {
    // A reply reads its author's draft.
    await sql`lock table drafts`.execute(tx)
    answer = send()
    await until(async () => {
      const waiting = await clinic.store.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length === 1 || undefined
    })
    const { rows } = await sql`select day::text, sent from text_days order by day for update skip locked`.execute(tx)
    expect(rows).toEqual(days)
  })
  expect(await answer).toMatchObject({ status: 200 })
})

test("sendMessage stops at a patient's daily limit, whoever sends, and other patients still get texts [T40]", async () => {
  await clinic.store.query('delete from text_days')
  const phone = `+1${number}`
  expect((await send()).status).toBe(200)
  await clinic.store.query('update text_number_days set sent = 198 where phone_number = $1', [phone])
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => send({}, n % 2 ? 'lena' : 'dana')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
  const { body: refused } = await send()
  expect([refused.reason, refused.message]).toEqual([
    'rate_limited',
    'This number was sent all the texts that one patient may have in a day (200).',
  ])
  expect(await clinic.store.query('select sent from text_days')).toEqual([{ sent: 3 }])
  expect((await send({ private: true })).status).toBe(200)
  const { id: conversationId } = await clinic.text(`+1${number + 500}`, 'Hello')
  expect((await send({ conversationId })).status).toBe(200)
  clinic.pass(24 * 60 * 60 * 1000)
  expect((await send()).status).toBe(200)
  expect(await clinic.store.query('select phone_number as phone, sent from text_number_days')).toEqual([
    { phone, sent: 1 },
  ])
})

test('a text from a country that is not enabled is stored, and only a note can answer it [T40] [OPEN-101]', async () => {
  const from = '+18765550142'
  const { id: conversationId } = await clinic.text(from, 'Hello from far away')
  const { status, body } = await send({ conversationId })
  expect([status, body.reason, body.message]).toEqual([
    422,
    'not_deliverable',
    'Texts to this country (Jamaica) are not enabled. Call instead, or ask an administrator.',
  ])
  const files = [file(pdf(), 'plan.pdf')]
  const withFile = await clinic.sendFiles('lena', { conversationId, message: '', private: 'false' }, files)
  expect([withFile.status, withFile.body.message]).toEqual([422, body.message])
  expect((await send({ conversationId, private: true })).status).toBe(200)
  expect((await thread({ conversationId })).map(({ message }) => message)).toEqual(['Hello from far away', 'Yes'])
  expect(await outbox(conversationId)).toEqual([])
})

describe('messages call [CALL-INBOX-05]', () => {
  const fill = (count: number) =>
    clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version)
       select 'o1', $1 || lpad(n::text, 4, '0'), $1, 'inbound', 'Text ' || n, timestamptz '2026-11-01' + (n / 3) * interval '1 minute', 'received', 0
       from generate_series(1, $2) as n`,
      [id, count],
    )

  test('returns the newest 50, oldest first, and older ones by before, back to the first [OPEN-071]', async () => {
    await fill(119)
    const newest = await thread()
    expect(newest).toHaveLength(50)
    expect(newest.at(-1)?.message).toBe('Hello')
    let all = newest
    for (;;) {
      const older = await thread({ before: all[0]?._id, limit: 30 })
      if (older.length === 0) break
      all = [...older, ...all]
    }
    expect(all.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 119 }, (_, n) => `Text ${n + 1}`),
      'Hello',
    ])
    expect(joinRuns(messagesOf(id), [], all)).toEqual(all)
  })

  test('search takes wildcards literally', async () => {
    await fill(12)
    await clinic.store.query(`update messages set body = '100% of_it' where conversation_id = $1 and body = 'Text 7'`, [
      id,
    ])
    expect((await thread({ search: 'text 1' })).map(({ message }) => message)).toEqual([
      'Text 1',
      'Text 10',
      'Text 11',
      'Text 12',
    ])
    for (const search of ['0%', 'f_i']) expect(await thread({ search })).toHaveLength(1)
    expect(await thread({ search: '\\' })).toEqual([])
  })

  test('is refused for an absent or foreign conversation or message', async () => {
    const absent = await clinic.call('messages', 'lena', { conversationId: 'absent' })
    const foreign = await clinic.call('messages', 'sam', { organizationId: 'o2', conversationId: id })
    expect([absent.status, { ...absent.body, requestId: '' }]).toEqual([404, { ...foreign.body, requestId: '' }])
    const both = await clinic.call('messages', 'lena', { conversationId: 'absent', before: 'absent' })
    expect(both.status).toBe(404)
    const before = await clinic.call('messages', 'lena', { conversationId: id, before: 'absent' })
    expect([before.status, before.body.issues[0].path]).toEqual([400, 'before'])
    const limit = await clinic.call('messages', 'lena', { conversationId: id, limit: 201 })
    expect([limit.status, limit.body.issues[0].path]).toEqual([400, 'limit'])
  })
})
