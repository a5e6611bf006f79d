import type { Envelope } from '@foyer/contracts/event.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { describe, expect, test, vi } from 'vitest'
import { EPOCH } from '../../test/events.ts'
import { createManualClock } from '../../test/manual-clock.ts'
import { startWorld } from '../../test/world.ts'

const many = (count: number, more: Partial<Envelope> = {}) => Array.from({ length: count }, () => more)
const seqs = (events: readonly Envelope[]) => events.map(({ seq }) => seq)

describe('subscribe', () => {
  test('subscribe is forbidden, and loads nothing, when the token does not name the organization [OPEN-096]', async () => {
    const world = await startWorld()
    const screen = await world.connected({ organizations: ['org_cedar'] })
    expect(await screen.subscribe({ organizationId: 'org_harbor' })).toEqual({ ok: false, code: 'forbidden' })
    expect(await screen.watch('con_1', 'org_harbor')).toEqual({ ok: false, code: 'forbidden' })
    const other = await world.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await other.subscribe({ organizationId: 'org_harbor', conversationIds: ['con_1'] })
    await world.change('org_harbor', {}, { audience: conversationTopic('con_1') })
    await other.reach(2)
    expect(screen.frames).toEqual([])
    expect(world.api.asked.feed).toBe(1)
  })

  test('subscribe answers resync with the current position when the client has none [OPEN-096]', async () => {
    const world = await startWorld()
    world.api.append('org_cedar', ...many(3))
    const screen = await world.connected()
    const counts = expect.objectContaining({ unreadMessages: 3 })
    expect(await screen.subscribe()).toEqual({ ok: true, epoch: EPOCH, head: 3, counts, resync: true })
  })

  test('subscribe answers the missed events, conflated and filtered for this client, when it has a position [OPEN-097]', async () => {
    const world = await startWorld()
    world.api.append(
      'org_cedar',
      { key: 'a' },
      { key: 'b' },
      { key: 'a' },
      { audience: conversationTopic('con_1') },
      { audience: conversationTopic('con_2') },
      { audience: 'staff:usr_lena' },
      { audience: 'staff:usr_dana' },
    )
    const screen = await world.connected()
    const answer = await screen.subscribe({ epoch: EPOCH, after: 0, conversationIds: ['con_1'] })
    expect(answer).toMatchObject({ ok: true, epoch: EPOCH, head: 7, counts: { unreadMessages: 7 } })
    expect(seqs(screen.heard())).toEqual([2, 3, 4, 6])
  })

  test.each([
    ['another epoch', { epoch: 'epoch-0', after: 1_500 }],
    ['a number without the epoch that it is of', { after: 1_400 }],
    ['beyond the head', { epoch: EPOCH, after: 1_501 }],
    ['older than the log', { epoch: EPOCH, after: 10 }],
    ['more than 1,000 events behind', { epoch: EPOCH, after: 499 }],
  ])('subscribe answers resync: %s [OPEN-097]', async (_why, position) => {
    const world = await startWorld()
    world.api.append('org_cedar', ...many(1_500))
    const screen = await world.connected()
    expect(await screen.subscribe(position)).toMatchObject({ ok: true, head: 1_500, resync: true })
    expect(await world.metric('relay_resyncs_total')).toBe(1)
    expect(await screen.subscribe({ epoch: EPOCH, after: 500 })).toMatchObject({ ok: true, head: 1_500 })
    expect(screen.heard()).toHaveLength(1_000)
  })

  test('subscribe loads the log once for all clients that wait [OPEN-096]', async () => {
    const world = await startWorld({ config: { maxSocketsPerUser: 50 } })
    world.api.append('org_cedar', ...many(20))
    const screens = await Promise.all(Array.from({ length: 12 }, () => world.connected()))
    const answers = await Promise.all(screens.map((screen) => screen.subscribe({ epoch: EPOCH, after: 5 })))
    expect(answers.every((answer) => answer.ok && 'events' in answer && answer.events.length === 15)).toBe(true)
    expect(world.api.asked.feed).toBe(1)
  })

  test('subscribe answers unavailable while the log cannot be loaded, and succeeds later [OPEN-096]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    world.api.faults.feedDown = true
    expect(await screen.subscribe()).toEqual({ ok: false, code: 'unavailable', retryMs: 500 })
    world.api.faults.feedDown = false
    expect(await screen.subscribe()).toMatchObject({ ok: true })
  })

  test('subscribe to another organization replaces the first one and its conversations [OPEN-096]', async () => {
    const world = await startWorld()
    const screen = await world.connected({ organizations: ['org_cedar', 'org_harbor'] })
    await screen.subscribe({ conversationIds: ['con_1'] })
    await screen.subscribe({ organizationId: 'org_harbor' })
    await world.change('org_cedar', {}, { audience: conversationTopic('con_1') })
    // The same id in the other organization names another conversation.
    await world.change('org_harbor', {}, { audience: conversationTopic('con_1') })
    await screen.reach(2)
    expect(screen.frames.map(({ organizationId }) => organizationId)).toEqual(['org_harbor'])
    expect(seqs(screen.heard())).toEqual([1])
    expect(await screen.watch('con_1')).toEqual({ ok: false, code: 'forbidden' })
  })

  test('subscribe sends upstream and head after the answer and before any frame [OPEN-096]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    await screen.subscribe()
    await world.change('org_cedar', {})
    await screen.reach(1)
    expect(screen.received).toEqual(['auth.ticket', 'upstream', 'head', 'events'])
    expect(screen.heads).toEqual([{ organizationId: 'org_cedar', epoch: EPOCH, head: 0 }])
    expect(screen.upstreams).toEqual([true])
  })

  test('relay answers not_valid to a message that the contract does not define [OPEN-096]', async () => {
    const world = await startWorld()
    const { socket } = await world.connected()
    const refused = { ok: false, code: 'not_valid' }
    const send = (name: string, ...rest: unknown[]) =>
      (socket as unknown as typeof anySocket).emitWithAck(name, ...rest)
    const anySocket = { emitWithAck: (_name: string, ..._rest: unknown[]): Promise<unknown> => Promise.resolve() }
    expect(await send('subscribe', { organizationId: 7 })).toEqual(refused)
    expect(await send('subscribe', { organizationId: 'org_cedar', room: 'org_harbor' })).toEqual(refused)
    expect(await send('subscribe')).toEqual(refused)
    expect(await send('join', 'org_harbor')).toEqual(refused)
    expect(await send('toString', {})).toEqual(refused)
    expect(await send('presence', { organizationId: 'org_cedar', conversationId: 'c', state: 'gone' })).toEqual(refused)
  })

  test('watch accepts a topic in full or a conversation by its id, with the same effect [OPEN-096]', async () => {
    const world = await startWorld()
    const [byTopic, byId, later] = [await world.connected(), await world.connected(), await world.connected()]
    await byTopic.subscribe({ topics: ['conversation:con_1'] })
    await byId.subscribe({ conversationIds: ['con_1'] })
    await later.subscribe()
    const topic = { organizationId: 'org_cedar', topic: 'conversation:con_1' } as const
    expect(await later.socket.emitWithAck('watch', topic)).toEqual({ ok: true, epoch: EPOCH, head: 0 })
    await world.change('org_cedar', { audience: conversationTopic('con_1') })
    for (const screen of [byTopic, byId, later]) await screen.reach(1)
    expect([byTopic, byId, later].map((screen) => screen.heard().length)).toEqual([1, 1, 1])
    await byId.socket.emitWithAck('unwatch', topic)
    await world.change('org_cedar', { audience: conversationTopic('con_1') })
    for (const screen of [byTopic, byId]) await screen.reach(2)
    expect([byTopic, byId].map((screen) => screen.heard().length)).toEqual([2, 1])
  })

  test.each(['staff:usr_dana', 'visitor:v1', 'organization', 'conversation:', 'fax:f1', 'con_1'])(
    'watch refuses the topic %s, whose events are for another audience [OPEN-096]',
    async (topic) => {
      const world = await startWorld()
      const screen = await world.connected()
      const refused = { ok: false, code: 'not_valid' }
      expect(await screen.subscribe({ topics: [topic as never] })).toEqual(refused)
      await screen.subscribe()
      const message = { organizationId: 'org_cedar', topic: topic as never }
      expect(await screen.socket.emitWithAck('watch', message)).toEqual(refused)
      expect(await screen.socket.emitWithAck('presence', { ...message, state: 'viewing' })).toEqual(refused)
    },
  )

  test('relay answers rate_limited after the limit of messages until the minute is over [OPEN-096]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock, config: { maxMessagesPerMinute: 3 } })
    const screen = await world.connected()
    await screen.subscribe()
    for (const id of ['a', 'b']) expect(await screen.watch(id)).toMatchObject({ ok: true })
    expect(await screen.watch('c')).toEqual({ ok: false, code: 'rate_limited', retryMs: 60_000 })
    clock.advance(60_000)
    expect(await screen.watch('c')).toMatchObject({ ok: true })
  })

  test('relay disconnects a client that sends more than 64 kB [OPEN-096]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    screen.socket.emit('subscribe', { organizationId: 'x'.repeat(70_000) }, () => {})
    await vi.waitFor(() => expect(screen.closed).toBe('transport close'))
  })

  test('subscribe does not join a client that disconnects while its log is loaded [OPEN-097]', async () => {
    const world = await startWorld()
    const screen = await world.connected()
    screen.socket.emit('subscribe', { organizationId: 'org_cedar' }, () => {})
    screen.close()
    const other = await world.connected({ sub: 'usr_dana' })
    await other.subscribe()
    await world.change('org_cedar', {})
    await other.reach(1)
    expect(await world.metric('relay_frames_delivered_total')).toBe(1)
  })
})

