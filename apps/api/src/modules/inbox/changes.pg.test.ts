import type { CallName } from '@foyer/contracts/calls.ts'
import { applyEvents, mergeStates } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { conversations } from '@foyer/contracts/inbox/collections.rules.ts'
import { conversationSchema } from '@foyer/contracts/inbox/conversation.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { recount } from '../conversations/counts.store.ts'

let clinic: Clinic
let id: string
let foreign: string

beforeAll(async () => {
  clinic = await openClinic()
  foreign = 'foreign'
  await clinic.store.query(`insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
    values ('o2', 'foreign', 'sms', '+15125550142', '+15125550142', 'open', now(), 'unknown', 0)`)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  id = (await clinic.text('+15125550142', 'Hello')).id
})

const all = async () => (await clinic.call('conversations', 'lena', { status: 'all', limit: 100 })).body
const change = async (name: CallName, fields: object = {}) => {
  const { status, body } = await clinic.call(name, 'lena', { conversationId: id, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const CHANGES = [
  ['closeConversation', { status: 'Resolved' }, { status: 'resolved', waitingSince: null }],
  ['updateLastSeen', {}, { unreadCount: 0, isUnread: false }],
  ['toggleStar', { action: 'star' }, { starredBy: ['lena'] }],
  ['assignToStaff', { user: 'dana' }, { staffAssigned: [{ _id: 'dana', name: 'Dana Whitfield' }] }],
] as const

describe.each(CHANGES)('%s', (name, fields, expected) => {
  test('answers the changed conversation and emits the same', async () => {
    const before = await all()
    const { data, asOf, epoch } = await change(name, fields)
    // The colleague who is assigned gets a notice after it.
    const notices = name === 'assignToStaff' ? [{ type: 'notice.added', audience: 'staff:dana', seq: asOf }] : []
    const version = asOf - notices.length
    expect(conversationSchema.parse(data)).toMatchObject({ id, ...expected, version })
    const events = await clinic.told(before.asOf)
    // The history entry comes first, for clients that have the conversation open.
    expect(events).toMatchObject([
      ...(name === 'updateLastSeen' ? [] : [{ type: 'history.added', audience: `conversation:${id}` }]),
      { seq: version, epoch, type: 'conversation.changed', key: id, audience: 'organization', data },
      ...notices,
    ])
    const after = await all()
    expect(after.asOf).toBe(asOf)
    const list = mergeStates(conversations, new Map(), before.data)
    expect(applyEvents(conversations, list, events as unknown as KnownEvent[]).get(id)).toEqual(
      after.data.find((one: { id: string }) => one.id === id),
    )
    expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(events.at(-1)?.counts)
    await change('toggleStar', { action: 'unstar' })
    await change('assignToStaff', { user: null })
  })

  test('changes nothing and succeeds when it is repeated', async () => {
    await change(name, fields)
    const { asOf } = await all()
    expect(await change(name, fields)).toMatchObject({ code: 'ok', asOf, data: expected })
    expect(await clinic.events(asOf)).toEqual([])
  })

  test('answers 400 without a conversation, 401, 403 and 404 where each applies [OPEN-074]', async () => {
    const { conversationId: _, ...rest } = { conversationId: id, ...fields }
    const bad = await clinic.call(name, 'lena', rest)
    expect([bad.status, bad.body.issues[0].path]).toEqual([400, 'conversationId'])
    expect((await clinic.call(name, 'nobody', { conversationId: id, ...fields })).status).toBe(401)
    expect((await clinic.call(name, 'omar', { conversationId: id, ...fields })).status).toBe(403)
    const [theirs, absent] = await Promise.all(
      [foreign, 'absent'].map((conversationId) => clinic.call(name, 'lena', { conversationId, ...fields })),
    )
    expect([theirs!.status, theirs!.body.reason]).toEqual([404, 'not_found'])
    expect({ ...theirs!.body, requestId: '' }).toEqual({ ...absent!.body, requestId: '' })
  })
})

test.each(['all', 'unread', 'unassigned', 'gone'])(
  'closeConversation refuses the status %s [OPEN-032] [CALL-INBOX-20]',
  async (status) => {
    const answer = await clinic.call('closeConversation', 'lena', { conversationId: id, status })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'status'])
  },
)

test('markConversationAsUnread makes a seen conversation unread for everybody [STATE-26] [CALL-INBOX-10]', async () => {
  await change('updateLastSeen')
  expect((await change('markConversationAsUnread')).data).toMatchObject({ isUnread: true, unreadCount: 1 })
  await clinic.text('+15125550142', 'More')
  expect((await change('markConversationAsUnread')).data.unreadCount).toBe(2)
})

test('updateLastSeen saves the caller and the time [STATE-31] [CALL-INBOX-12]', async () => {
  const [, again] = [await change('updateLastSeen', { user: 'lena' }), await change('updateLastSeen')]
  expect(again.code).toBe('ok')
  const seen = await clinic.store.query<{ user_id: string; seen_at: Date }>(
    'select user_id, seen_at from conversation_seen',
  )
  expect(seen).toEqual([{ user_id: 'lena', seen_at: expect.any(Date) }])
  const minute = 60_000
  expect(Math.abs(seen[0]!.seen_at.getTime() - clinic.parts.clock.now().getTime())).toBeLessThan(minute)
  const { status, body } = await clinic.call('updateLastSeen', 'lena', { conversationId: id, user: 'dana' })
  expect([status, body.reason]).toEqual([403, 'user_mismatch'])
})

test("toggleStar sets and removes a staff member's star [STATE-28] [CALL-INBOX-11] [OPEN-074]", async () => {
  expect((await change('toggleStar', { user: 'dana', action: 'star' })).data.starredBy).toEqual(['dana'])
  expect((await change('toggleStar', { action: 'star' })).data.starredBy).toEqual(['dana', 'lena'])
  expect((await change('toggleStar', { user: 'dana', action: 'unstar' })).data.starredBy).toEqual(['lena'])
  for (const fields of [{ action: 'x' }, { action: 'star', user: 'omar' }])
    expect((await clinic.call('toggleStar', 'lena', { conversationId: id, ...fields })).status).toBe(400)
})

test('assignToStaff assigns the named member, the caller or nobody [STATE-30] [CALL-INBOX-25] [OPEN-074]', async () => {
  expect((await change('assignToStaff', { user: 'sam' })).data.staffAssigned).toEqual([
    { _id: 'sam', name: 'Sam Ortiz' },
  ])
  expect((await change('assignToStaff')).data.staffAssigned).toEqual([{ _id: 'lena', name: 'Lena Kim' }])
  expect((await change('assignToStaff', { user: null })).data.staffAssigned).toEqual([])
  const { status, body } = await clinic.call('assignToStaff', 'lena', { conversationId: id, user: 'omar' })
  expect([status, body.issues]).toEqual([400, [{ path: 'user', message: 'Not a member of the staff' }]])
})

test('changes made at the same time are all logged, and none overwrites another', async () => {
  const { asOf } = await all()
  await Promise.all([
    change('toggleStar', { action: 'star', user: 'lena' }),
    change('toggleStar', { action: 'star', user: 'dana' }),
    change('toggleStar', { action: 'star', user: 'sam' }),
    change('assignToStaff', { user: 'dana' }),
    change('updateLastSeen'),
    clinic.text('+15125550143', 'Meanwhile'),
  ])
  const { data } = await all()
  const mine = data.find((one: { id: string }) => one.id === id)
  expect(mine).toMatchObject({ staffAssigned: [{ _id: 'dana' }], unreadCount: 0 })
  expect([...mine.starredBy].sort()).toEqual(['dana', 'lena', 'sam'])
  const events = await clinic.events(asOf)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => asOf + 1 + index))
  expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(events.at(-1)!.counts)
})
