import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { bulkChange } from '@foyer/contracts/inbox/undo-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { recount } from '../../conversations/counts.store.ts'

const PHONES = ['+15125550142', '+15125550143', '+15125550144', '+15125550190']
let clinic: Clinic
let ids: string[]

beforeAll(async () => {
  clinic = await openClinic()
  const begun = []
  for (const phone of PHONES) begun.push(await clinic.text(phone, 'Hello'))
  ids = begun.map(({ id }) => id)
  await clinic.store.query(`insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
    values ('o2', 'foreign', 'sms', '+15125550142', '+15125550142', 'open', now(), 'unknown', 0)`)
  await clinic.store.query(`insert into teams (organization_id, id, name, version) values
    ('o1', 'billing', 'Billing', 0), ('o2', 'theirs', 'Billing', 0)`)
})
afterAll(() => clinic.close())

const bulk = (action: object, conversationIds: unknown = ids, headers = {}) =>
  clinic.call('bulkChange', 'lena', { conversationIds, action }, headers)
const done = async (action: object, conversationIds: unknown = ids) => {
  const { status, body } = await bulk(action, conversationIds)
  expect(status, JSON.stringify(body)).toBe(200)
  return bulkChange.reply.parse(body)
}
const head = async () => (await clinic.call('conversations', 'lena', { status: 'all' })).body.asOf
const read = async (id: string) => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data

/** The action, what it leaves, and how many events each conversation has besides its own: history and notices. */
const ACTIONS = [
  [{ type: 'star' }, { starredBy: ['lena'] }, 1],
  [{ type: 'unstar' }, { starredBy: [] }, 1],
  [{ type: 'assign', user: 'dana' }, { staffAssigned: [{ _id: 'dana', name: 'Dana Whitfield' }] }, 2],
  [{ type: 'assign', user: null }, { staffAssigned: [] }, 2],
  [{ type: 'team', team: 'billing' }, { team: { _id: 'billing', name: 'Billing' } }, 1],
  [{ type: 'team', team: null }, { team: null }, 1],
  [{ type: 'snooze', until: '2026-11-20T15:00:00Z' }, { snoozedUntil: '2026-11-20T15:00:00.000Z' }, 1],
  [{ type: 'snooze', until: null }, { snoozedUntil: null }, 1],
  [{ type: 'request', requestType: 'billing' }, { requestType: 'billing' }, 1],
  [{ type: 'request', requestType: null }, { requestType: null }, 1],
  [{ type: 'markRead' }, { unreadCount: 0, isUnread: false }, 0],
  [{ type: 'markUnread' }, { unreadCount: 1, isUnread: true }, 1],
  [{ type: 'close', status: 'Resolved' }, { status: 'resolved', waitingSince: null }, 1],
  [{ type: 'close', status: 'open' }, { status: 'open' }, 1],
] as const

describe.each(ACTIONS)('bulk action %o [STATE-25] [STATE-26] [STATE-28] [STATE-30]', (action, expected, told) => {
  test('changes each conversation in the given order and emits events with exact counts', async () => {
    const before = await head()
    const { data, asOf, epoch } = await done(action, [...ids].reverse())
    expect(data.changed.map(({ id }) => id)).toEqual([...ids].reverse())
    expect([data.skipped, typeof data.undoId]).toEqual([[], 'string'])
    for (const one of data.changed) {
      expect(one).toMatchObject(expected)
      expect(await read(one.id)).toEqual(one)
    }
    const events = await clinic.events(before)
    expect(events.filter(({ type }) => type !== 'board.changed')).toHaveLength(ids.length * (1 + told))
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => before + 1 + index))
    expect(events.at(-1)).toMatchObject({ seq: asOf, epoch })
    expect(events.filter(({ type }) => type === 'conversation.changed').map((event) => event.data)).toEqual(
      data.changed,
    )
    expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(events.at(-1)?.counts)
  })

  test('changes nothing and keeps no undo step when it is repeated', async () => {
    const before = await head()
    const { data, asOf } = await done(action)
    const skipped = ids.map((conversationId) => ({ conversationId, reason: 'unchanged' }))
    expect(data).toEqual({ changed: [], skipped, undoId: null })
    expect([asOf, await clinic.events(before)]).toEqual([before, []])
  })
})

