import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head } from '@foyer/contracts/live.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EPOCH, event, run, state } from '../../test/events.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import type { LogHead } from '../log/event-log.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import { createMetrics } from '../metrics.ts'
import { audible } from './audience.rules.ts'
import { FanOut } from './fan-out.ts'
import { initialFanOutState } from './fan-out-state.ts'
import type { Member } from './member.ts'

const ORG = 'org_cedar'
const seqs = (events: readonly Envelope[]) => events.map(({ seq }) => seq)
const told = () => Promise.resolve()

async function start({ windowMs = 16, events = [] as Envelope[] } = {}) {
  const clock = createManualClock()
  const log = createMemoryLog({ events: 2_000, bytes: 10_000_000 })
  await log.replace(ORG, state(events))
  const metrics = createMetrics()
  const frames = new Map<string, Frame[]>()
  const heads = new Map<string, Head[]>()
  const unsent = new Map<string, number>()
  let encoded = 0
  let isSure = true
  const keep = <T>(kept: Map<string, T[]>, value: T) => ({
    to: ({ id }: { id: string }) => void kept.set(id, [...(kept.get(id) ?? []), value]),
    end: () => {},
  })
  const frameWriter = {
    events: (frame: Frame) => {
      encoded += 1
      return keep(frames, frame)
    },
    head: (head: Head) => keep(heads, head),
    upstream: () => keep(new Map(), null),
  }
  const head = (await log.head(ORG)) as LogHead
  const parts = { organizationId: ORG, log, clock, metrics, frameWriter, windowMs, maxUnsentBytes: 1_000 }
  const fanOut = new FanOut({ ...parts, isSure: () => isSure }, initialFanOutState(head))
  await log.tail(ORG, (change) => fanOut.receive(change))
  const reader = (id: string, userId: string) => ({
    id,
    userId,
    unsentBytes: () => unsent.get(id) ?? 0,
    write: () => true,
  })
  return {
    clock,
    log,
    fanOut,
    frames: (id: string) => frames.get(id) ?? [],
    heads: (id: string) => heads.get(id) ?? [],
    unsent,
    get encoded() {
      return encoded
    },
    lose: () => {
      isSure = false
    },
    begin: (id: string, watched: string[] = [], userId = `usr_${id}`) =>
      fanOut.join(reader(id, userId), watched.map(conversationTopic)),
    async join(id: string, watched: string[] = [], userId = `usr_${id}`): Promise<Member> {
      const member = fanOut.join(reader(id, userId), watched.map(conversationTopic))
      fanOut.settle(member, (await log.head(ORG)) as LogHead)
      return member
    },
  }
}

test('fan-out sends the head to the members that a broken-off flush skipped, so that they catch up [OPEN-096]', async () => {
  const world = await start()
  let isBroken = true
  await world.join('a')
  const broken = await world.join('b')
  await world.join('c')
  broken.unsentBytes = () => {
    if (isBroken) throw new Error('broken')
    return 0
  }
  await world.log.append(ORG, [event(1)]).catch(() => {})
  isBroken = false
  world.clock.advance(16)
  await world.log.append(ORG, [event(2)])
  expect(world.frames('a').map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [1, 2],
  ])
  for (const id of ['b', 'c']) {
    expect(world.frames(id)).toEqual([])
    expect(world.heads(id).at(-1)).toMatchObject({ head: 2 })
  }
  await world.log.append(ORG, [event(3)])
  world.clock.advance(16)
  expect(world.frames('c').map(({ from, to }) => [from, to])).toEqual([[2, 3]])
})

describe('conflation', () => {
  test('fan-out sends the first event at once and later events at most once a window [OPEN-096]', async () => {
    const { clock, log, frames, join } = await start({ windowMs: 16 })
    await join('a')
    await log.append(ORG, [event(1)])
    expect(frames('a')).toHaveLength(1)
    await log.append(ORG, [event(2)])
    await log.append(ORG, [event(3)])
    clock.advance(15)
    expect(frames('a')).toHaveLength(1)
    clock.advance(1)
    expect(frames('a').map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 3],
    ])
    clock.advance(16)
    await log.append(ORG, [event(4)])
    expect(frames('a')).toHaveLength(3)
  })

  test("fan-out sends the counts as of the frame's end when the last event is for another audience [DESIGN-06]", async () => {
    const { log, frames, join } = await start()
    await join('a')
    await log.append(ORG, [event(1), event(2, { audience: conversationTopic('con_1') })])
    expect(frames('a')[0]).toMatchObject({ from: 0, to: 2, counts: { unreadMessages: 2 } })
    expect(seqs(frames('a')[0]!.events)).toEqual([1])
  })

  test('fan-out keeps only the newest event per type and key in a frame [OPEN-096]', async () => {
    const { log, frames, join } = await start()
    await join('a')
    await log.append(ORG, [
      event(1, { key: 'x' }),
      event(2, { key: 'x' }),
      event(3, { key: 'x', type: 'other.changed' }),
    ])
    expect(seqs(frames('a')[0]!.events)).toEqual([2, 3])
  })

  test('fan-out encodes a frame once for all members with the same audiences [OPEN-096]', async () => {
    const world = await start()
    for (const id of ['a', 'b', 'c', 'd']) await world.join(id)
    for (const id of ['e', 'f']) await world.join(id, ['con_1'])
    await world.log.append(ORG, [event(1), event(2, { audience: conversationTopic('con_1') })])
    expect(world.encoded).toBe(2)
    await world.log.append(ORG, [event(3)])
    world.clock.advance(16)
    expect(world.encoded).toBe(3)
  })
})

