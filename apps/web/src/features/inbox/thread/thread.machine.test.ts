import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { type ThreadEmitted, type ThreadRequest, threadMachine } from './thread.machine.ts'
import { NoSuchConversation, type ThreadSnapshot } from './thread.rules.ts'

const ID = 'c1'
const ME = 'usr_lena'
const second = (n: number) => new Date(Date.UTC(2024, 4, 10, 12, 0, n)).toISOString()
const message = (n: number, part: Partial<Message> = {}): Message => ({
  ...messageAdded.example.message,
  _id: `m${String(n).padStart(3, '0')}`,
  conversationId: ID,
  createdAt: second(n),
  version: n,
  ...part,
})
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index))
const conversation = (part: Partial<Conversation> = {}): Conversation => {
  return { ...conversationChanged.example, id: ID, unreadCount: 0, isUnread: false, timestamp: second(5), ...part }
}
const added = (item: Message): KnownEvent => ({
  epoch: 'e1',
  organizationId: 'org_cedar',
  seq: item.version,
  type: 'message.added',
  key: item._id,
  audience: `conversation:${item.conversationId}`,
  at: item.createdAt,
  counts: noCounts,
  data: { conversationId: item.conversationId, message: item },
})

function controlledThread(opened: Conversation | null = conversation()) {
  const clock = new SimulatedClock()
  const emitted: ThreadEmitted[] = []
  const requests: {
    input: ThreadRequest
    resolve: (reading: ThreadSnapshot) => void
    reject: (error: Error) => void
  }[] = []
  const machine = threadMachine.provide({
    actors: {
      read: fromPromise<ThreadSnapshot, ThreadRequest>(
        ({ input }) => new Promise((resolve, reject) => requests.push({ input, resolve, reject })),
      ),
    },
  })
  const input = { conversationId: ID, userId: ME, conversation: opened, random: () => 0 }
  const thread = createActor(machine, { input, clock })
  for (const type of ['snapshot', 'conversation.read', 'read.due', 'absent'] as const) {
    thread.on(type, (event) => emitted.push(event))
  }
  thread.start()
  const settled = async () => {
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  return {
    thread,
    clock,
    requests,
    emitted,
    context: () => thread.getSnapshot().context,
    state: () => thread.getSnapshot().value,
    ids: () => thread.getSnapshot().context.messages.map(({ _id }) => Number(_id.slice(1))),
    reads: () => emitted.filter(({ type }) => type === 'read.due').length,
    hear: (to: number, ...events: KnownEvent[]) => thread.send({ type: 'live.events', epoch: 'e1', to, events }),
    async reply(messages: Message[], asOf: number, epoch = 'e1', itself: Conversation | null = null) {
      requests.at(-1)!.resolve({ messages, conversation: itself, asOf, epoch })
      await settled()
    },
    async fail(error = new Error()) {
      requests.at(-1)!.reject(error)
      await settled()
    },
  }
}

test('thread reads the newest messages when it opens [INBOX-16]', async () => {
  const { requests, reply, ids, emitted } = controlledThread()
  expect(requests[0]!.input).toEqual({ conversationId: ID, withConversation: false, before: null })
  await reply(run(1, 3), 3)
  expect([ids(), emitted]).toEqual([[1, 2, 3], [{ type: 'snapshot', epoch: 'e1', asOf: 3 }]])
})

test('thread reads older messages before the oldest one until none are left [OPEN-071]', async () => {
  const { thread, requests, reply, ids, context } = controlledThread()
  await reply(run(51, 100), 100)
  thread.send({ type: 'older.requested' })
  expect(requests.at(-1)!.input.before).toBe('m051')
  await reply(run(40, 50), 100)
  expect([ids().length, context().atStart]).toEqual([61, true])
  thread.send({ type: 'older.requested' })
  expect(requests).toHaveLength(2)
})

test('thread shows a message once when an event brings it during the read [OPEN-097]', async () => {
  const { reply, ids, hear } = controlledThread()
  hear(4, added(message(4)))
  await reply(run(1, 4), 4)
  hear(4, added(message(4)))
  expect(ids()).toEqual([1, 2, 3, 4])
})

test('thread reads messages again when the relay joined after the read [OPEN-097]', async () => {
  const { thread, clock, requests, reply, ids } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 5 })
  clock.increment(250)
  expect([requests.length, ids()]).toEqual([2, [1, 2, 3]])
  await reply(run(1, 5), 5)
  expect([ids(), requests.length]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('thread does not read again when the read is newer than the join, nor for a later join [OPEN-097]', async () => {
  const { thread, clock, requests, reply, context } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  await reply(run(1, 3), 4)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 90 })
  clock.increment(10_000)
  expect([requests.length, context().seen]).toEqual([1, 4])
})

