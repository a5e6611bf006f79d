import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import type { Frame, Subscribed } from '@foyer/contracts/live.ts'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { connectionOf, liveMachine } from './live.machine.ts'
import type { FromSocket, LiveEmitted, ToSocket } from './live-messages.ts'

const ORG = 'org_cedar'
const START = Date.parse('2026-11-19T15:14:00Z')

/** A live machine whose socket, browser, session and clock the test controls. */
function bench({ random = 0.5 }: { random?: number } = {}) {
  const clock = new SimulatedClock()
  const said: ToSocket[] = []
  const emitted: LiveEmitted[] = []
  const opened: { freshToken: boolean; isOpen: boolean }[] = []
  const session = { answers: [] as ((stands: boolean) => void)[] }
  const machine = liveMachine.provide({
    actors: {
      browser: fromCallback(() => undefined),
      checkSession: fromPromise(() => new Promise<boolean>((resolve) => session.answers.push(resolve))),
      socket: fromCallback<ToSocket, { freshToken: boolean }>(({ receive, input }) => {
        const socket = { freshToken: input.freshToken, isOpen: true }
        opened.push(socket)
        receive((message) => said.push(message))
        return () => {
          socket.isOpen = false
        }
      }),
    },
  })
  const time = { now: () => new Date(START + clock.now()), elapsed: () => clock.now() }
  const live = createActor(machine, { input: { organizationId: ORG, random: () => random, clock: time }, clock })
  for (const type of ['events', 'counts', 'resync', 'skipped', 'watched', 'presence'] as const) {
    live.on(type, (event) => emitted.push(event))
  }
  live.start()
  const asks = () => said.filter((message) => message.type === 'subscribe')
  const hear = (event: FromSocket) => live.send(event)
  return {
    live,
    clock,
    said,
    asks,
    emitted,
    opened,
    session,
    hear,
    state: () => connectionOf(live.getSnapshot()),
    connect: () => hear({ type: 'socket.connected' }),
    answer: (reply: Subscribed) => hear({ type: 'relay.subscribed', ask: asks().at(-1)!.ask, reply }),
    of: <Type extends LiveEmitted['type']>(type: Type) =>
      emitted.filter((event): event is Extract<LiveEmitted, { type: Type }> => event.type === type),
  }
}

const event = (seq: number): Envelope => ({
  epoch: 'e1',
  organizationId: ORG,
  seq,
  type: 'conversation.changed',
  key: conversationChanged.example.id,
  audience: 'organization',
  at: '2026-11-19T15:14:00.000Z',
  counts: noCounts,
  data: { ...conversationChanged.example, version: seq },
})
const caughtUp = (head: number, events: Envelope[] = []): Subscribed => {
  return { ok: true, epoch: 'e1', head, counts: noCounts, events }
}
const resync = (head: number, epoch = 'e1'): Subscribed => ({ ok: true, epoch, head, counts: noCounts, resync: true })
const frame = (from: number, to: number, part: Partial<Frame> = {}): Frame => {
  return { organizationId: ORG, epoch: 'e1', from, to, counts: noCounts, events: [event(to)], ...part }
}

/** A tab that is live at position 10. */
function liveBench(options?: { random?: number }) {
  const one = bench(options)
  one.connect()
  one.answer(resync(10))
  expect(one.state()).toBe('live')
  return one
}

test('tab becomes live when the relay has answered its subscribe [OPEN-097]', () => {
  const { connect, answer, asks, state } = bench()
  expect(state()).toBe('connecting')
  connect()
  expect(asks().at(-1)?.message).toEqual({ organizationId: ORG })
  expect(state()).toBe('catchingUp')
  answer(resync(10))
  expect(state()).toBe('live')
})