describe('the chain of frames', () => {
  test('fan-out sends events that arrive during the log read after the answer [OPEN-096]', async () => {
    const { clock, log, fanOut, frames, begin } = await start({ events: run(1, 3) })
    const member = begin('a')
    const read = (await log.readAfter(ORG, { epoch: EPOCH, after: 0 })) as LogHead
    await log.append(ORG, [event(4)])
    await log.append(ORG, [event(5)])
    expect(frames('a')).toEqual([])
    fanOut.settle(member, read)
    clock.advance(16)
    expect(frames('a').map(({ from, to }) => [from, to])).toEqual([
      [3, 4],
      [4, 5],
    ])
    expect(frames('a').flatMap(({ events }) => seqs(events))).toEqual([4, 5])
  })

  test("fan-out continues from the member's own position when it caught up beyond the flush boundary [OPEN-096]", async () => {
    const { clock, log, frames, join } = await start()
    await join('a')
    await log.append(ORG, [event(1)])
    await log.append(ORG, [event(2)])
    await join('b')
    await log.append(ORG, [event(3)])
    clock.advance(16)
    expect(frames('a').at(-1)).toMatchObject({ from: 1, to: 3 })
    expect(frames('b')).toMatchObject([{ from: 2, to: 3 }])
    expect(seqs(frames('b')[0]!.events)).toEqual([3])
  })

  test('fan-out sends every member the head and no frame on an epoch change or a gap [OPEN-097]', async () => {
    const { log, fanOut, frames, heads, begin, join } = await start({ events: run(1, 3) })
    await join('a')
    const reading = begin('b')
    const read = (await log.head(ORG)) as LogHead
    await log.replace(ORG, state(run(8, 9), 9))
    fanOut.settle(reading, read)
    for (const id of ['a', 'b']) expect(heads(id).at(-1)).toMatchObject({ epoch: EPOCH, head: 9 })
    await log.append(ORG, [event(10)])
    for (const id of ['a', 'b']) expect(frames(id)).toMatchObject([{ from: 9, to: 10 }])
    await log.replace(ORG, { ...state([], 0), epoch: 'epoch-2' })
    for (const id of ['a', 'b']) expect(heads(id).at(-1)).toMatchObject({ epoch: 'epoch-2', head: 0 })
  })

  test('fan-out stops sending to a slow reader and later sends what it missed in one frame [OPEN-096]', async () => {
    const { clock, log, unsent, frames, heads, join } = await start()
    await join('slow', ['con_1'])
    await join('quick')
    await log.append(ORG, [event(1)])
    unsent.set('slow', 1_001)
    for (let seq = 2; seq <= 6; seq += 1) {
      await log.append(ORG, [
        event(seq, { key: 'same', audience: seq === 4 ? conversationTopic('con_1') : 'organization' }),
      ])
      clock.advance(16)
    }
    clock.advance(4_000)
    expect(frames('quick').at(-1)).toMatchObject({ to: 6 })
    expect(frames('slow')).toHaveLength(1)
    expect(heads('slow')).toHaveLength(1)
    unsent.set('slow', 200)
    clock.advance(100)
    await log.append(ORG, [event(7)])
    await told()
    expect(frames('slow').map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 7],
    ])
    expect(seqs(frames('slow')[1]!.events)).toEqual([6, 7])
  })

  test('fan-out sends a slow reader the head when the log no longer holds what it missed [OPEN-096]', async () => {
    const { clock, log, unsent, frames, heads, join } = await start()
    await join('slow')
    unsent.set('slow', 1_001)
    await log.append(ORG, run(1, 1_500))
    unsent.set('slow', 0)
    clock.advance(100)
    await told()
    await told()
    expect(frames('slow')).toEqual([])
    expect(heads('slow').at(-1)).toMatchObject({ head: 1_500 })
  })

  test('fan-out sends the head beacon after 4 s of quiet and withholds it while the relay is unsure [OPEN-096]', async () => {
    const { clock, log, heads, join, lose, fanOut } = await start()
    await join('a')
    clock.advance(3_000)
    await log.append(ORG, [event(1)])
    clock.advance(3_999)
    expect(heads('a')).toHaveLength(1)
    clock.advance(1)
    expect(heads('a').at(-1)).toEqual({ organizationId: ORG, epoch: EPOCH, head: 1 })
    clock.advance(4_000)
    expect(heads('a')).toHaveLength(3)
    expect(fanOut.head).toEqual(heads('a').at(-1))
    lose()
    clock.advance(60_000)
    expect([heads('a').length, fanOut.head]).toEqual([3, null])
  })

  test('fan-out leaves no timer behind when it stops [OPEN-096]', async () => {
    const { clock, log, fanOut, unsent, join } = await start()
    await join('a')
    unsent.set('a', 2_000)
    await log.append(ORG, [event(1)])
    expect(clock.waiting).toBe(3)
    fanOut.stop()
    expect(clock.waiting).toBe(0)
  })
})

