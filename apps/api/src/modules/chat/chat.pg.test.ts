import { randomUUID } from 'node:crypto'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatVisitor, visit } from '../../../../../tests/support/visitor.ts'
import { type Answer, CEDAR, type Clinic, openClinic } from '../clinic.suite.ts'
import { admitVisitor } from './visitors.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}'`)
})
afterAll(() => clinic.close())

const conversationsOf = (visitor: ChatVisitor) =>
  clinic.store.query<{ id: string; status: string; unread: number; phone: string }>(
    `select id, status, unread_count as unread, phone_number as phone from conversations where sender = $1`,
    [visitor.visitorId],
  )
const conversationOf = async (visitor: ChatVisitor) => {
  const [one] = await conversationsOf(visitor)
  if (!one) throw new Error('There is no conversation.')
  return one.id
}
const answer = async (visitor: ChatVisitor, message: string, more: object = {}) => {
  const fields = { conversationId: await conversationOf(visitor), message, ...more }
  const { status, body } = await clinic.call('sendMessage', 'lena', fields)
  if (status !== 200) throw new Error(`The answer was refused: ${JSON.stringify(body)}`)
  return body.data as { _id: string; status: string }
}
const post = async (path: string, body: object): Promise<Answer> => {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${clinic.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}
const head = async () => (await clinic.events()).at(-1)?.seq ?? 0

describe("a visitor's chat", () => {
  test('begins a conversation with the first message and not before [INBOX-02] [OPEN-076]', async () => {
    const before = await head()
    const visitor = await visit(clinic.url, 'o1')
    expect(await visitor.read()).toEqual([])
    expect(await head()).toBe(before)

    const said = await visitor.say('  Do you take walk-ins?  ')
    expect(said).toMatchObject({ by: 'visitor', name: null, message: 'Do you take walk-ins?', files: 0 })
    const { body } = await clinic.call('conversations', 'lena', { status: 'all' })
    expect(body.data[0]).toMatchObject({
      ...{ type: 'chat', from: visitor.visitorId, name: 'Unknown', phoneNumber: '', patientId: null },
      ...{ status: 'unassigned', lastMessage: 'Do you take walk-ins?', unreadCount: 1 },
    })
    expect(body.data[0].waitingSince).not.toBeNull()
  })

  test('shows an answer of the staff at once, without a carrier, under a first name [INBOX-02]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hello')
    const sent = await answer(visitor, 'Good morning!')
    expect(sent.status).toBe('sent')
    expect(await clinic.store.query('select * from outbound_texts')).toEqual([])
    const { body } = await visitor.ask('chatMessages')
    expect(body.data.map(({ by, name, message }) => [by, name, message])).toEqual([
      ['visitor', null, 'Hello'],
      ['clinic', 'Lena', 'Good morning!'],
    ])
    expect(JSON.stringify(body)).not.toMatch(/Kim|"lena"|organizationId|conversationId|version/)
  })

  test('stores one message per clientId, however often it is sent [INBOX-02]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    const clientId = randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => visitor.say('Once', clientId)))
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(1)
    expect(all[0]).toMatchObject({ clientId })
    expect(await visitor.say('Other words', clientId)).toEqual(all[0])
    expect(await visitor.read()).toEqual(['Once'])
    expect(await conversationsOf(visitor)).toMatchObject([{ unread: 1, phone: '' }])
    // Another visitor may use the same id.
    const other = await visit(clinic.url, 'o1')
    await other.say('Mine', clientId)
    expect(await other.read()).toEqual(['Mine'])
  })

  test('reopens a resolved conversation [OPEN-032]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hello')
    await clinic.call('closeConversation', 'lena', {
      conversationId: await conversationOf(visitor),
      status: 'resolved',
    })
    await visitor.say('One more thing')
    expect(await conversationsOf(visitor)).toMatchObject([{ status: 'unassigned' }])
  })

  test('marks messages as delivered up to the one that was seen [OPEN-071]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hello')
    const [first, second] = [await answer(visitor, 'One'), await answer(visitor, 'Two')]
    const statuses = async () =>
      clinic.store.query(
        `select body, status from messages where conversation_id = $1 and direction = 'outbound' order by created_at`,
        [await conversationOf(visitor)],
      )
    expect((await visitor.ask('chatSeen', { body: { upTo: first._id } })).status).toBe(200)
    expect(await statuses()).toEqual([
      { body: 'One', status: 'delivered' },
      { body: 'Two', status: 'sent' },
    ])
    await visitor.ask('chatSeen', { body: { upTo: second._id } })
    const { body } = await clinic.call('conversation', 'lena', { conversationId: await conversationOf(visitor) })
    expect(body.data.lastMessageBy).toMatchObject({ user: 'lena', status: 'delivered' })
    const before = await head()
    await visitor.ask('chatSeen', { body: { upTo: second._id } })
    expect(await head()).toBe(before)
  })

  test('returns everything after a message, in the order of the log [INBOX-02]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    const { _id: after } = await visitor.say('Hello')
    for (let number = 1; number <= 3; number++) await answer(visitor, `Answer ${number}`)
    const { body } = await visitor.ask('chatMessages', { query: { after } })
    expect([body.data.map(({ message }) => message), body.more]).toEqual([['Answer 1', 'Answer 2', 'Answer 3'], false])
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version, added_version)
       select 'o1', 'many' || n, $1, 'outbound', 'm' || n, now() - n * interval '1 hour', 'sent', 100000 + n, 100000 + n
       from generate_series(1, 230) as n`,
      [await conversationOf(visitor)],
    )
    const last = body.data.at(-1)?._id ?? ''
    const page = await visitor.ask('chatMessages', { query: { after: last } })
    expect([page.body.data.length, page.body.more]).toEqual([200, true])
    const rest = await visitor.ask('chatMessages', { query: { after: page.body.data.at(-1)?._id ?? '' } })
    expect(rest.body.data.map(({ message }) => message)).toEqual(Array.from({ length: 30 }, (_, n) => `m${n + 201}`))
    expect((await visitor.ask('chatMessages')).body.data.map(({ message }) => message).at(-1)).toBe('m230')
  })

  test('emits each message to the visitor with only what a patient may see [OPEN-097]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    const before = await head()
    await visitor.say('<img src=x onerror=alert(1)>')
    await answer(visitor, 'What is that?')
    await answer(visitor, 'Odd one', { private: true })
    const heard = (await clinic.events(before)).filter(({ audience }) => audience.startsWith('visitor:'))
    expect(heard.map(({ type, audience }) => [type, audience])).toEqual(
      Array(2).fill(['visitor.message', `visitor:${visitor.visitorId}`]),
    )
    expect(heard.map(({ data }) => (data as { message: { message: string } }).message.message)).toEqual([
      '<img src=x onerror=alert(1)>',
      'What is that?',
    ])
    expect(JSON.stringify(heard.map(({ data }) => data))).not.toMatch(/Kim|"lena"|Odd one|conversationId/)
  })
})

