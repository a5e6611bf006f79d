/** Faults of Redis during traffic, and what the clients of two relays have afterwards. */
import type { Envelope } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { startRedis } from '../test/redis-server.ts'
import { hasAll, ORG, redisIs, startTwoRelays } from '../test/two-relays.ts'

type Two = Awaited<ReturnType<typeof startTwoRelays>>

/** Four in five changes are posted to one relay or both; the rest is lost and found through later events. */
async function traffic({ api, first, second }: Two, changes: number): Promise<void> {
  for (let index = 0; index < changes; index += 1) {
    const events: Envelope[] = api.append(ORG, {}, {})
    const told = [[first, second], [first], [second], [second, first], []][index % 5]!
    expect(await Promise.all(told.map((world) => world.tell(events)))).toEqual(told.map(() => 204))
  }
}

/** Checks that both clients and Redis have every event once, in order. */
async function agree(two: Two, screens: Awaited<ReturnType<Two['screens']>>): Promise<void> {
  await two.change({})
  const head = two.api.logOf(ORG).events.length
  for (const screen of screens) await hasAll(screen, head)
  await vi.waitFor(async () => {
    expect(await two.redis.admin.hget(`foyer:{${ORG}}:head`, 'head')).toBe(`${head}`)
    expect(await two.redis.admin.xlen(`foyer:{${ORG}}:log`)).toBe(head)
  })
  for (const world of [two.first, two.second]) expect(await world.metric('relay_resyncs_total')).toBe(1)
}

describe('relays during a fault of Redis', () => {
  test('lose no event on FLUSHALL [OPEN-097] [OPEN-098]', async () => {
    const two = await startTwoRelays()
    const screens = await two.screens()
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([traffic(two, 20), two.redis.admin.flushall()])
      await Promise.all([traffic(two, 5), two.redis.admin.script('FLUSH')])
    }
    await agree(two, screens)
    // The relays refill Redis from their own memory, without asking the API.
    const isNothingFetched = two.watchFetches()
    await two.redis.admin.flushall()
    await agree(two, screens)
    expect(isNothingFetched()).toBe(true)
  })

  test('lose no event when Redis is killed and a new, empty one starts [OPEN-097] [OPEN-098]', async () => {
    const two = await startTwoRelays()
    const screens = await two.screens()
    for (let round = 0; round < 2; round += 1) {
      await Promise.all([traffic(two, 20), two.redis.kill()])
      await traffic(two, 20)
      await Promise.all([traffic(two, 20), two.redis.start()])
      await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
      await traffic(two, 10)
    }
    await agree(two, screens)
  })

  test('lose no event when Redis hangs and resumes with its old state [OPEN-097] [OPEN-098]', async () => {
    const two = await startTwoRelays()
    const screens = await two.screens()
    await traffic(two, 10)
    two.redis.pause()
    await Promise.all([traffic(two, 40), redisIs(two.first, 0), redisIs(two.second, 0)])
    await traffic(two, 20)
    two.redis.resume()
    await Promise.all([traffic(two, 20), redisIs(two.first, 1), redisIs(two.second, 1)])
    await agree(two, screens)
  })

  test('wait only a moment for a Redis that hangs [OPEN-098]', async () => {
    const two = await startTwoRelays()
    const [one, other] = await two.screens()
    const timesAway = () => two.first.metric('relay_redis_away_total')
    // The clients receive the events before a relay notices that Redis does not answer, unless the machine stands still meanwhile.
    for (let head = 1; ; head += 1) {
      expect(head, 'changes that waited for Redis').toBeLessThan(10)
      const away = await timesAway()
      two.redis.pause()
      await two.change({})
      await Promise.all([one.reach(head), other.reach(head)])
      if ((await timesAway()) === away) break
      two.redis.resume()
      await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    }
    // An organization that is opened now does not wait either.
    const late = await two.second.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await vi.waitFor(async () => expect((await late.subscribe({ organizationId: 'org_harbor' })).ok).toBe(true))
    two.redis.resume()
  })

  test('lose no event when Redis cuts command and subscription connections [OPEN-097] [OPEN-098]', async () => {
    const two = await startTwoRelays()
    const screens = await two.screens()
    for (const type of ['pubsub', 'normal', 'pubsub'] as const) {
      await Promise.all([traffic(two, 20), two.redis.admin.call('CLIENT', 'KILL', 'TYPE', type)])
      await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    }
    await agree(two, screens)
  })

  test('start without Redis and share it once it is available [OPEN-097]', async () => {
    const redis = await startRedis()
    await redis.kill()
    const two = await startTwoRelays({ redis })
    const screens = await two.screens()
    await traffic(two, 10)
    await redis.start()
    await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    await agree(two, screens)
  })

  test('start while Redis hangs [OPEN-097]', async () => {
    const redis = await startRedis()
    redis.pause()
    const two = await startTwoRelays({ redis })
    const screens = await two.screens()
    await traffic(two, 10)
    redis.resume()
    await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    await agree(two, screens)
  })

  test('continue when the keys of a log hold other data [OPEN-097] [OPEN-098]', async () => {
    const two = await startTwoRelays()
    const log = `foyer:{${ORG}}:head`
    await two.redis.admin.set(log, 'of another program')
    const screens = await two.screens()
    await two.change({})
    for (const screen of screens) await hasAll(screen, 1)
    await two.redis.admin.multi().del(log).set(log, 'of another program').exec()
    await two.redis.admin.publish(`foyer:{${ORG}}:changes`, 'appended 9 epoch-1')
    await two.change({})
    for (const screen of screens) await hasAll(screen, 2)
    await two.redis.admin.del(log)
    await agree(two, screens)
  })
})
