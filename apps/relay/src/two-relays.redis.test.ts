import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { describe, expect, test, vi } from 'vitest'
import { EPOCH } from '../test/events.ts'
import { openLogs } from '../test/redis-logs.ts'
import { startRedis } from '../test/redis-server.ts'
import { hasAll, ORG, redisIs, startTwoRelays } from '../test/two-relays.ts'

describe('two relays with one Redis', () => {
  test('send events posted to either one to the clients of both, in the same frames [DESIGN-16] [OPEN-098]', async () => {
    const { first, second, screens, watchFetches } = await startTwoRelays()
    const [one, other] = await screens()
    const isNothingFetched = watchFetches()
    for (let index = 0; index < 20; index += 1) {
      await (index % 2 ? first : second).change(ORG, { key: `thing-${index}` })
      await Promise.all([one.reach(index + 1), other.reach(index + 1)])
    }
    expect(other.frames).toEqual(one.frames)
    await hasAll(one, 20)
    // Each relay got half of the events through Redis, without a call to the API.
    expect(isNothingFetched()).toBe(true)
  })

  test('send each client an event once when both receive it twice and in any order [OPEN-096]', async () => {
    const { first, second, api, screens } = await startTwoRelays()
    const [one, other] = await screens()
    const all = Array.from({ length: 60 }, () => api.append(ORG, {})).flat()
    await Promise.all(all.flatMap((event) => [first.tell([event]), second.tell([event])]))
    await Promise.all([...all].reverse().map((event) => first.tell([event])))
    await hasAll(one, 60)
    await hasAll(other, 60)
  })

  test('ask the API for the newest events once, however many relays and clients wait [OPEN-097]', async () => {
    const { first, second, api, redis } = await startTwoRelays()
    api.append(ORG, ...Array.from({ length: 1_500 }, () => ({})))
    const screens = await Promise.all(
      [first, second, first, second, first, second].map((world, index) => world.connected({ sub: `usr_${index}` })),
    )
    const answers = await Promise.all(screens.map((screen) => screen.subscribe({ epoch: EPOCH, after: 600 })))
    for (const screen of screens) expect(screen.heard()).toHaveLength(900)
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(api.asked.feed).toBe(1)
    expect(await redis.admin.xlen(`foyer:{${ORG}}:log`)).toBe(1_000)
  })

  test('load the log from Redis and ask the API only for its head when one starts later [OPEN-097]', async () => {
    const { first, second, api, redis } = await startTwoRelays()
    const one = await first.connected()
    await one.subscribe()
    await first.change(ORG, {}, {}, {})
    await one.reach(3)
    await vi.waitFor(async () => expect(await redis.admin.hget(`foyer:{${ORG}}:head`, 'head')).toBe('3'))
    expect(await first.metric('relay_redis_logs_begun_total')).toBe(1)
    const feeds = api.asked.feed
    const other = await second.connected({ sub: 'usr_dana' })
    await other.subscribe({ epoch: EPOCH, after: 0 })
    expect(other.heard()).toHaveLength(3)
    expect(api.asked.feed).toBe(feeds)
    expect(await second.metric('relay_redis_logs_borrowed_total')).toBe(1)
  })

  test('fetch what Redis lacks before a client is answered [OPEN-097]', async () => {
    const { first, second, api } = await startTwoRelays()
    const one = await first.connected()
    await one.subscribe()
    await first.change(ORG, {})
    api.append(ORG, {}, {})
    const other = await second.connected({ sub: 'usr_dana' })
    await other.subscribe({ epoch: EPOCH, after: 0 })
    expect(other.heard()).toHaveLength(3)
    await hasAll(one, 3)
  })

  test('bring a new epoch to the clients of both when one receives it [OPEN-096]', async () => {
    const { first, second, api, redis, screens } = await startTwoRelays()
    const [one, other] = await screens()
    await first.change(ORG, {}, {})
    await Promise.all([one.reach(2), other.reach(2)])
    api.begin(ORG, 'epoch-2')
    await first.change(ORG, {})
    for (const screen of [one, other])
      await vi.waitFor(() => expect(screen.heads.at(-1)).toMatchObject({ epoch: 'epoch-2', head: 1 }))
    await vi.waitFor(async () => expect(await redis.admin.hget(`foyer:{${ORG}}:head`, 'epoch')).toBe('epoch-2'))
    await one.subscribe({ epoch: 'epoch-2', after: 1 })
    await other.subscribe({ epoch: 'epoch-2', after: 1 })
    await second.change(ORG, {})
    await Promise.all([one.reach(2), other.reach(2)])
  })

  test('trust the API over Redis when the API goes back within one epoch [OPEN-097]', async () => {
    const { first, second, api, screens } = await startTwoRelays()
    const [one, other] = await screens()
    await first.change(ORG, ...Array.from({ length: 10 }, () => ({})))
    await Promise.all([one.reach(10), other.reach(10)])
    api.logOf(ORG).events.length = 5
    for (const screen of [one, other]) await vi.waitFor(() => expect(screen.heads.at(-1)?.head).toBe(5))
    await one.subscribe({ epoch: EPOCH, after: 5 })
    await other.subscribe({ epoch: EPOCH, after: 5 })
    await second.change(ORG, { key: 'after' })
    for (const screen of [one, other]) {
      await screen.reach(6)
      expect(screen.heard().map(({ key }) => key)).toEqual(['after'])
    }
  })

  test('show presence across relays, also to a client that comes later [OPEN-096]', async () => {
    const { second, screens } = await startTwoRelays()
    const [lena, dana] = await screens()
    await lena.watch('con_1')
    await dana.watch('con_1')
    const at = (state: 'viewing' | 'replying' | 'left') => ({ organizationId: ORG, conversationId: 'con_1', state })
    await lena.socket.emitWithAck('presence', at('replying'))
    await dana.socket.emitWithAck('presence', at('viewing'))
    const staff = (screen: typeof lena) =>
      screen.present
        .at(-1)
        ?.staff.map(({ _id, state }) => `${_id} ${state}`)
        .sort()
    const both = ['usr_dana viewing', 'usr_lena replying']
    await vi.waitFor(() => expect([staff(lena), staff(dana)]).toEqual([both, both]))
    const late = await second.connected({ sub: 'usr_sam' })
    await late.subscribe()
    await late.watch('con_1')
    await vi.waitFor(() => expect(staff(late)).toEqual(both))
    lena.close()
    await vi.waitFor(() => expect(staff(dana)).toEqual(['usr_dana viewing']))
  })

  test('accept presence of a newer release with unknown fields [OPEN-096]', async () => {
    const { redis, screens } = await startTwoRelays()
    const [lena] = await screens()
    await lena.watch('con_1')
    const sam = { _id: 'usr_sam', state: 'viewing' }
    const said = { relay: 'rel_newer', conversationId: 'con_1', staff: [{ ...sam, since: 1 }], room: 1 }
    await redis.admin.publish(`foyer:{${ORG}}:presence`, JSON.stringify(said))
    await vi.waitFor(() => expect(lena.present.at(-1)?.staff).toEqual([sam]))
    const told = { ...said, staff: [{ _id: 'usr_omar', state: 'typing' }] }
    await redis.admin.publish(`foyer:{${ORG}}:presence`, JSON.stringify(told))
    await vi.waitFor(() => expect(lena.present.at(-1)?.staff).toEqual([{ _id: 'usr_omar', state: 'viewing' }]))
  })

  test('end sockets at both when one receives a revocation [OPEN-096]', async () => {
    const { first, second, api } = await startTwoRelays()
    const other = await second.connected({ sub: 'usr_dana', sid: 'ses_gone' })
    const revocation = { id: 'rev_1', sid: 'ses_gone', sub: 'usr_dana', at: new Date().toISOString() }
    api.revocations.push(revocation)
    await first.post('/relay/webhooks/revocations', { revocations: [revocation] })
    await vi.waitFor(() => expect(other.closed).not.toBeNull())
  })

  test("don't take the rest of an evicted log for the whole log [OPEN-097]", async () => {
    const { first, redis, screens } = await startTwoRelays()
    const [one, other] = await screens()
    await first.change(ORG, {}, {})
    await Promise.all([one.reach(2), other.reach(2)])
    await redis.admin.del(`foyer:{${ORG}}:log`)
    await first.change(ORG, { audience: conversationTopic('con_1') }, {})
    await Promise.all([one.reach(4), other.reach(4)])
    await vi.waitFor(async () => expect(await redis.admin.xlen(`foyer:{${ORG}}:log`)).toBe(4))
    await redis.admin.del(`foyer:{${ORG}}:head`)
    await first.change(ORG, {})
    await Promise.all([one.reach(5), other.reach(5)])
    await vi.waitFor(async () => expect(await redis.admin.hget(`foyer:{${ORG}}:head`, 'head')).toBe('5'))
  })

  test('lose no event when Redis refuses writes [OPEN-098]', async () => {
    const redis = await startRedis(['--maxmemory', '1mb', '--maxmemory-policy', 'noeviction'])
    const { change, screens, first } = await startTwoRelays({ redis })
    const [one, other] = await screens()
    for (let index = 0; index < 10; index += 1) await change({ data: 'x'.repeat(200) }, {})
    await hasAll(one, 20)
    await hasAll(other, 20)
    await redisIs(first, 0)
  })

  test('report degraded while Redis is away, and accept traffic [OPEN-098]', async () => {
    const { first, redis } = await startTwoRelays()
    const ready = async () => {
      const answer = await fetch(`${first.url}/readyz`)
      return { code: answer.status, ...((await answer.json()) as { status: string; checks: { redis: boolean } }) }
    }
    expect(await ready()).toMatchObject({ code: 200, status: 'ready', checks: { redis: true } })
    await redis.kill()
    await redisIs(first, 0)
    expect(await ready()).toMatchObject({ code: 200, status: 'degraded', checks: { redis: false } })
    const text = await first.relay.metrics.metrics()
    expect(text).toMatch(/^relay_redis_away_total [1-9]/m)
    await redis.start()
    await redisIs(first, 1)
    expect(await ready()).toMatchObject({ code: 200, status: 'ready' })
  })

  test('overwrite another epoch in Redis when the API agrees with theirs [OPEN-098]', async () => {
    const { first, redis, screens } = await startTwoRelays()
    const [one, other] = await screens()
    await first.change(ORG, {}, {})
    await Promise.all([one.reach(2), other.reach(2)])
    const { redis: far } = await openLogs({ url: redis.url })
    const state = (await far.newest(ORG))!
    await far.replace(ORG, { ...state, epoch: 'epoch-0', events: [], head: 9 })
    await vi.waitFor(async () => expect((await far.head(ORG))?.epoch).toBe(EPOCH))
    await first.change(ORG, {})
    await hasAll(one, 3)
    await hasAll(other, 3)
    await vi.waitFor(async () => expect((await far.newest(ORG))?.events).toHaveLength(3))
  })

  test('catch up from the API when the log in Redis does not join theirs [OPEN-097]', async () => {
    const { first, api, redis, screens } = await startTwoRelays()
    const [one, other] = await screens()
    await first.change(ORG, {}, {})
    await Promise.all([one.reach(2), other.reach(2)])
    const { redis: far } = await openLogs({ url: redis.url })
    api.append(ORG, ...Array.from({ length: 30 }, () => ({})))
    const events = api.logOf(ORG).events.slice(20)
    const last = events.at(-1)!
    await far.replace(ORG, { epoch: EPOCH, head: last.seq, counts: last.counts, events })
    await hasAll(one, 32)
    await hasAll(other, 32)
  })
})