describe('pulse', () => {
  test("pulse answers the log's head after all earlier messages, and is forbidden without a subscription [OPEN-097]", async () => {
    const world = await startWorld()
    const screen = await world.connected()
    expect(await screen.pulse()).toEqual({ ok: false, code: 'forbidden' })
    await screen.subscribe()
    await world.change('org_cedar', {})
    await screen.reach(1)
    const frames = screen.frames.length
    expect([await screen.pulse(), screen.frames.length]).toEqual([{ ok: true, epoch: EPOCH, head: 1 }, frames])
    await screen.subscribe({ organizationId: 'org_lakeside' })
    expect(await screen.pulse()).toEqual({ ok: false, code: 'forbidden' })
  })
})

describe('watch', () => {
  test("watch delivers the topic's events from the next frame until unwatch [OPEN-096]", async () => {
    const world = await startWorld()
    const screen = await world.connected()
    await screen.subscribe()
    await world.change('org_cedar', { audience: conversationTopic('con_1') })
    await screen.reach(1)
    expect(await screen.watch('con_1')).toEqual({ ok: true, epoch: EPOCH, head: 1 })
    await world.change('org_cedar', { audience: conversationTopic('con_1') }, { audience: conversationTopic('con_2') })
    await screen.reach(3)
    expect(await screen.unwatch('con_1')).toMatchObject({ ok: true })
    await world.change('org_cedar', { audience: conversationTopic('con_1') })
    await screen.reach(4)
    expect(seqs(screen.heard())).toEqual([2])
  })

  test('watch delivers events that are appended but not yet sent [OPEN-096]', async () => {
    const clock = createManualClock()
    const world = await startWorld({ clock })
    const screen = await world.connected()
    await screen.subscribe()
    await world.change('org_cedar', {})
    await screen.reach(1)
    await world.change('org_cedar', { audience: conversationTopic('con_1') })
    expect(await screen.watch('con_1')).toMatchObject({ head: 1 })
    clock.advance(5)
    await screen.reach(2)
    expect(seqs(screen.heard())).toEqual([1, 2])
  })
})
