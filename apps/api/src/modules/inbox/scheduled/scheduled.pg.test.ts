import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import { scheduledSchema } from '@foyer/contracts/inbox/scheduled.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, openSchedulingClinic, type SchedulingClinic } from './scheduled-clinic.suite.ts'

let clinic: SchedulingClinic
let id: string
let from: string

beforeAll(async () => {
  clinic = await openSchedulingClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  const begun = await clinic.conversation()
  id = begun.id
  from = begun.from
})

const statuses = async () => (await clinic.scheduled(id)).map(({ status }) => status)
const cancel = (_id: string, user = 'lena') => clinic.call('cancelScheduledMessage', user, { _id })
const reschedule = (_id: string, fields: object, user = 'lena') =>
  clinic.call('rescheduleMessage', user, { _id, ...fields })
const head = async () => (await clinic.call('conversations', 'lena')).body.asOf as number

describe('scheduling a text', () => {
  test('shows it on the conversation and emits it to clients of the conversation', async () => {
    const before = await head()
    const sendAt = clinic.ahead(HOUR_MS)
    const { status, body } = await clinic.ask(id, { message: '  See you  ', sendAt })
    expect([status, scheduledSchema.parse(body.data)]).toEqual([
      200,
      {
        ...{ _id: expect.any(String), organizationId: 'o1', conversationId: id, message: 'See you', sendAt },
        ...{ status: 'waiting', reason: null, messageId: null, user: 'lena', userName: 'Lena Kim' },
        ...{ createdAt: expect.any(String), endedAt: null, held: null, decided: null, version: body.asOf },
      },
    ])
    const events = await clinic.changes(before)
    expect(events.map(({ type, key, audience }) => [type, key, audience])).toEqual([
      ['conversation.changed', id, 'organization'],
      ['scheduled.changed', body.data._id, `conversation:${id}`],
    ])
    expect(events[1]?.data).toEqual(body.data)
    expect(await clinic.scheduled(id)).toEqual([body.data])
    expect(conversationSchema.parse(await clinic.item(id))).toMatchObject({
      scheduledFor: sendAt,
      changedBy: { _id: 'lena' },
      lastMessage: 'Hi',
      waitingSince: expect.any(String),
    })
    expect(await clinic.thread(id)).toHaveLength(1)
  })

  test('shows the earliest one on the conversation, in whatever order they were written', async () => {
    const [late, soon, between] = [9, 1, 5].map((hours) => clinic.ahead(hours * HOUR_MS))
    const first = await clinic.schedule(id, { sendAt: late })
    const second = await clinic.schedule(id, { sendAt: soon })
    await clinic.schedule(id, { sendAt: between })
    expect((await clinic.item(id)).scheduledFor).toBe(soon)
    await reschedule(second._id, { sendAt: clinic.ahead(8 * HOUR_MS) })
    expect((await clinic.item(id)).scheduledFor).toBe(between)
    await reschedule(first._id, { sendAt: soon })
    expect((await clinic.item(id)).scheduledFor).toBe(soon)
    await cancel(first._id)
    expect((await clinic.item(id)).scheduledFor).toBe(between)
  })

  test('schedules once when it is repeated with its key [CALL-INBOX-08]', async () => {
    const fields = { conversationId: id, message: 'Once', sendAt: clinic.ahead(HOUR_MS) }
    const ask = () => clinic.call('scheduleMessage', 'lena', fields, { 'idempotency-key': 'k1' })
    const [one, two] = [await ask(), await ask()]
    expect(two.body).toEqual(one.body)
    expect(await clinic.scheduled(id)).toHaveLength(1)
  })

  test.each([
    ['in half a minute', 30_000],
    ['yesterday', -24 * HOUR_MS],
    ['in two years', 2 * 366 * 24 * HOUR_MS],
  ])('is refused for a time %s [OPEN-048]', async (_when, ms) => {
    const { status, body } = await clinic.ask(id, { sendAt: clinic.ahead(ms) })
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'sendAt', message: 'Must be between a minute and a year from now' }],
    ])
    expect(await clinic.scheduled(id)).toEqual([])
  })

  test('is refused from a stale screen, with the current conversation', async () => {
    const seenVersion = await head()
    expect((await clinic.ask(id, { seenVersion })).status).toBe(200)
    await clinic.text(from, 'One more thing')
    const { status, body } = await clinic.ask(id, { seenVersion })
    expect([status, body.reason, body.data.lastMessage]).toEqual([409, 'stale', 'One more thing'])
  })

  test('is refused at once when the patient opted out or is blocked [OPEN-072]', async () => {
    await clinic.text(from, 'STOP')
    expect((await clinic.ask(id)).body).toMatchObject({ reason: 'opted_out' })
    await clinic.store.query(`update consents set sms_status = 'blocked' where phone_number = $1`, [from])
    expect((await clinic.ask(id)).body).toMatchObject({ reason: 'blocked' })
  })

  test('is refused at once for a country that is not enabled [T40]', async () => {
    const { id: elsewhere } = await clinic.text('+18765550142', 'Hi')
    const { status, body } = await clinic.ask(elsewhere)
    expect([status, body.reason]).toEqual([422, 'not_deliverable'])
    expect(body.message).toContain('(Jamaica) are not enabled')
    expect(await clinic.scheduled(elsewhere)).toEqual([])
  })

  test('is refused beyond fifty waiting texts in a conversation', async () => {
    await clinic.schedule(id)
    await clinic.store.query(
      `insert into scheduled_texts (organization_id, id, conversation_id, body, send_at, status, user_id, user_name, created_at, version)
       select organization_id, id || n, conversation_id, body, send_at, status, user_id, user_name, created_at, version
       from scheduled_texts, generate_series(1, 49) as n where conversation_id = $1`,
      [id],
    )
    const { status, body } = await clinic.ask(id)
    expect([status, body.reason, body.message]).toEqual([
      409,
      'conflict',
      '50 texts wait in this conversation already.',
    ])
    // Cancelling one makes room for another.
    await cancel((await clinic.scheduled(id))[0]?._id ?? '')
    expect((await clinic.ask(id)).status).toBe(200)
  })
})

