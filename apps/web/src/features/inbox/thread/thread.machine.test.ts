import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { type ReadingRequest, type ThreadEmitted, threadMachine } from './thread.machine.ts'
import { NoSuchConversation, type Reading } from './thread.rules.ts'

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
  const requests: { input: ReadingRequest; resolve: (reading: Reading) => void; reject: (error: Error) => void }[] = []
  const machine = threadMachine.provide({
    actors: {
      read: fromPromise<Reading, ReadingRequest>(
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

test('[INBOX-16] opening reads the newest messages', async () => {
  const { requests, reply, ids, emitted } = controlledThread()
  expect(requests[0]!.input).toEqual({ conversationId: ID, withConversation: false, before: null })
  await reply(run(1, 3), 3)
  expect([ids(), emitted]).toEqual([[1, 2, 3], [{ type: 'snapshot', epoch: 'e1', asOf: 3 }]])
})

test('[OPEN-071] older messages are read before the oldest, until there are none', async () => {
  const { thread, requests, reply, ids, context } = controlledThread()
  await reply(run(51, 100), 100)
  thread.send({ type: 'older.requested' })
  expect(requests.at(-1)!.input.before).toBe('m051')
  await reply(run(40, 50), 100)
  expect([ids().length, context().atStart]).toEqual([61, true])
  thread.send({ type: 'older.requested' })
  expect(requests).toHaveLength(2)
})

test('[OPEN-097] a message that comes while they are read is shown once', async () => {
  const { reply, ids, hear } = controlledThread()
  hear(4, added(message(4)))
  await reply(run(1, 4), 4)
  hear(4, added(message(4)))
  expect(ids()).toEqual([1, 2, 3, 4])
})

test('[OPEN-097] messages read before the relay joined are read again', async () => {
  const { thread, clock, requests, reply, ids } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 5 })
  clock.increment(250)
  expect([requests.length, ids()]).toEqual([2, [1, 2, 3]])
  await reply(run(1, 5), 5)
  expect([ids(), requests.length]).toEqual([[1, 2, 3, 4, 5], 2])
})

test('[OPEN-097] messages read after it are not, and a later joining is no news', async () => {
  const { thread, clock, requests, reply, context } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  await reply(run(1, 3), 4)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 90 })
  clock.increment(10_000)
  expect([requests.length, context().seen]).toEqual([1, 4])
})

test('what the screen has seen moves with the stream only once the relay has joined', async () => {
  const { thread, reply, hear, context } = controlledThread()
  await reply(run(1, 3), 3)
  hear(9)
  expect(context().seen).toBe(3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  hear(12)
  expect(context().seen).toBe(12)
})

test('[OPEN-072] what came while the messages were read counts as shown, if the relay had joined', async () => {
  const { thread, hear, reply, context, ids } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  hear(5, added(message(5)))
  await reply(run(1, 3), 3)
  expect([ids(), context().seen]).toEqual([[1, 2, 3, 5], 5])
})

test('[OPEN-072] what came before the relay had joined does not', async () => {
  const { thread, hear, reply, context } = controlledThread()
  hear(5)
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  expect(context().seen).toBe(3)
})

test('[OPEN-072] in another life of the log what the screen has seen moves on as well', async () => {
  const { thread, reply, context } = controlledThread()
  thread.send({ type: 'live.watched', epoch: 'e1', head: 3 })
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  thread.send({ type: 'live.watched', epoch: 'e2', head: 2 })
  await reply(run(1, 2), 2, 'e2')
  thread.send({ type: 'live.events', epoch: 'e2', to: 4, events: [] })
  expect(context().seen).toBe(4)
})

test('[OPEN-072] after a resync nothing counts as shown before the messages are read again', async () => {
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

test('[STATE-16] [OPEN-030] an unread conversation is marked read once; a read one is not', () => {
  expect(controlledThread(conversation({ unreadCount: 3 })).reads()).toBe(1)
  expect(controlledThread(conversation()).reads()).toBe(0)
  const { thread, reads } = controlledThread(conversation({ unreadCount: 3 }))
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 3 }) })
  expect(reads()).toBe(1)
})