test('bulk change skips foreign and absent conversations alike [SEC-05]', async () => {
  const before = await clinic.store.query(`select * from conversations where organization_id = 'o2'`)
  const { data } = await done({ type: 'star' }, ['foreign', ids[0], 'absent'])
  expect(data.changed.map(({ id }) => id)).toEqual([ids[0]])
  const skipped = ['foreign', 'absent'].map((conversationId) => ({ conversationId, reason: 'not_found' }))
  expect(data.skipped).toEqual(skipped)
  expect(await clinic.store.query(`select * from conversations where organization_id = 'o2'`)).toEqual(before)
})

test.each([
  ['none', [], { type: 'star' }, 'conversationIds'],
  ['one twice', ['a', 'b', 'a'], { type: 'star' }, 'conversationIds'],
  ['too many', Array.from({ length: 101 }, (_, n) => `c${n}`), { type: 'star' }, 'conversationIds'],
  ['an unknown action', ['a'], { type: 'remove' }, 'action.type'],
  ['a status that closes nothing', ['a'], { type: 'close', status: 'unassigned' }, 'action.status'],
  ['an unknown request type', ['a'], { type: 'request', requestType: 'lunch' }, 'action.requestType'],
  ['a team of another clinic', ['a'], { type: 'team', team: 'theirs' }, 'action.team'],
  ['a snooze of the past', ['a'], { type: 'snooze', until: '2026-11-19T14:00:00Z' }, 'action.until'],
  ['somebody of another clinic', ['a'], { type: 'assign', user: 'omar' }, 'action.user'],
])('bulk change answers 400 for %s [OPEN-048]', async (_, conversationIds, action, path) => {
  const { status, body } = await bulk(action, conversationIds)
  expect([status, body.issues[0].path]).toEqual([400, path])
})

test('bulk change snoozes the others, says which are resolved, and is undone where nobody wrote', async () => {
  await done({ type: 'close', status: 'open' })
  await done({ type: 'close', status: 'resolved' }, [ids[1]])
  const { data } = await done({ type: 'snooze', until: '2026-11-20T15:00:00Z' })
  expect(data.changed.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]])
  expect(data.skipped).toEqual([{ conversationId: ids[1], reason: 'resolved' }])
  await clinic.text(PHONES[2]!, 'One more thing')
  const { body } = await clinic.call('undo', 'lena', { undoId: data.undoId })
  expect(body.data.restored.map(({ id, snoozedUntil }: Conversation) => [id, snoozedUntil])).toEqual([
    [ids[0], null],
    [ids[3], null],
  ])
  expect(body.data.skipped).toEqual([{ conversationId: ids[2], reason: 'changed_since', by: null }])
})

test('bulk change runs once when it is repeated with its key', async () => {
  await done({ type: 'close', status: 'pending' })
  const key = { 'idempotency-key': 'bulk-1' }
  const first = await bulk({ type: 'close', status: 'acknowledged' }, ids, key)
  await done({ type: 'close', status: 'open' })
  const before = await head()
  expect(await bulk({ type: 'close', status: 'acknowledged' }, ids, key)).toEqual(first)
  expect(await head()).toBe(before)
})

test('bulk reading saves who read and when, and does not change the last editor [STATE-31]', async () => {
  await done({ type: 'markUnread' })
  await clinic.call('bulkChange', 'dana', { conversationIds: ids, action: { type: 'markRead' } })
  const seen = await clinic.store.query<{ id: string }>(
    `select conversation_id as id from conversation_seen where user_id = 'dana'`,
  )
  expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect((await read(ids[0]!)).changedBy).toMatchObject({ _id: 'lena' })
})