test('tab emits consecutive frames once and advances its position [OPEN-097]', () => {
  const { hear, of, live } = liveBench()
  hear({ type: 'relay.events', frame: frame(10, 12) })
  hear({ type: 'relay.events', frame: frame(10, 12) })
  hear({ type: 'relay.events', frame: frame(12, 13, { events: [] }) })
  expect(of('events').map(({ from, to }) => [from, to])).toEqual([
    [10, 12],
    [12, 13],
  ])
  expect(live.getSnapshot().context.position).toEqual({ epoch: 'e1', seq: 13 })
})

test('tab leaves live when it finds a gap, and asks again from its position [OPEN-097]', () => {
  const { hear, asks, state, answer, of } = liveBench()
  hear({ type: 'relay.events', frame: frame(12, 14) })
  expect(state()).toBe('catchingUp')
  expect(asks().at(-1)?.message).toEqual({ organizationId: ORG, epoch: 'e1', after: 10 })
  answer(caughtUp(14, [event(13)]))
  expect(state()).toBe('live')
  expect(of('events').map(({ from, to, events }) => [from, to, events.length])).toEqual([[10, 14, 1]])
})

test('tab ignores frames, heads and presence of another organization [OPEN-097]', () => {
  const { hear, emitted, state } = liveBench()
  const before = emitted.length
  hear({ type: 'relay.events', frame: frame(10, 11, { organizationId: 'org_other' }) })
  hear({ type: 'relay.head', head: { organizationId: 'org_other', epoch: 'e1', head: 99 } })
  hear({ type: 'relay.presence', present: { organizationId: 'org_other', topic: 'conversation:c', staff: [] } })
  expect([emitted.length, state()]).toEqual([before, 'live'])
})

test('tab asks the relay when a frame has another epoch, and does not apply it [OPEN-097]', () => {
  const { hear, asks, of, answer, state } = liveBench()
  hear({ type: 'relay.events', frame: frame(10, 11, { epoch: 'e2' }) })
  expect(of('events')).toEqual([])
  expect(asks()).toHaveLength(2)
  answer(resync(3, 'e2'))
  expect(state()).toBe('live')
})

test('tab asks the relay when a head is beyond its position, not when it is equal or below [OPEN-097]', () => {
  const { hear, asks } = liveBench()
  hear({ type: 'relay.head', head: { organizationId: ORG, epoch: 'e1', head: 10 } })
  hear({ type: 'relay.head', head: { organizationId: ORG, epoch: 'e1', head: 9 } })
  expect(asks()).toHaveLength(1)
  hear({ type: 'relay.head', head: { organizationId: ORG, epoch: 'e1', head: 11 } })
  expect(asks()).toHaveLength(2)
})

test('tab is not live after a resync until every reader has loaded [OPEN-097]', () => {
  const { live, hear, answer, state, of } = liveBench()
  live.send({ type: 'reader.joined', reader: 'list', organizationId: ORG })
  live.send({ type: 'reader.joined', reader: 'thread', organizationId: ORG })
  hear({ type: 'relay.head', head: { organizationId: ORG, epoch: 'e1', head: 12 } })
  answer(resync(12))
  expect([state(), of('resync').length]).toEqual(['catchingUp', 1])
  live.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e1', asOf: 12 })
  expect(state()).toBe('catchingUp')
  live.send({ type: 'reader.left', reader: 'thread' })
  expect(state()).toBe('live')
})

test('first answer reloads no reader when snapshots are in flight or are recent enough [OPEN-097]', () => {
  const { live, connect, answer, asks, state, of } = bench()
  for (const reader of ['list', 'mentions']) live.send({ type: 'reader.joined', reader, organizationId: ORG })
  connect()
  live.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e1', asOf: 10 })
  answer(resync(10))
  live.send({ type: 'snapshot.loaded', reader: 'mentions', epoch: 'e1', asOf: 10 })
  expect([state(), of('resync').length, asks().length]).toEqual(['live', 0, 1])
})

