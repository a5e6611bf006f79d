import type { CallName } from '@foyer/contracts/calls.ts'
import { joinRuns } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { historyOf } from '@foyer/contracts/inbox/collections.rules.ts'
import { type HistoryEntry, historyEntrySchema } from '@foyer/contracts/inbox/history.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

const ROSALIND = '+15125550142'
let clinic: Clinic
let id: string

beforeEach(async () => {
  await clinic?.close()
  clinic = await openClinic()
  id = (await clinic.text(ROSALIND, 'Is the doctor in on Friday?')).id
})
afterAll(() => clinic.close())

async function act(name: CallName, user: string, fields: object = {}) {
  const { status, body } = await clinic.call(name, user, { conversationId: id, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const history = async (fields: object = {}) => act('conversationHistory', 'dana', fields)
const told = async () => (await history()).data.map(({ by, change }: HistoryEntry) => [by?.name ?? null, change])

test("history begins with the conversation's start and its patient's name [OPEN-101]", async () => {
  const { data, asOf, epoch, cursor } = await history()
  expect(data).toEqual([
    {
      conversationId: id,
      position: 1,
      at: expect.stringMatching(/^2026-11-19T15:/),
      by: null,
      via: null,
      change: { kind: 'began', status: 'open', patientId: 'p1' },
      names: { p1: 'Rosalind Carver' },
    },
  ])
  expect([asOf, epoch, cursor]).toEqual([3, 'e1', null])
})

test('history lists the changes and their authors, newest first, without reading and messages [STATE-25] [STATE-26] [STATE-28] [STATE-30]', async () => {
  await act('assignToStaff', 'lena', { user: 'dana' })
  await act('toggleStar', 'lena', { action: 'star' })
  await act('updateLastSeen', 'sam')
  await act('markConversationAsUnread', 'sam')
  await act('sendMessage', 'sam', { message: 'He is.' })
  await act('sendMessage', 'sam', { message: 'Is he?', private: true })
  await act('closeConversation', 'dana', { status: 'resolved' })
  await act('closeConversation', 'lena', { status: 'resolved' })
  await clinic.text(ROSALIND, '👎')
  expect(await told()).toEqual([
    [null, { kind: 'feedback', from: null, to: 'down' }],
    [null, { kind: 'status', from: 'resolved', to: 'open' }],
    ['Dana Whitfield', { kind: 'status', from: 'open', to: 'resolved' }],
    ['Sam Ortiz', { kind: 'markedUnread' }],
    ['Lena Kim', { kind: 'starred', staff: 'lena' }],
    ['Lena Kim', { kind: 'assigned', from: [], to: ['dana'] }],
    [null, { kind: 'began', status: 'open', patientId: 'p1' }],
  ])
})

test('a consent change is recorded in each conversation of the number, once [OPEN-072]', async () => {
  await clinic.store.query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text,
      version) values ('o1', 'chat1', 'chat', 'visitor1', $1, 'open', now(), 'unknown', 0)`,
    [ROSALIND],
  )
  for (const wish of ['STOP', 'stop', 'START']) await clinic.text(ROSALIND, wish)
  const wishes = [
    { kind: 'consent', from: 'opted_out', to: 'subscribed' },
    { kind: 'consent', from: 'subscribed', to: 'opted_out' },
  ]
  const inChat = (await history({ conversationId: 'chat1' })).data
  expect(inChat.map(({ change }: HistoryEntry) => change)).toEqual(wishes)
  expect((await told()).slice(0, 2)).toEqual(wishes.map((wish) => [null, wish]))
})

test('an opt-out that the carrier reports is recorded once [OPEN-072]', async () => {
  const { data } = await act('sendMessage', 'lena', { message: 'See you on Friday.' })
  const path = `/api/inbox/webhooks/twilio/status?messageId=${data._id}`
  const report = { MessageSid: 'SM9', MessageStatus: 'failed', ErrorCode: '21610', From: '+15125550100' }
  for (let times = 0; times < 2; times++) expect((await clinic.post(path, report)).status).toBe(200)
  expect((await told())[0]).toEqual([null, { kind: 'consent', from: 'subscribed', to: 'opted_out' }])
  expect(await told()).toHaveLength(2)
})

test("clients of an open conversation receive each history entry before the conversation's change [OPEN-096] [OPEN-097]", async () => {
  const before = await history()
  await act('assignToStaff', 'lena', { user: 'dana' })
  await act('closeConversation', 'dana', { status: 'pending' })
  await clinic.text(ROSALIND, 'And on Monday?')
  const events = await clinic.told(before.asOf)
  const shown = [
    ['history.added', `conversation:${id}`],
    ['conversation.changed', 'organization'],
  ]
  expect(events.map(({ type, audience }) => [type, audience])).toEqual([
    ...shown,
    ['notice.added', 'staff:dana'],
    ...shown,
    ...shown,
    ['message.added', `conversation:${id}`],
  ])
  const after = await history()
  const entries = (events as unknown as KnownEvent[]).flatMap(historyOf(id).select)
  expect(joinRuns(historyOf(id), before.data, entries)).toEqual(after.data)
  expect(after.asOf).toBe(events.at(-1)?.seq)
})

test('reading and delivery reports emit no history entry [OPEN-096]', async () => {
  const { asOf } = await history()
  await act('updateLastSeen', 'dana')
  const { data } = await act('sendMessage', 'lena', { message: 'Yes.' })
  await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${data._id}`, {
    ...{ MessageSid: 'SM9', MessageStatus: 'delivered', From: '+15125550100' },
  })
  const types = (await clinic.events(asOf)).map(({ type }) => type)
  expect(types).toContain('message.changed')
  expect(types).not.toContain('history.added')
})

test('history pages lead back to the start, each entry once', async () => {
  for (const action of ['star', 'unstar', 'star', 'unstar']) await act('toggleStar', 'lena', { action })
  const positions = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await history({ limit: 2, ...(cursor && { cursor }) })
    for (const entry of page.data) positions.push(historyEntrySchema.strict().parse(entry).position)
    cursor = page.cursor
  }
  expect(positions).toEqual([5, 4, 3, 2, 1])
})