describe('access to foreign data', () => {
  test("is refused alike for another visitor's message, a note and an absent message [SEC-05]", async () => {
    const [mine, theirs] = [await visit(clinic.url, 'o1'), await visit(clinic.url, 'o1')]
    const { _id: foreign } = await theirs.say('A secret')
    const nobodys = await mine.ask('chatMessages', { query: { after: foreign } })
    expect(nobodys.status).toBe(400)
    await mine.say('Hello')
    const note = await answer(mine, 'Only ours', { private: true })
    for (const id of [foreign, note._id, 'absent']) {
      expect((await mine.ask('chatMessages', { query: { after: id } })).status, id).toBe(400)
      expect((await mine.ask('chatSeen', { body: { upTo: id } })).status, id).toBe(400)
    }
    expect(await mine.read()).toEqual(['Hello'])
  })

  test('is refused for a visitor of another clinic [SEC-05]', async () => {
    const [ours, theirs] = [await visit(clinic.url, 'o1'), await visit(clinic.url, 'o2')]
    await ours.say('For Cedar')
    await theirs.say('For Lakeside')
    expect([await ours.read(), await theirs.read()]).toEqual([['For Cedar'], ['For Lakeside']])
    const { visitorId, secret } = ours
    const renewed = await post('/api/chat/token', { organizationId: 'o2', visitorId, secret })
    expect([renewed.status, renewed.body.reason]).toEqual([401, 'no_session'])
  })

  test("by a token needs the visitor's own secret to renew it [SEC-01]", async () => {
    const [mine, theirs] = [await visit(clinic.url, 'o1'), await visit(clinic.url, 'o1')]
    const renew = (visitorId: string, secret: string) =>
      post('/api/chat/token', { organizationId: 'o1', visitorId, secret })
    const { body } = await renew(mine.visitorId, mine.secret)
    await mine.say('Still me')
    expect((await mine.ask('chatMessages', {}, body.data.token)).body.data).toHaveLength(1)
    const wrong = [
      await renew(mine.visitorId, theirs.secret),
      await renew(theirs.visitorId, mine.secret),
      await renew('visitor_absent', mine.secret),
      await renew(mine.visitorId, mine.visitorId),
    ]
    for (const { status, body } of wrong) expect([status, body.reason]).toEqual([401, 'no_session'])
    const [stored] = await clinic.store.query(`select * from chat_visitors where id = $1`, [mine.visitorId])
    expect(JSON.stringify(stored)).not.toContain(mine.secret)
  })

  test('is 404 alike for a clinic without chat and an absent one [INBOX-02]', async () => {
    await clinic.store.query(`update organizations set chat_sites = '{}' where id = 'o2'`)
    const refused = [await post('/api/chat/session', { organizationId: 'o2' })]
    refused.push(await post('/api/chat/session', { organizationId: 'absent' }))
    await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o2'`)
    for (const { status, body } of refused) expect([status, body.reason]).toEqual([404, 'not_found'])
  })
})