test('first answer moves the position back when a snapshot is older, and the relay replays from there [OPEN-097]', () => {
  const { live, connect, answer, asks, state, of } = bench()
  for (const reader of ['list', 'mentions']) live.send({ type: 'reader.joined', reader, organizationId: ORG })
  connect()
  live.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e1', asOf: 8 })
  answer(resync(10))
  expect(asks().at(-1)?.message).toEqual({ organizationId: ORG, epoch: 'e1', after: 8 })
  live.send({ type: 'snapshot.loaded', reader: 'mentions', epoch: 'e1', asOf: 9 })
  answer(caughtUp(10, [event(9), event(10)]))
  expect([state(), of('resync').length, of('events').map(({ from, to }) => [from, to])]).toEqual(['live', 0, [[8, 10]]])
})

test('tab asks the relay to replay when a snapshot is older than the stream [OPEN-097]', () => {
  const { live, connect, answer, asks, state } = bench()
  live.send({ type: 'reader.joined', reader: 'list', organizationId: ORG })
  connect()
  answer(resync(10))
  live.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e1', asOf: 8 })
  expect(asks().at(-1)?.message).toEqual({ organizationId: ORG, epoch: 'e1', after: 8 })
  expect(state()).toBe('catchingUp')
  answer(caughtUp(10, [event(9), event(10)]))
  expect(state()).toBe('live')
})

test('tab subscribes from the snapshot when it was loaded before the socket opened [OPEN-097]', () => {
  const { live, connect, asks, answer, state, of } = bench()
  live.send({ type: 'reader.joined', reader: 'list', organizationId: ORG })
  live.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e1', asOf: 7 })
  connect()
  expect(asks().at(-1)?.message).toEqual({ organizationId: ORG, epoch: 'e1', after: 7 })
  answer(caughtUp(9, [event(9)]))
  expect([state(), of('resync').length, of('events').length]).toEqual(['live', 0, 1])
})

test('tab is not live while a screen shows another epoch [OPEN-097]', () => {
  const { live, asks, clock, state, answer, of } = liveBench()
  live.send({ type: 'reader.joined', reader: 'list', organizationId: ORG })
  live.send({ type: 'snapshot.loaded', reader: 'list', epoch: 'e2', asOf: 3 })
  expect(state()).toBe('catchingUp')
  clock.increment(6_000)
  expect(asks()).toHaveLength(2)
  answer(resync(2, 'e2'))
  expect([state(), of('resync').length]).toEqual(['live', 0])
})

test('tab keeps frames that arrive before the answer they continue, and applies them after it [OPEN-097]', () => {
  const { connect, hear, answer, of, state } = bench()
  connect()
  hear({ type: 'relay.events', frame: frame(10, 11) })
  answer(resync(10))
  expect([state(), of('events').map(({ to }) => to)]).toEqual(['live', [11]])
})

test('tab ignores the answer to an older subscribe', () => {
  const { hear, live, asks, state } = bench()
  hear({ type: 'socket.connected' })
  live.send({ type: 'organization.chosen', organizationId: 'org_lakeside' })
  hear({ type: 'relay.subscribed', ask: asks()[0]!.ask, reply: caughtUp(500) })
  expect([state(), live.getSnapshot().context.position]).toEqual(['catchingUp', null])
  expect(asks().at(-1)?.message).toEqual({ organizationId: 'org_lakeside' })
})

test('tab reconnects when the relay is silent for nine seconds [OPEN-097]', () => {
  const { clock, hear, state, opened } = liveBench({ random: 0 })
  clock.increment(8_000)
  hear({ type: 'relay.head', head: { organizationId: ORG, epoch: 'e1', head: 10 } })
  clock.increment(8_999)
  expect(state()).toBe('live')
  clock.increment(1)
  expect([state(), opened[0]?.isOpen]).toEqual(['connecting', false])
  clock.increment(200)
  expect(opened).toHaveLength(2)
})