describe('a waiting text', () => {
  test('can be cancelled by a colleague, and cancelling again changes nothing', async () => {
    const { _id } = await clinic.schedule(id)
    const { body } = await cancel(_id, 'dana')
    expect(body.data).toMatchObject({
      status: 'cancelled',
      reason: 'Cancelled by Dana Whitfield.',
      userName: 'Lena Kim',
    })
    expect(await clinic.item(id)).toMatchObject({ scheduledFor: null, changedBy: { _id: 'dana' } })
    const before = await head()
    expect((await cancel(_id)).body).toMatchObject({ code: 'ok', data: body.data, asOf: before })
    expect(await head()).toBe(before)
  })

  test('keeps its author when its time changes and gets a new one when its words change, both with history', async () => {
    const { _id, sendAt } = await clinic.schedule(id)
    const other = await clinic.schedule(id, { sendAt: clinic.ahead(HOUR_MS / 2) })
    const moved = clinic.ahead(20 * HOUR_MS)
    expect((await reschedule(_id, { sendAt: moved }, 'dana')).body.data).toMatchObject({
      ...{ sendAt: moved, user: 'lena', userName: 'Lena Kim' },
    })
    expect((await reschedule(_id, { message: 'Better words' }, 'dana')).body.data).toMatchObject({
      ...{ message: 'Better words', sendAt: moved, status: 'waiting', user: 'dana', userName: 'Dana Whitfield' },
    })
    const { body: history } = await clinic.call('conversationHistory', 'lena', { conversationId: id, limit: 2 })
    const told = { kind: 'rescheduled', scheduledFor: other.sendAt }
    expect(history.data).toMatchObject([
      { by: { _id: 'dana' }, change: { ...told, from: moved, to: moved, reworded: true } },
      { by: { _id: 'dana' }, change: { ...told, from: sendAt, to: moved, reworded: false } },
    ])
    await cancel(other._id)
    const later = clinic.ahead(30 * HOUR_MS)
    expect((await reschedule(_id, { sendAt: later })).body.data).toMatchObject({
      message: 'Better words',
      sendAt: later,
    })
    expect((await clinic.item(id)).scheduledFor).toBe(later)
    const before = await head()
    expect((await reschedule(_id, { sendAt: later, message: 'Better words' })).status).toBe(200)
    expect(await head()).toBe(before)
  })

  test.each([
    ['cancelled', 'The text was cancelled already.', ['reschedule']],
    ['failed', 'The text could not be sent. Write it again.', ['reschedule', 'cancel']],
    ['sent', 'The text was sent already.', ['reschedule', 'cancel']],
  ])('that is %s already is a conflict, in plain words', async (status, words, ways) => {
    const { _id } = await clinic.schedule(id)
    const [message] = await clinic.thread(id)
    await clinic.store.query(
      `update scheduled_texts set status = $2, ended_at = now(), message_id = $3 where id = $1`,
      [_id, status, status === 'sent' ? message?._id : null],
    )
    for (const way of ways) {
      const { body } = way === 'cancel' ? await cancel(_id) : await reschedule(_id, { message: 'Other' })
      expect([body.reason, body.message]).toEqual(['conflict', words])
    }
  })

  test('cannot be rescheduled without words or a time [OPEN-048]', async () => {
    const { _id } = await clinic.schedule(id)
    const { status, body } = await reschedule(_id, {})
    expect([status, body.issues[0].path]).toEqual([400, 'sendAt'])
    expect((await reschedule(_id, { sendAt: clinic.ahead(1000) })).status).toBe(400)
    expect(await statuses()).toEqual(['waiting'])
  })

  test("is 404 when it is another organization's, like an absent one [SEC-05]", async () => {
    const { _id } = await clinic.schedule(id)
    const asOmar = (one: string) => clinic.call('cancelScheduledMessage', 'omar', { organizationId: 'o2', _id: one })
    const [theirs, absent] = [await asOmar(_id), await asOmar('absent')]
    expect([theirs.status, { ...theirs.body, requestId: '' }]).toEqual([404, { ...absent.body, requestId: '' }])
    expect(await statuses()).toEqual(['waiting'])
  })
})

