import { undo as undoCall } from '@foyer/contracts/inbox/undo-calls.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enforceRetention } from '../../../events/retention.ts'
import { CEDAR, type Clinic, openClinic } from '../../clinic.suite.ts'
import { recount } from '../../conversations/counts.store.ts'
import { inboxModule } from '../inbox.module.ts'

const PHONES = ['+15125550142', '+15125550143', '+15125550144']
let clinic: Clinic
let ids: string[]

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  ids = []
  for (const phone of PHONES) ids.push((await clinic.text(phone, 'Hello')).id)
  await act({ type: 'unstar' })
  await act({ type: 'assign', user: null })
  await act({ type: 'close', status: 'open' })
})

const act = async (action: object, conversationIds = ids, user = 'lena') =>
  (await clinic.call('bulkChange', user, { conversationIds, action })).body.data
const undo = (undoId: string, user = 'lena', headers = {}) => clinic.call('undo', user, { undoId }, headers)
const undone = async (undoId: string) => {
  const { status, body } = await undo(undoId)
  expect(status, JSON.stringify(body)).toBe(200)
  return undoCall.reply.parse(body)
}
const read = async (id: string) => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data
const newest = async (id: string) =>
  (await clinic.call('conversationHistory', 'lena', { conversationId: id, limit: 1 })).body.data[0]
const withoutNumber = ({ version: _, changedBy: __, ...rest }: Record<string, unknown>) => rest

test.each([
  [{ type: 'star' }],
  [{ type: 'assign', user: 'dana' }],
  [{ type: 'close', status: 'resolved' }],
  [{ type: 'markRead' }],
])('undo restores all conversations of %o as an ordinary change [OPEN-092]', async (action) => {
  const before = await Promise.all(ids.map(read))
  const { undoId } = await act(action)
  const { data, asOf } = await undone(undoId)
  expect(data.skipped).toEqual([])
  expect(data.restored.map(withoutNumber)).toEqual(before.map(withoutNumber))
  expect(data.restored.map(({ changedBy }) => changedBy?._id)).toEqual(ids.map(() => 'lena'))
  const events = await clinic.events()
  // The notices of an assignment that was undone are settled after it.
  const event = events.findLast(({ type }) => type !== 'notice.changed')
  expect([event, events.at(-1)?.seq]).toMatchObject([
    { type: 'conversation.changed', data: data.restored.at(-1), seq: data.restored.at(-1)?.version },
    asOf,
  ])
  expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(event?.counts)
  expect((await newest(ids[0]!)).by).toMatchObject({ _id: 'lena' })
})

test.each([
  ['closeConversation', { status: 'pending' }],
  ['assignToStaff', { user: 'dana' }],
  ['toggleStar', { action: 'star' }],
] as const)(
  'undo restores a single %s; a repeated one that changed nothing has no undo [OPEN-092]',
  async (name, fields) => {
    const conversationId = ids[0]!
    const before = await read(conversationId)
    const first = await clinic.call(name, 'lena', { conversationId, ...fields })
    const again = await clinic.call(name, 'lena', { conversationId, ...fields })
    expect([typeof first.body.undoId, again.body.undoId]).toEqual(['string', null])
    const { data } = await undone(first.body.undoId)
    expect(data.restored.map(withoutNumber)).toEqual([withoutNumber(before)])
  },
)

test('undo of closing restores the snooze that closing ended [OPEN-092]', async () => {
  const conversationId = ids[0]!
  const until = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
  await clinic.call('snoozeConversation', 'dana', { conversationId, until })
  const before = await read(conversationId)
  const { body } = await clinic.call('closeConversation', 'lena', { conversationId, status: 'resolved' })
  expect(body.data.snoozedUntil).toBeNull()
  const { data } = await undone(body.undoId)
  expect(data.restored.map(withoutNumber)).toEqual([withoutNumber(before)])
})

test('undo of reopening leaves no resolved conversation snoozed [OPEN-092]', async () => {
  const conversationId = ids[0]!
  await act({ type: 'close', status: 'resolved' })
  const { body } = await clinic.call('closeConversation', 'lena', { conversationId, status: 'open' })
  const until = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
  await clinic.call('snoozeConversation', 'dana', { conversationId, until })
  const { data } = await undone(body.undoId)
  expect(data.restored).toMatchObject([{ status: 'resolved', snoozedUntil: null }])
})

test('undo of marking unread is skipped when the patient wrote since [OPEN-092] [STATE-16]', async () => {
  const conversationId = ids[0]!
  await act({ type: 'markRead' })
  const { undoId } = await act({ type: 'markUnread' }, [conversationId])
  await clinic.call('updateLastSeen', 'dana', { conversationId })
  await clinic.text(PHONES[0]!, 'One more thing')
  expect((await undone(undoId)).data).toMatchObject({ restored: [], skipped: [{ conversationId, by: null }] })
  expect(await read(conversationId)).toMatchObject({ unreadCount: 1 })
})