test('tab is not live while the relay is unsure of its head, and asks again when it is sure [OPEN-097]', () => {
  const { hear, state, asks, answer } = liveBench()
  hear({ type: 'relay.upstream', upstream: { ok: false } })
  expect(state()).toBe('catchingUp')
  hear({ type: 'relay.upstream', upstream: { ok: true } })
  expect(asks()).toHaveLength(2)
  answer(caughtUp(10))
  expect(state()).toBe('live')
})

test('tab asks the relay again when the browser is online, visible, restored or awake again [OPEN-097]', () => {
  const { live, asks, answer, state } = liveBench()
  live.send({ type: 'browser.returned' })
  expect([asks().length, state()]).toEqual([2, 'catchingUp'])
  answer(caughtUp(10))
  live.send({ type: 'browser.online' })
  expect(asks()).toHaveLength(3)
})

test('tab shows offline at once, tries anyway, and reconnects at once when the network is back [OPEN-097]', () => {
  const { live, state, opened, clock } = liveBench()
  live.send({ type: 'browser.offline' })
  expect([state(), opened[0]?.isOpen]).toEqual(['offline', false])
  clock.increment(5_000)
  expect([opened.length, state()]).toEqual([2, 'offline'])
  live.send({ type: 'socket.lost' })
  live.send({ type: 'browser.online' })
  expect([opened.length, state()]).toEqual([3, 'connecting'])
})

test('reconnection has full jitter between 0.2 and 5 seconds [OPEN-096]', () => {
  for (const [random, first, later] of [
    [0, 200, 200],
    [0.999999, 1_000, 5_000],
  ] as const) {
    const { clock, hear, opened } = bench({ random })
    hear({ type: 'socket.lost' })
    clock.increment(first - 1)
    expect(opened).toHaveLength(1)
    clock.increment(1)
    expect(opened).toHaveLength(2)
    for (let n = 0; n < 5; n += 1) {
      hear({ type: 'socket.lost' })
      clock.increment(5_000)
    }
    const count = opened.length
    hear({ type: 'socket.lost' })
    clock.increment(later - 1)
    expect(opened).toHaveLength(count)
    clock.increment(1)
    expect(opened).toHaveLength(count + 1)
  }
})

test('tab leaves a draining relay at a random moment within the announced time [OPEN-096]', () => {
  const { hear, clock, state } = liveBench({ random: 0.5 })
  hear({ type: 'relay.draining', draining: { withinMs: 4_000 } })
  clock.increment(1_999)
  expect(state()).toBe('live')
  clock.increment(1)
  expect(state()).toBe('connecting')
})

test('tab asks again after the named delay when the relay cannot answer yet [OPEN-097]', () => {
  const { connect, answer, asks, clock, state } = bench()
  connect()
  answer({ ok: false, code: 'unavailable', retryMs: 700 })
  clock.increment(699)
  expect([asks().length, state()]).toEqual([1, 'catchingUp'])
  clock.increment(1)
  expect(asks()).toHaveLength(2)
})

test('tab drops the connection when an answer takes longer than a slow connection explains [OPEN-097]', () => {
  const { connect, clock, state, hear } = bench()
  connect()
  clock.increment(5_000)
  hear({ type: 'relay.upstream', upstream: { ok: true } })
  clock.increment(4_999)
  expect(state()).toBe('catchingUp')
  clock.increment(1)
  expect(state()).toBe('connecting')
})

test('tab is not live while the relay’s messages are delayed, and is live when they are current again [OPEN-097]', () => {
  const { hear, state, of, opened } = liveBench()
  hear({ type: 'socket.late', isLate: true })
  expect(state()).toBe('catchingUp')
  hear({ type: 'relay.events', frame: frame(10, 12) })
  hear({ type: 'relay.head', head: { organizationId: ORG, epoch: 'e1', head: 12 } })
  expect([state(), of('events').length]).toEqual(['catchingUp', 1])
  hear({ type: 'socket.late', isLate: false })
  expect(state()).toBe('live')
  expect(opened).toHaveLength(1)
})