test('[STATE-26] marking it unread again is not undone by having it open', () => {
  const { thread, reads } = controlledThread(conversation({ unreadCount: 1 }))
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 0 }) })
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 1, version: 50 }) })
  expect(reads()).toBe(1)
})

test('[STATE-16] a later message is marked read when it comes before the eyes', () => {
  const { thread, reads } = controlledThread()
  thread.send({ type: 'attention.changed', visible: false, atBottom: true })
  thread.send({ type: 'conversation.updated', conversation: conversation({ unreadCount: 1, timestamp: second(9) }) })
  expect(reads()).toBe(0)
  thread.send({ type: 'attention.changed', visible: true, atBottom: true })
  expect(reads()).toBe(1)
})

test('the line stands above the first message that came unseen, until one leaves', async () => {
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

test('[OPEN-097] a resync reads again; another epoch replaces everything', async () => {
  const { thread, reply, ids, hear } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  expect(ids()).toEqual([1, 2, 3])
  await reply(run(7, 8), 2, 'e2')
  expect(ids()).toEqual([7, 8])
  hear(99, added(message(9)))
  expect(ids()).toEqual([7, 8])
})

test('[OPEN-097] what a new life of the log tells while the messages are read again stays', async () => {
  const { thread, reply, ids } = controlledThread()
  await reply(run(1, 3), 3)
  thread.send({ type: 'live.resync' })
  thread.send({ type: 'live.events', epoch: 'e2', to: 3, events: [added(message(9))] })
  await reply(run(7, 8), 2, 'e2')
  expect(ids()).toEqual([7, 8, 9])
})

test("another conversation's messages are not taken", async () => {
  const { reply, hear, ids } = controlledThread()
  await reply(run(1, 2), 2)
  hear(3, added(message(3, { conversationId: 'c2' })))
  expect(ids()).toEqual([1, 2])
})

test('a reading that fails can be tried again', async () => {
  const { thread, fail, state, reply, ids } = controlledThread()
  await fail()
  expect(state()).toBe('failed')
  thread.send({ type: 'retry.requested' })
  await reply(run(1, 2), 2)
  expect(ids()).toEqual([1, 2])
})

test('a reading that fails is tried again by itself, later each time, and nothing of the stream is lost by it', async () => {
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

test('[CALL-INBOX-03] a try that finds no such conversation ends there; a press comes before the next one', async () => {
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

test('messages that are refused are asked for again only by a press', async () => {
  const { thread, clock, requests, fail } = controlledThread()
  await fail(new CallError(undefined, 403, null))
  clock.increment(86_400_000)
  expect(requests).toHaveLength(1)
  thread.send({ type: 'retry.requested' })
  expect(requests).toHaveLength(2)
})

test('[CALL-INBOX-03] what the list does not hold is read with its messages, and told before the snapshot', async () => {
  const { requests, reply, emitted } = controlledThread(null)
  expect(requests[0]!.input.withConversation).toBe(true)
  await reply(run(1, 2), 2, 'e1', conversation())
  expect(emitted).toEqual([
    { type: 'conversation.read', epoch: 'e1', conversation: conversation() },
    { type: 'snapshot', epoch: 'e1', asOf: 2 },
  ])
})

test('[OPEN-097] after a resync the conversation itself is read again; for a hole among the messages it is not', async () => {
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

test('[OPEN-097] a resync during a reading of messages alone begins again with the conversation, and only once', () => {
  const { thread, requests } = controlledThread()
  for (let n = 0; n < 3; n += 1) thread.send({ type: 'live.resync' })
  expect(requests.map(({ input }) => input.withConversation)).toEqual([false, true])
})

test('[INBOX-16] a conversation that there is not is absent: there is nothing to try again', async () => {
  const { fail, state, emitted } = controlledThread(null)
  await fail(new NoSuchConversation())
  expect([state(), emitted]).toEqual(['absent', [{ type: 'absent' }]])
})
