import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { mentions } from '@foyer/contracts/inbox/collections.rules.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import type { Subscribed } from '@foyer/contracts/live.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLive, forgetLives, live } from '../../test/controlled-live.ts'
import { CallError } from '../api/call-error.ts'
import { connectionOf } from './live.machine.ts'
import { type CollectionDependencies, createLiveCollection, type LiveCollection } from './live-collection.ts'

const ORG = 'org_cedar'
const TOPIC = 'conversation:c1'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const one of made.splice(0)) one.stop()
  forgetLives()
  vi.useRealTimers()
})

const made: LiveCollection<Mention, number>[] = []
/** The nth item of a list in which higher numbers come first. */
const item = (n: number, version = n, part: Partial<Mention> = {}): Mention => {
  return { ...mentionExample, _id: `m${n}`, at: new Date(Date.UTC(2026, 10, 19, 0, n)).toISOString(), version, ...part }
}
const event = (seq: number, data: Mention, epoch = 'e1'): KnownEvent => ({
  ...{ epoch, organizationId: ORG, seq, at: data.at, counts: noCounts },
  ...{ type: 'mention.changed', key: data._id, audience: 'staff:usr_dana', data: { ...data, version: seq } },
})

interface Reading {
  readonly cursor: string | undefined
  readonly signal: AbortSignal
  answer(
    ids: readonly Mention[],
    seq: number,
    more?: { cursor?: string; epoch?: string; tally?: number },
  ): Promise<void>
  fail(error?: Error): Promise<void>
}

/** A collection on the real live machine; the test answers its reads and plays the relay. */
function bench(part: Partial<CollectionDependencies<Mention, number>> = {}, { connects = true } = {}) {
  const actor = createLive({ token: {} as never, checkSession: async () => true, organizationId: ORG, random: () => 0 })
  const readings: Reading[] = []
  const turn = async () => void (await vi.advanceTimersByTimeAsync(0))
  let ids = 0
  const collection = createLiveCollection<Mention, number>({
    live: actor,
    organizationId: ORG,
    collection: mentions,
    random: () => 0,
    newId: () => `${++ids}`,
    read: ({ cursor }, signal) =>
      new Promise((resolve, reject) => {
        readings.push({
          cursor,
          signal,
          answer(items, seq, { cursor: next, epoch = 'e1', tally = 0 } = {}) {
            resolve({ items, cursor: next ?? null, epoch, seq, tally })
            return turn()
          },
          fail(error = new Error('503')) {
            reject(error)
            return turn()
          },
        })
      }),
    ...part,
  })
  made.push(collection)
  let position = 10
  if (connects) connect()
  /** The relay answers that it has nothing to replay. */
  function connect(epoch = 'e1') {
    if (connectionOf(actor.getSnapshot()) === 'connecting') live().tell({ type: 'socket.connected' })
    answer({ epoch, head: position, counts: noCounts, ok: true, resync: true })
  }
  function answer(reply: Subscribed) {
    const asked = live().sent.findLast((message) => message.type === 'subscribe')
    live().tell({ type: 'relay.subscribed', ask: asked?.ask ?? 0, reply })
  }
  return {
    collection,
    readings,
    answer,
    last: () => readings.at(-1)!,
    shown: () => collection.view().items?.map(({ _id }) => _id),
    isLive: () => connectionOf(actor.getSnapshot()) === 'live',
    said: () => live().sent.map(({ type }) => type),
    hear(...events: KnownEvent[]) {
      const to = Math.max(position, ...events.map(({ seq }) => seq))
      const at = { organizationId: ORG, epoch: events[0]?.epoch ?? 'e1', from: position, to, counts: noCounts }
      live().tell({ type: 'relay.events', frame: { ...at, events } })
      position = to
    },
    /** Advances the time while the relay keeps sending. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        live().tell({ type: 'relay.upstream', upstream: { ok: true } })
        await vi.advanceTimersByTimeAsync(Math.min(left, 1_000))
      }
    },
    /** Breaks the log off: another epoch, or too much was missed. */
    breakOff(epoch: string, head: number) {
      position = head
      live().tell({ type: 'relay.head', head: { organizationId: ORG, epoch, head } })
      answer({ ok: true, epoch, head, counts: noCounts, resync: true })
    },
  }
}