test('a new connection is not late when the one before it was [OPEN-097]', () => {
  const { hear, state, clock, connect, answer } = liveBench()
  hear({ type: 'socket.late', isLate: true })
  hear({ type: 'socket.lost' })
  expect(state()).toBe('connecting')
  clock.increment(5_000)
  connect()
  answer(caughtUp(10))
  expect(state()).toBe('live')
})

test('tab renews a token that expires, and checks the session and takes a new token when it is refused', async () => {
  const { hear, said, session, opened, state, clock } = liveBench()
  hear({ type: 'relay.expiring' })
  expect(said.at(-1)).toEqual({ type: 'renew' })
  hear({ type: 'relay.renewed', reply: { ok: false, code: 'unauthenticated' } })
  expect(opened[0]?.isOpen).toBe(false)
  session.answers[0]!(true)
  await Promise.resolve()
  await Promise.resolve()
  clock.increment(5_000)
  expect([opened[1]?.freshToken, state()]).toEqual([true, 'connecting'])
})

test('tab stops trying when the session has ended, until it is renewed', async () => {
  const { hear, session, opened, state, clock, live } = liveBench()
  hear({ type: 'socket.refused', unauthenticated: true })
  session.answers[0]!(false)
  await Promise.resolve()
  await Promise.resolve()
  clock.increment(60_000)
  expect([opened.length, state()]).toEqual([1, 'unauthenticated'])
  live.send({ type: 'session.renewed' })
  expect(opened).toHaveLength(2)
})

test('tab names known topics in the subscribe, and sends topics opened meanwhile after the answer [OPEN-097]', () => {
  const { live, connect, answer, asks, said, of } = bench()
  live.send({ type: 'topic.watched', organizationId: ORG, topic: 'conversation:c1' })
  connect()
  expect(asks()[0]?.message).toEqual({ organizationId: ORG, topics: ['conversation:c1'] })
  live.send({ type: 'topic.watched', organizationId: ORG, topic: 'conversation:c2' })
  live.send({ type: 'topic.unwatched', organizationId: ORG, topic: 'conversation:c1' })
  expect(said).toHaveLength(1)
  answer(resync(10))
  expect(said.slice(1).map(({ type }) => type)).toEqual(['watch', 'unwatch'])
  live.send({ type: 'relay.watched', topic: 'conversation:c2', opening: 2, reply: { ok: true, epoch: 'e1', head: 11 } })
  expect(of('watched').map(({ topic, head }) => [topic, head])).toEqual([
    ['conversation:c1', 10],
    ['conversation:c2', 11],
  ])
})

test('tab ignores the answer to an earlier opening of a topic [OPEN-097]', () => {
  const { live, said, of, hear } = liveBench()
  const open = () => live.send({ type: 'topic.watched', organizationId: ORG, topic: 'conversation:c1' })
  const joined = (opening: number, head: number) => {
    hear({ type: 'relay.watched', topic: 'conversation:c1', opening, reply: { ok: true, epoch: 'e1', head } })
  }
  open()
  live.send({ type: 'topic.unwatched', organizationId: ORG, topic: 'conversation:c1' })
  open()
  expect(said.flatMap((one) => (one.type === 'watch' ? [one.opening] : []))).toEqual([1, 2])
  joined(1, 10)
  expect(of('watched')).toEqual([])
  joined(2, 11)
  expect(of('watched').map(({ head }) => head)).toEqual([11])
})

test('tab leaves a topic at the relay when the second of two screens closes it [OPEN-097]', () => {
  const { live, said, asks, hear, answer } = liveBench()
  const topic = { organizationId: ORG, topic: 'conversation:c1' } as const
  for (const type of ['topic.watched', 'topic.watched', 'topic.unwatched'] as const) live.send({ type, ...topic })
  expect(said.slice(1).map(({ type }) => type)).toEqual(['watch', 'watch'])
  hear({ type: 'relay.events', frame: frame(12, 14) })
  expect(asks().at(-1)?.message).toMatchObject({ topics: ['conversation:c1'] })
  answer(caughtUp(14))
  live.send({ type: 'topic.unwatched', ...topic })
  expect(said.at(-1)).toEqual({ type: 'unwatch', message: topic })
})