describe('chat limits', () => {
  test('allow twenty messages a minute, and repeats of earlier ones beyond that [INBOX-02]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    const clientId = randomUUID()
    await visitor.say('0', clientId)
    for (let number = 1; number < 20; number++) await visitor.say(String(number))
    const { status, body } = await visitor.ask('chatSend', { body: { clientId: randomUUID(), message: '20' } })
    expect([status, (body as unknown as { reason: string }).reason]).toEqual([429, 'rate_limited'])
    expect(await visitor.say('0', clientId)).toMatchObject({ message: '0' })
    clinic.pass(60_000)
    await visitor.say('20')
    expect(await visitor.read()).toHaveLength(21)
  })

  test('allow so many visitors per address in a quarter of an hour [INBOX-02]', async () => {
    clinic.pass(16 * 60_000)
    const arrive = async () => (await post('/api/chat/session', { organizationId: 'o2' })).status
    const answers = []
    for (let number = 0; number < 41; number++) answers.push(await arrive())
    expect(answers).toEqual([...Array(40).fill(200), 429])
    clinic.pass(16 * 60_000)
    expect(await arrive()).toBe(200)
    expect(await clinic.store.query(`select key from chat_arrivals where organization_id = 'o2'`)).toHaveLength(2)
  })

  test('count a whole IPv6 network as one address [INBOX-02]', async () => {
    clinic.pass(16 * 60_000)
    const arrive = (number: number, network = 'a') =>
      admitVisitor(clinic.parts, { organizationId: 'o2', address: `2001:db8:0:${network}::${number.toString(16)}` })
    for (let number = 1; number <= 40; number++) await arrive(number)
    await expect(arrive(41)).rejects.toMatchObject({ reason: 'rate_limited' })
    expect(await arrive(1, 'b')).toHaveProperty('token')
  })
})

test("carrier's opt-out report that names a chat message changes nothing [OPEN-072]", async () => {
  const visitor = await visit(clinic.url, 'o1')
  await visitor.say('Hello')
  const { _id } = await answer(visitor, 'Good morning!')
  const before = await head()
  const report = { MessageSid: 'SM-chat', MessageStatus: 'failed', ErrorCode: '21610', From: CEDAR }
  expect((await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${_id}`, report)).status).toBe(200)
  expect([await head(), await clinic.store.query('select * from consents')]).toEqual([before, []])
})

describe('after-hours answer in a chat', () => {
  const CLOSED = 'We are closed.'
  const goTo = (instant: string) => clinic.pass(Date.parse(instant) - clinic.parts.clock.now().getTime())
  const night = (day: number) => goTo(`2026-12-${String(day).padStart(2, '0')}T04:00:00Z`)
  beforeAll(async () => {
    await clinic.store.query(
      `insert into organization_settings (organization_id, name, value) values ('o1', 'inbox', $1)`,
      [JSON.stringify({ ...inboxSetting.default, afterHours: { enabled: true, message: CLOSED } })],
    )
  })

  test('is sent once a night, at once and without a carrier, and the visitor goes on waiting [INBOX-02]', async () => {
    night(2)
    const visitor = await visit(clinic.url, 'o1')
    const clientId = randomUUID()
    await visitor.say('Hello?', clientId)
    await visitor.say('Hello?', clientId)
    await visitor.say('Anybody?')
    expect(await visitor.read()).toEqual(['Hello?', CLOSED, 'Anybody?'])
    const { body } = await visitor.ask('chatMessages')
    expect(body.data[1]).toMatchObject({ by: 'clinic', name: null })
    const { body: seen } = await clinic.call('conversation', 'lena', { conversationId: await conversationOf(visitor) })
    expect(seen.data).toMatchObject({ unreadCount: 2, waitingSince: expect.any(String) })
    expect(await clinic.store.query('select * from outbound_texts')).toEqual([])
    const told = (await clinic.events()).filter(({ audience }) => audience === `visitor:${visitor.visitorId}`)
    expect(told.map(({ data }) => (data as { message: { message: string } }).message.message)).toEqual([
      'Hello?',
      CLOSED,
      'Anybody?',
    ])
    night(3)
    await visitor.say('And tonight?')
    expect(await visitor.read()).toEqual(['Hello?', CLOSED, 'Anybody?', 'And tonight?', CLOSED])
  })

  test('is not sent by day, or while a staff member chats with the visitor [INBOX-02]', async () => {
    const visitor = await visit(clinic.url, 'o1')
    goTo('2026-12-03T22:55:00Z')
    await visitor.say('One more thing')
    await answer(visitor, 'Yes?')
    goTo('2026-12-03T23:02:00Z')
    await visitor.say('It hurts')
    expect(await visitor.read()).toEqual(['One more thing', 'Yes?', 'It hurts'])
    goTo('2026-12-03T23:30:00Z')
    await visitor.say('Are you there?')
    expect(await visitor.read()).toHaveLength(5)
  })
})