/** The steps that the property test runs in any order. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('append' as const), n: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('begin' as const, 'settle' as const, 'watch' as const, 'slow' as const, 'drain' as const),
      who: fc.integer({ min: 0, max: 4 }),
      id: fc.integer({ min: 0, max: 2 }),
    }),
  },
)

test('fan-out sends frames that join without loss when members subscribe, watch, read slowly or catch up [OPEN-097]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 200 }), async (steps) => {
      const world = await start({ windowMs: 16 })
      const all: Envelope[] = []
      const audiences = [
        'organization',
        conversationTopic('con_0'),
        conversationTopic('con_1'),
        'staff:usr_0',
        conversationTopic('con_2'),
      ] as const
      const screens = new Map<number, { member: Member; read: LogHead; since: number; watched: Map<string, number> }>()
      const open = new Map<number, { member: Member; read: LogHead }>()
      const settle = (who: number) => {
        const one = open.get(who)
        if (!one) return
        open.delete(who)
        world.fanOut.settle(one.member, one.read)
      }
      for (const one of steps) {
        if (one.do === 'append') {
          const from = all.length + 1
          const added = run(from, from + one.n - 1).map((plain) => ({
            ...plain,
            key: `k${plain.seq % 5}`,
            audience: audiences[(plain.seq * 7) % 5]!,
          }))
          all.push(...added)
          await world.log.append(ORG, added)
        } else if (one.do === 'wait') {
          world.clock.advance(one.ms)
          await told()
          await told()
        } else if (one.do === 'begin') {
          if (screens.has(one.who)) continue
          const member = world.begin(`${one.who}`, [`con_${one.id}`], `usr_${one.who}`)
          const read = (await world.log.head(ORG)) as LogHead
          screens.set(one.who, { member, read, since: read.head, watched: new Map([[`con_${one.id}`, read.head]]) })
          open.set(one.who, { member, read })
        } else if (one.do === 'settle') settle(one.who)
        else if (one.do === 'watch') {
          const screen = screens.get(one.who)
          if (!screen || open.has(one.who) || screen.watched.has(`con_${one.id}`)) continue
          screen.member.watched.add(conversationTopic(`con_${one.id}`))
          screen.watched.set(`con_${one.id}`, all.length)
        } else world.unsent.set(`${one.who}`, one.do === 'slow' ? 5_000 : 0)
      }
      for (const who of [...open.keys()]) settle(who)
      for (const who of screens.keys()) world.unsent.set(`${who}`, 0)
      for (let turn = 0; turn < 20; turn += 1) {
        world.clock.advance(100)
        await told()
      }
      for (const [who, { member, since, watched }] of screens) check(who, member, since, watched)

      function check(who: number, member: Member, since: number, watched: Map<string, number>) {
        let position = since
        const copy = new Map<string, Envelope>()
        for (const { from, to, events, counts } of world.frames(`${who}`)) {
          expect(from).toBe(position)
          expect(to).toBeGreaterThan(from)
          expect(counts.unreadMessages).toBe(to)
          for (const one of events) {
            expect(one.seq > from && one.seq <= to).toBe(true)
            expect(copy.get(one.key)?.seq ?? 0).toBeLessThan(one.seq)
            copy.set(one.key, one)
          }
          position = to
        }
        expect(position).toBe(all.length)
        // A member may receive events of a topic from before it began to watch; it must never miss one from after.
        const owed = audible(all, member).filter(
          ({ seq, audience }) => seq > (watched.get(audience.slice(13)) ?? since),
        )
        for (const one of conflate(owed)) expect(copy.get(one.key)?.seq ?? 0).toBeGreaterThanOrEqual(one.seq)
        for (const one of copy.values()) expect(audible([one], member)).toHaveLength(1)
      }
    }),
    { numRuns: 150, seed: 20_261_117 },
  )
})