describe('currency of the tab', () => {
  const at = (ms: number) => new Date(START + ms)
  const figures = ({ live }: ReturnType<typeof bench>) => {
    const { liveSince, last } = live.getSnapshot().context.currency
    return { liveSince, last }
  }

  test('has no count of missed events after the first load [OPEN-097]', () => {
    const one = bench()
    one.clock.increment(300)
    one.connect()
    one.clock.increment(400)
    one.answer(resync(10))
    expect(figures(one)).toEqual({
      liveSince: at(700),
      last: { at: at(700), tookMs: 400, missed: null, awaySince: null },
    })
  })

  test('records an absence with its length, the missed events, and the catch-up time since the connection opened [OPEN-097]', () => {
    const one = liveBench({ random: 0 })
    one.clock.increment(1_000)
    one.hear({ type: 'socket.lost' })
    one.clock.increment(200)
    one.connect()
    one.clock.increment(50)
    one.answer(caughtUp(13, [event(13)]))
    expect(one.of('events').at(-1)?.replayed).toBe(true)
    const last = { at: at(1_250), tookMs: 50, missed: 3, awaySince: at(1_000) }
    expect(figures(one)).toEqual({ liveSince: at(1_250), last })
    one.hear({ type: 'relay.events', frame: frame(13, 14) })
    expect([one.of('events').at(-1)?.replayed, figures(one).last]).toEqual([false, last])
  })

  test('does not change when the tab asked for more and there was nothing [OPEN-097]', () => {
    const one = liveBench()
    const before = figures(one)
    one.clock.increment(500)
    one.live.send({ type: 'browser.returned' })
    expect(one.state()).toBe('catchingUp')
    one.answer(caughtUp(10))
    expect([one.state(), figures(one)]).toEqual(['live', before])
    one.live.send({ type: 'browser.returned' })
    one.answer(caughtUp(12, [event(12)]))
    expect(figures(one)).toMatchObject({ liveSince: at(500), last: { missed: 2, awaySince: at(500) } })
  })

  test('counts missed events when they are too many to replay, and the counts alone report them [OPEN-097]', () => {
    const one = liveBench()
    one.live.send({ type: 'browser.returned' })
    const counts = { ...noCounts, unreadMessages: 14 }
    one.answer({ ok: true, epoch: 'e1', head: 1_213, counts, resync: true })
    expect(figures(one).last).toMatchObject({ missed: 1_203 })
    const skipped = () => one.of('skipped').map(({ counts }) => counts.unreadMessages)
    expect(skipped(), 'the first load is no absence').toEqual([14])
    one.live.send({ type: 'browser.returned' })
    one.answer(resync(3, 'e2'))
    expect(skipped()).toEqual([14, 0])
    one.live.send({ type: 'organization.chosen', organizationId: 'org_lakeside' })
    one.answer(resync(5))
    expect(skipped()).toHaveLength(2)
  })

  test('starts over when the epoch or the organization changes [OPEN-097]', () => {
    const one = liveBench()
    one.live.send({ type: 'browser.returned' })
    one.answer(resync(3, 'e2'))
    expect(figures(one).last).toMatchObject({ missed: null })
    one.live.send({ type: 'organization.chosen', organizationId: 'org_lakeside' })
    expect(figures(one)).toEqual({ liveSince: null, last: null })
    one.answer(resync(5))
    expect(figures(one).last).toMatchObject({ missed: null, awaySince: null })
  })
})

test('tab emits the counts with every frame and every answer [OPEN-020]', () => {
  const { hear, of } = liveBench()
  hear({ type: 'relay.events', frame: frame(10, 11, { counts: { ...noCounts, unreadMessages: 4 } }) })
  expect(of('counts').map(({ counts }) => counts.unreadMessages)).toEqual([0, 4])
})