test('thread advances `seen` with live events only after the relay has joined', async () => {
  const { thread, reply, hear, context } = controlledThread()
  await reply(run(1, 3), 3)
  hear(9)
  expect(context().seen).toBe(3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  hear(12)
  expect(context().seen).toBe(12)
})

test('thread counts events received during the read as seen when the relay had joined [OPEN-072]', async () => {
  const { thread, hear, reply, context, ids } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  hear(5, added(message(5)))
  await reply(run(1, 3), 3)
  expect([ids(), context().seen]).toEqual([[1, 2, 3, 5], 5])
})

test('thread does not count events as seen that came before the join [OPEN-072]', async () => {
  const { thread, hear, reply, context } = controlledThread()
  hear(5)
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  expect(context().seen).toBe(3)
})

test('thread advances `seen` in a new epoch too [OPEN-072]', async () => {
  const { thread, reply, context } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  thread.send({ type: 'live.watched', epoch: 'e2', head: 2 })
  await reply(run(1, 2), 2, 'e2')
  thread.send({ type: 'live.events', epoch: 'e2', to: 4, events: [] })
  expect(context().seen).toBe(4)
})

test('thread counts nothing as seen between a resync and the next read [OPEN-072]', async () => {
  const { thread, hear, reply, fail, context } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  hear(9)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 9 })
  hear(10)
  await fail()
  hear(11)
  expect(context().seen).toBe(3)
  thread.send({ type: 'retry.requested' })
  await reply(run(1, 9), 11)
  expect(context().seen).toBe(11)
})

test('thread marks an unread conversation read once and a read one never [STATE-16] [OPEN-030]', () => {
  expect(controlledThread(conversation({ unreadCount: 3 })).reads()).toBe(1)
  expect(controlledThread(conversation()).reads()).toBe(0)
  const { thread, reads } = controlledThread(conversation({ unreadCount: 3 }))
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 3 }) })
  expect(reads()).toBe(1)
})

test('thread does not mark it read again when the user marked it unread [STATE-26]', () => {
  const { thread, reads } = controlledThread(conversation({ unreadCount: 1 }))
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 0 }) })
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 1, version: 50 }) })
  expect(reads()).toBe(1)
})

test('thread marks a later message read when the page becomes visible [STATE-16]', () => {
  const { thread, reads } = controlledThread()
  thread.send({ type: 'attention.changed', visible: false, atBottom: true })
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 1, timestamp: second(9) }) })
  expect(reads()).toBe(0)
  thread.send({ type: 'attention.changed', visible: true, atBottom: true })
  expect(reads()).toBe(1)
})

test('thread marks the first unseen message and keeps the mark', async () => {
  const { thread, reply, hear, context } = controlledThread()
  await reply(run(1, 3), 3)
  hear(4, added(message(4)))
  expect(context().newFrom).toBeNull()
  thread.send({ type: 'attention.changed', visible: true, atBottom: false })
  hear(5, added(message(5, { user: ME, direction: 'outbound' })))
  hear(7, added(message(6)), added(message(7)))
  expect([context().newFrom, context().newBelow]).toEqual(['m006', 2])
  thread.send({ type: 'attention.changed', visible: true, atBottom: true })
  expect([context().newFrom, context().newBelow]).toEqual(['m006', 0])
})

test('thread reads again after a resync and replaces everything when the epoch changed [OPEN-097]', async () => {
  const { thread, reply, ids, hear } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  expect(ids()).toEqual([1, 2, 3])
  await reply(run(7, 8), 2, 'e2')
  expect(ids()).toEqual([7, 8])
  hear(99, added(message(9)))
  expect(ids()).toEqual([7, 8])
})

test('thread keeps events of a new epoch that arrive during the read [OPEN-097]', async () => {
  const { thread, reply, ids } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  thread.send({ type: 'live.events', epoch: 'e2', to: 3, events: [added(message(9))] })
  await reply(run(7, 8), 2, 'e2')
  expect(ids()).toEqual([7, 8, 9])
})

test('thread ignores messages of another conversation', async () => {
  const { reply, hear, ids } = controlledThread()
  await reply(run(1, 2), 2)
  hear(3, added(message(3, { conversationId: 'c2' })))
  expect(ids()).toEqual([1, 2])
})