describe('a reading', () => {
  test('applies each event once that arrives during it, and delays "Live" until it is done [OPEN-097]', async () => {
    const { hear, last, shown, isLive, readings } = bench()
    expect([isLive(), shown()]).toEqual([false, undefined])
    hear(event(11, item(1)), event(12, item(3)))
    await last().answer([item(2), item(1, 11)], 11)
    expect([isLive(), shown(), readings.length]).toEqual([true, ['m3', 'm2', 'm1'], 1])
  })

  test('does not bring back removed items, and does not undo newer states [OPEN-097]', async () => {
    const { hear, last, shown, collection } = bench()
    hear(event(11, item(1)), event(12, item(2, 12, { excerpt: 'newer' })))
    await last().answer([item(2, 5, { excerpt: 'older' })], 11)
    expect(shown()).toEqual(['m2'])
    expect(collection.view().items?.[0]?.excerpt).toBe('newer')
  })

  test('replaces everything when the log breaks off, and keeps the old items until it is done [OPEN-097]', async () => {
    const { breakOff, hear, last, shown, isLive } = bench()
    await last().answer([item(1), item(2)], 10)
    breakOff('e2', 3)
    expect([isLive(), shown()]).toEqual([false, ['m2', 'm1']])
    hear(event(4, item(4), 'e2'))
    await last().answer([item(2, 3)], 3, { epoch: 'e2' })
    expect([isLive(), shown()]).toEqual([true, ['m4', 'm2']])
  })

  test('is dropped when a resync overtakes it, in favour of the next one [OPEN-097]', async () => {
    const { breakOff, readings, shown } = bench()
    await readings[0]!.answer([item(1)], 10)
    breakOff('e2', 3)
    breakOff('e3', 5)
    expect(readings.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
    await readings[1]!.answer([item(2)], 3, { epoch: 'e2' })
    expect(shown()).toEqual(['m1'])
    await readings[2]!.answer([item(3)], 5, { epoch: 'e3' })
    expect(shown()).toEqual(['m3'])
  })

  test('has pages of one epoch only, and repeats as many pages as were shown [OPEN-097]', async () => {
    const { breakOff, last, collection, shown, readings } = bench()
    await last().answer([item(9)], 10, { cursor: 'k' })
    collection.loadMore()
    await last().answer([item(5)], 10, { cursor: 'l' })
    breakOff('e2', 20)
    await last().answer([item(9)], 20, { cursor: 'k', epoch: 'e2' })
    await last().answer([item(5)], 1, { cursor: 'l', epoch: 'e3' })
    await last().answer([item(8)], 1, { cursor: 'm', epoch: 'e3' })
    await last().answer([item(4)], 1, { epoch: 'e3' })
    expect([shown(), readings.length]).toEqual([['m8', 'm4'], 6])
  })
})

describe('pages', () => {
  test('follow the cursor; items that sort after the last page come with their own page', async () => {
    const { hear, last, collection, shown } = bench()
    await last().answer([item(9), item(7)], 10, { cursor: 'k' })
    hear(event(11, item(8)), event(12, item(3)))
    expect([shown(), collection.view().hasMore]).toEqual([['m9', 'm8', 'm7'], true])
    collection.loadMore()
    hear(event(13, item(4, 13, { excerpt: 'newer' })), event(14, item(2)))
    expect(last().cursor).toBe('k')
    await last().answer([item(4, 4), item(3, 12)], 12, { cursor: 'l' })
    expect(shown()).toEqual(['m9', 'm8', 'm7', 'm4', 'm3'])
    expect(collection.view().items?.[3]?.excerpt).toBe('newer')
    collection.loadMore()
    await last().answer([item(2, 14), item(1)], 14)
    expect([shown()?.slice(-2), collection.view().hasMore]).toEqual([['m2', 'm1'], false])
  })

  test('leave the others in place when one fails to load, and can be requested again', async () => {
    const { last, collection, shown, isLive } = bench()
    await last().answer([item(9)], 10, { cursor: 'k' })
    collection.loadMore()
    await last().fail()
    expect([collection.view().moreFailed, shown(), isLive()]).toEqual([true, ['m9'], true])
    collection.loadMore()
    await last().answer([item(8)], 10)
    expect([collection.view().moreFailed, shown()]).toEqual([false, ['m9', 'm8']])
  })

  test('hold no items beyond the last page after one failed to load', async () => {
    const { last, collection, hear, shown } = bench()
    await last().answer([item(9)], 10, { cursor: 'k' })
    collection.loadMore()
    hear(event(11, item(3)))
    await last().fail()
    hear(event(12, item(4)))
    expect([...collection.view().held.keys()]).toEqual(['m9'])
    collection.loadMore()
    await last().answer([item(8)], 12)
    expect(shown()).toEqual(['m9', 'm8'])
  })

  test('are dropped when the collection stops, such as those of another filter', async () => {
    const { last, collection, shown } = bench()
    collection.stop()
    expect(last().signal.aborted).toBe(true)
    await last().answer([item(9)], 10)
    expect(shown()).toBeUndefined()
  })

  test('are all read at once when the collection is whole', async () => {
    const { last, shown } = bench({ whole: true })
    await last().answer([item(9)], 10, { cursor: 'k' })
    await last().answer([item(8)], 10, { cursor: 'l' })
    expect(shown()).toBeUndefined()
    await last().answer([item(7)], 10)
    expect(shown()).toEqual(['m9', 'm8', 'm7'])
  })
})

test('collection removes an item that no longer passes the filter, and an older reading does not bring it back', async () => {
  const { hear, last, collection, shown } = bench({ belongs: ({ seenAt }) => seenAt === null })
  await last().answer([item(9), item(8)], 10, { cursor: 'k' })
  hear(event(11, item(9, 11, { seenAt: mentionExample.at })))
  expect(shown()).toEqual(['m8'])
  collection.loadMore()
  await last().answer([item(9), item(7)], 10)
  expect(shown()).toEqual(['m8', 'm7'])
})

test('collection reads again once, a moment later, when events outdate it, however many there are', async () => {
  const { hear, last, shown, readings } = bench({ outdates: ({ key }) => key === 'm99' })
  await last().answer([item(9)], 10)
  for (const seq of [11, 12, 13]) hear(event(seq, item(99)))
  await vi.advanceTimersByTimeAsync(250)
  expect(readings).toHaveLength(2)
  await last().answer([item(9)], 12)
  await vi.advanceTimersByTimeAsync(250)
  await last().answer([item(9), item(1)], 13)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([shown(), readings.length]).toEqual([['m9', 'm1'], 3])
})

test('collection reads again a moment later when it is asked to while it is current', async () => {
  const { collection, readings, last, shown, pass } = bench()
  await last().answer([item(5)], 10)
  collection.retry()
  collection.retry()
  expect([readings.length, shown()]).toEqual([1, ['m5']])
  await pass(300)
  expect(readings).toHaveLength(2)
  await last().answer([item(6)], 11)
  expect(shown()).toEqual(['m6'])
})

test('collection applies an answer to this person at once, and no older event or reading undoes it', async () => {
  const { hear, last, collection, shown, breakOff } = bench()
  collection.put('e1', [item(5, 12, { excerpt: 'mine' })])
  await last().answer([item(5, 9), item(4)], 10)
  hear(event(11, item(5)))
  expect(collection.view().items?.[0]).toMatchObject({ _id: 'm5', excerpt: 'mine' })
  breakOff('e2', 1)
  collection.put('e1', [item(6)])
  await last().answer([item(4, 1)], 1, { epoch: 'e2' })
  expect(shown()).toEqual(['m4'])
})

test('collection moves its tally once per event after its reading, whatever later pages contain [OPEN-097]', async () => {
  const tallied = (tally: number, _: KnownEvent, _state: Mention, before?: Mention) => tally + (before ? 10 : 1)
  const { hear, last, collection } = bench({ tallied })
  hear(event(9, item(1)), event(11, item(1)))
  await last().answer([item(9), item(1, 9)], 10, { cursor: 'k', tally: 100 })
  expect(collection.view().tally).toBe(110)
  hear(event(12, item(8)))
  expect(collection.view().tally).toBe(111)
  collection.loadMore()
  await last().answer([item(0, 13)], 13, { tally: 500 })
  hear(event(13, item(0)))
  expect(collection.view().tally).toBe(112)
})

test('collection moves its tally for each state when an event carries two', async () => {
  const both = { ...mentions, select: ({ data }: KnownEvent) => [data as Mention, item(8, 12)] }
  const heights: Record<string, number> = { m8: 10, m9: 1 }
  const tallied = (tally: number, _: KnownEvent, state: Mention) => tally + (heights[state._id] ?? 100)
  const { hear, last, collection } = bench({ collection: both, tallied })
  await last().answer([item(9)], 10, { tally: 0 })
  hear(event(12, item(9)))
  expect(collection.view().tally).toBe(11)
})

describe('a failed reading', () => {
  test('is retried by itself, and does not delay "Live" while the screen shows no items [OPEN-092]', async () => {
    const { last, collection, shown, isLive, readings, pass } = bench()
    await last().fail()
    expect([collection.view().state, isLive()]).toEqual(['failed', true])
    await pass(15_000)
    expect(readings).toHaveLength(2)
    await last().answer([item(1)], 10)
    expect([shown(), isLive()]).toEqual([['m1'], true])
  })

  test('delays "Live" while old items are on the screen [OPEN-097]', async () => {
    const { breakOff, last, collection, shown, isLive } = bench()
    await last().answer([item(1)], 10)
    breakOff('e2', 3)
    await last().fail()
    expect([shown(), isLive()]).toEqual([['m1'], false])
    collection.retry()
    await last().answer([item(2, 2)], 3, { epoch: 'e2' })
    expect([shown(), isLive()]).toEqual([['m2'], true])
  })

  test('clears the items when it was refused, and is retried only on request [OPEN-092]', async () => {
    const { breakOff, last, collection, shown, isLive, readings, pass } = bench()
    await last().answer([item(1)], 10)
    breakOff('e2', 3)
    await last().fail(new CallError(undefined, 403, null))
    await pass(300_000)
    expect([shown(), readings.length, collection.view().state]).toEqual([undefined, 2, 'failed'])
    collection.retry()
    await last().answer([item(2, 2)], 3, { epoch: 'e2' })
    expect([shown(), isLive()]).toEqual([['m2'], true])
  })
})

describe('a topic', () => {
  const joined = (head: number, epoch = 'e1') =>
    live().tell({ type: 'relay.watched', topic: TOPIC, opening: 1, reply: { ok: true, epoch, head } })

  test('is watched until the collection stops', async () => {
    const { last, collection, said } = bench({ topic: TOPIC })
    await last().answer([], 10)
    expect(said().filter((type) => type !== 'subscribe')).toEqual([])
    expect(live().sent.find(({ type }) => type === 'subscribe')).toMatchObject({ message: { topics: [TOPIC] } })
    collection.stop()
    expect(said().at(-1)).toBe('unwatch')
  })

  test('is read again when it was joined after the reading, once per epoch [OPEN-097]', async () => {
    const { last, shown, readings } = bench({ topic: TOPIC }, { connects: false })
    await last().answer([item(1)], 10)
    live().tell({ type: 'socket.connected' })
    const asked = live().sent.findLast((message) => message.type === 'subscribe')
    const reply: Subscribed = { ok: true, epoch: 'e1', head: 12, counts: noCounts, events: [] }
    live().tell({ type: 'relay.subscribed', ask: asked?.ask ?? 0, reply })
    await vi.advanceTimersByTimeAsync(250)
    expect(readings).toHaveLength(2)
    await last().answer([item(2), item(1)], 12)
    joined(14)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([shown(), readings.length]).toEqual([['m2', 'm1'], 2])
  })

  test.each([{ topic: TOPIC } as const, {}])(
    'is read again at once when the relay is back after a reading without an answer: %j',
    async (part) => {
      const { last, shown, readings } = bench(part, { connects: false })
      await last().fail()
      live().tell({ type: 'socket.connected' })
      const asked = live().sent.findLast((message) => message.type === 'subscribe')
      const reply: Subscribed = { ok: true, epoch: 'e1', head: 12, counts: noCounts, events: [] }
      live().tell({ type: 'relay.subscribed', ask: asked?.ask ?? 0, reply })
      await vi.advanceTimersByTimeAsync(0)
      expect(readings).toHaveLength(2)
      await last().answer([item(1)], 12)
      expect(shown()).toEqual(['m1'])
    },
  )
})