describe('scheduledMessages', () => {
  test("lists the organization's waiting texts, soonest first, in pages", async () => {
    await clinic.store.query('delete from scheduled_texts')
    const sendAt = clinic.ahead(3 * HOUR_MS)
    for (const at of [sendAt, clinic.ahead(5 * HOUR_MS), sendAt, clinic.ahead(HOUR_MS), sendAt])
      await clinic.schedule((await clinic.conversation()).id, { sendAt: at })
    await cancel((await clinic.schedule(id))._id)
    const all = (await clinic.call('scheduledMessages', 'lena')).body
    expect(all.cursor).toBeNull()
    const times = all.data.map((one: { sendAt: string }) => one.sendAt)
    expect(times).toHaveLength(5)
    expect(times).toEqual([...times].sort())
    for (const limit of [1, 2, 4, 5]) {
      const seen: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { body } = await clinic.call('scheduledMessages', 'lena', { limit, ...(cursor && { cursor }) })
        seen.push(...body.data)
        cursor = body.cursor
      }
      expect(seen, `limit ${limit}`).toEqual(all.data)
    }
    const elsewhere = await clinic.call('scheduledMessages', 'omar', { organizationId: 'o2' })
    expect(elsewhere.body.data).toEqual([])
    expect((await clinic.call('scheduledMessages', 'lena', { cursor: 'not-ours' })).status).toBe(400)
  })

  test("lists a conversation's waiting texts and its newest hundred ended ones", async () => {
    await clinic.schedule(id, { message: 'Waits' })
    await clinic.store.query(
      `insert into scheduled_texts (organization_id, id, conversation_id, body, send_at, status, user_id, user_name, created_at, ended_at, version)
       select organization_id, id || n, conversation_id, 'Over ' || n, send_at - n * interval '1 hour', 'cancelled', user_id, user_name,
         created_at, now() - n * interval '1 hour', version
       from scheduled_texts, generate_series(1, 120) as n where conversation_id = $1`,
      [id],
    )
    const texts = await clinic.scheduled(id)
    expect(texts.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `Over ${100 - index}`),
      'Waits',
    ])
  })
})