test('undo of resolving restores the wait when an answer failed meanwhile [OPEN-092]', async () => {
  const conversationId = ids[0]!
  const { waitingSince } = await read(conversationId)
  const sent = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Yes' })
  const { body } = await clinic.call('closeConversation', 'lena', { conversationId, status: 'resolved' })
  await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${sent.body.data._id}`, {
    ...{ MessageSid: 'SM-failed', MessageStatus: 'undelivered', From: CEDAR },
  })
  expect(await read(conversationId)).toMatchObject({ waitingSince: null })
  expect((await undone(body.undoId)).data.restored).toMatchObject([{ status: 'open', waitingSince }])
})

test('undo restores the read state after marking unread [STATE-26]', async () => {
  const conversationId = ids[0]!
  await clinic.call('updateLastSeen', 'lena', { conversationId })
  const { body } = await clinic.call('markConversationAsUnread', 'lena', { conversationId })
  expect((await undone(body.undoId)).data.restored).toMatchObject([{ unreadCount: 0 }])
})

test('undo skips conversations that somebody changed since and names who did', async () => {
  const { undoId } = await act({ type: 'close', status: 'resolved' })
  await clinic.call('closeConversation', 'dana', { conversationId: ids[0], status: 'pending' })
  await clinic.text(PHONES[1]!, 'One more thing')
  await clinic.call('toggleStar', 'sam', { conversationId: ids[2], action: 'star' })
  const { data } = await undone(undoId)
  expect(data.skipped).toEqual([
    { conversationId: ids[0], reason: 'changed_since', by: { _id: 'dana', name: 'Dana Whitfield' } },
    { conversationId: ids[1], reason: 'changed_since', by: null },
  ])
  expect(data.restored).toMatchObject([{ id: ids[2], status: 'open', starredBy: ['sam'] }])
  expect((await read(ids[0]!)).status).toBe('pending')
})

test.each([
  [{ type: 'close', status: 'resolved' }, { type: 'close', status: 'open' }, { status: 'resolved' }],
  [{ type: 'assign', user: 'sam' }, { type: 'assign', user: 'dana' }, { staffAssigned: [{ _id: 'sam' }] }],
  [{ type: 'markUnread' }, { type: 'markRead' }, { unreadCount: 1 }],
])('undo skips a change that a colleague reverted and made again: %o [OPEN-092]', async (action, otherwise, as) => {
  await act({ type: 'markRead' })
  const { undoId } = await act(action)
  await act(otherwise, [ids[0]!], 'dana')
  await act(action, [ids[0]!], 'dana')
  const { data } = await undone(undoId)
  expect(data.skipped).toEqual([
    { conversationId: ids[0], reason: 'changed_since', by: { _id: 'dana', name: 'Dana Whitfield' } },
  ])
  expect(data.restored.map(({ id }) => id)).toEqual(ids.slice(1))
  expect(await read(ids[0]!)).toMatchObject(as)
})

test('undo of reading is skipped when a colleague marked it unread and read it since [OPEN-092]', async () => {
  const { undoId } = await act({ type: 'markRead' }, [ids[0]!])
  await clinic.call('markConversationAsUnread', 'dana', { conversationId: ids[0] })
  await clinic.call('updateLastSeen', 'dana', { conversationId: ids[0] })
  expect((await undone(undoId)).data).toMatchObject({ restored: [], skipped: [{ by: { _id: 'dana' } }] })
})

test('undo names the colleague who read the conversation since', async () => {
  await act({ type: 'markRead' })
  const { undoId } = await act({ type: 'markUnread' }, [ids[0]!])
  await clinic.call('updateLastSeen', 'sam', { conversationId: ids[0] })
  expect((await undone(undoId)).data.skipped).toMatchObject([{ by: { _id: 'sam', name: 'Sam Ortiz' } }])
})

test('undo works once, also when two run at the same time', async () => {
  const { undoId } = await act({ type: 'star' })
  const answers = await Promise.all([undo(undoId), undo(undoId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await undo(undoId)).status).toBe(404)
})

test('undo answers the same when it is repeated with its key', async () => {
  const { undoId } = await act({ type: 'star' })
  const first = await undo(undoId, 'lena', { 'idempotency-key': 'undo-1' })
  expect(await undo(undoId, 'lena', { 'idempotency-key': 'undo-1' })).toEqual(first)
})

test("undo is 404 for another user's, another clinic's, an expired or an unknown step, and uses none up [SEC-05]", async () => {
  const { undoId } = await act({ type: 'star' })
  const refused = [await undo(undoId, 'dana'), await undo('absent')]
  refused.push(await clinic.call('undo', 'sam', { organizationId: 'o2', undoId }))
  for (const { status, body } of refused)
    expect([status, { ...body, requestId: '' }]).toEqual([404, { ...refused[0]?.body, requestId: '' }])
  clinic.pass(59_000)
  const { undoId: other } = await act({ type: 'assign', user: 'sam' })
  expect((await undo(undoId)).status).toBe(200)
  clinic.pass(60_001)
  expect((await undo(other)).status).toBe(404)
  expect((await read(ids[0]!)).staffAssigned).toMatchObject([{ _id: 'sam' }])
})

test('undo steps are deleted after an hour', async () => {
  await clinic.store.query('delete from undo_steps')
  await act({ type: 'star' })
  const kept = async () => {
    await enforceRetention(clinic.parts, [inboxModule])
    return (await clinic.store.query('select 1 from undo_steps')).length
  }
  clinic.pass(3_590_000)
  expect(await kept()).toBe(1)
  clinic.pass(20_000)
  expect(await kept()).toBe(0)
})