test('history keeps the names of former staff', async () => {
  await act('assignToStaff', 'sam', { user: 'sam' })
  await clinic.store.query(`delete from members where organization_id = 'o1' and user_id = 'sam'`)
  expect((await history()).data[0]).toMatchObject({
    by: { _id: 'sam', name: 'Sam Ortiz' },
    names: { sam: 'Sam Ortiz' },
  })
})

test("history rows can be neither changed nor deleted by the application's role", async () => {
  for (const statement of ['delete from conversation_history', `update conversation_history set kind = 'woken'`]) {
    const tried = clinic.store.query(
      `do $$ begin set local role foyer_app; perform set_config('app.org', 'o1', true); ${statement}; end $$`,
    )
    await expect(tried, statement).rejects.toThrow('permission denied for table conversation_history')
  }
})

test('history is neither readable nor writable from another organization [SEC-05]', async () => {
  const rows = await clinic.parts.database.read('o2', (tx) =>
    tx.selectFrom('conversation_history').selectAll().execute(),
  )
  expect(rows).toEqual([])
  const entry = {
    organization_id: 'o1',
    conversation_id: id,
    position: 99,
    at: new Date(),
    kind: 'woken',
    details: '{}',
  }
  const write = clinic.parts.database.write('o2', (tx) =>
    tx
      .insertInto('conversation_history')
      .values({ ...entry, kind: 'woken' })
      .execute(),
  )
  await expect(write).rejects.toThrow('row-level security')
  const { status } = await clinic.call('conversationHistory', 'omar', { organizationId: 'o2', conversationId: id })
  expect(status).toBe(404)
})