test('thread reads again on request after a failed read', async () => {
  const { thread, fail, state, reply, ids } = controlledThread()
  await fail()
  expect(state()).toBe('failed')
  thread.send({ type: 'retry.requested' })
  await reply(run(1, 2), 2)
  expect(ids()).toEqual([1, 2])
})

test('thread reads again at once when the relay joins the tab after a read without an answer', async () => {
  const { thread, requests, fail, reply, ids } = controlledThread()
  await fail(new CallError(undefined, 503, null))
  thread.send({ type: 'live.watched', epoch: 'e1', head: 2 })
  expect(requests).toHaveLength(1)
  thread.send({ type: 'retry.requested' })
  await fail(new TypeError('Failed to fetch'))
  thread.send({ type: 'live.watched', epoch: 'e1', head: 2 })
  expect(requests).toHaveLength(3)
  await reply(run(1, 2), 2)
  expect(ids()).toEqual([1, 2])
})

test('thread retries a failed read by itself with growing delays and loses no event', async () => {
  const { thread, clock, requests, fail, reply, ids, hear, context } = controlledThread()
  await fail()
  for (const [tries, wait] of [15_000, 30_000].entries()) {
    clock.increment(wait - 1)
    expect(requests).toHaveLength(tries + 1)
    clock.increment(1)
    expect([requests.length, context().failures > 0]).toEqual([tries + 2, true])
    expect(thread.getSnapshot().hasTag('busy')).toBe(true)
    if (tries === 0) await fail(new CallError(undefined, 503, null))
  }
  hear(3, added(message(3)))
  await reply(run(1, 2), 2)
  expect([ids(), context().failures > 0]).toEqual([[1, 2, 3], false])
})

test('thread stops retrying when the conversation does not exist, and a manual retry replaces the planned one [CALL-INBOX-03]', async () => {
  const { thread, clock, requests, fail, state, context } = controlledThread()
  await fail()
  thread.send({ type: 'retry.requested' })
  expect([requests.length, state()]).toEqual([2, 'loading'])
  await fail()
  clock.increment(15_000)
  thread.send({ type: 'retry.requested' })
  expect([requests.length, context().failures > 0]).toEqual([4, false])
  await fail(new NoSuchConversation())
  clock.increment(86_400_000)
  expect([requests.length, state()]).toEqual([4, 'absent'])
})

test('thread retries only on request when the server refuses the read', async () => {
  const { thread, clock, requests, fail } = controlledThread()
  await fail(new CallError(undefined, 403, null))
  clock.increment(86_400_000)
  expect(requests).toHaveLength(1)
  thread.send({ type: 'retry.requested' })
  expect(requests).toHaveLength(2)
})

test('thread reads an unknown conversation with its messages and emits it before the snapshot [CALL-INBOX-03]', async () => {
  const { requests, reply, emitted } = controlledThread(null)
  expect(requests[0]!.input.withConversation).toBe(true)
  await reply(run(1, 2), 2, 'e1', conversation())
  expect(emitted).toEqual([
    { type: 'conversation.read', epoch: 'e1', conversation: conversation() },
    { type: 'snapshot', epoch: 'e1', asOf: 2 },
  ])
})

test('thread reads the conversation again after a resync, but not for a gap among the messages [OPEN-097]', async () => {
  const { thread, clock, requests, reply } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 5 })
  clock.increment(250)
  expect(requests.at(-1)!.input.withConversation).toBe(false)
  await reply(run(1, 5), 5)
  thread.send({ type: 'live.resync' })
  expect(requests.at(-1)!.input.withConversation).toBe(true)
  await reply(run(1, 6), 6, 'e1', conversation())
  thread.send({ type: 'older.requested' })
  expect(requests.map(({ input }) => input.withConversation)).toEqual([false, false, true])
})

test('a resync during a read restarts it once with the conversation included [OPEN-097]', () => {
  const { thread, requests } = controlledThread()
  for (let n = 0; n < 3; n += 1) thread.send({ type: 'live.resync' })
  expect(requests.map(({ input }) => input.withConversation)).toEqual([false, true])
})

test('thread is absent and offers no retry when the conversation does not exist [INBOX-16]', async () => {
  const { fail, state, emitted } = controlledThread(null)
  await fail(new NoSuchConversation())
  expect([state(), emitted]).toEqual(['absent', [{ type: 'absent' }]])
})
