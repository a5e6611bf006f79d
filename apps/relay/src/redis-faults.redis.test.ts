/** What happens to Redis in the middle of traffic, and what the screens of two relays have afterwards. */
import type { Envelope } from '@foyer/contracts/event.ts'
import { describe, expect, test, vi } from 'vitest'
import { startRedis } from '../test/redis-server.ts'
import { hasAll, ORG, redisIs, startTwoRelays } from '../test/two-relays.ts'

type Two = Awaited<ReturnType<typeof startTwoRelays>>

/** Four in five changes are told to one relay or both; the rest is lost on the way and found by what comes next. */
async function traffic({ api, first, second }: Two, changes: number): Promise<void> {
  for (let index = 0; index < changes; index += 1) {
    const events: Envelope[] = api.append(ORG, {}, {})
    const told = [[first, second], [first], [second], [second, first], []][index % 5]!
    expect(await Promise.all(told.map((world) => world.tell(events)))).toEqual(told.map(() => 204))
  }
}

/** Both screens have everything, once, in order; so has Redis. */
async function agree(two: Two, screens: Awaited<ReturnType<Two['screens']>>): Promise<void> {
  await two.change({})
  const head = two.api.logOf(ORG).events.length
  for (const screen of screens) await hasAll(screen, head)
  await vi.waitFor(
    async () => {
      expect(await two.redis.admin.hget(`foyer:{${ORG}}:head`, 'head')).toBe(`${head}`)
      expect(await two.redis.admin.xlen(`foyer:{${ORG}}:log`)).toBe(head)
    },
    { timeout: 8_000 },
  )
  for (const world of [two.first, two.second]) expect(await world.metric('relay_resyncs_total')).toBe(1)
}

describe('Redis breaks in the middle of traffic', () => {
  test('[OPEN-097] [OPEN-098] FLUSHALL', async () => {
    const two = await startTwoRelays()
    const screens = await two.screens()
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([traffic(two, 20), two.redis.admin.flushall()])
      await Promise.all([traffic(two, 5), two.redis.admin.script('FLUSH')])
    }
    await agree(two, screens)
    // What relays have themselves is not asked for.
    const isUnaskedFor = two.unaskedFor()
    await two.redis.admin.flushall()
    await agree(two, screens)
    expect(isUnaskedFor()).toBe(true)
  })

  test('[OPEN-097] [OPEN-098] kill -9, a while without, and a new one that is empty', async () => {
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

  test('[OPEN-097] [OPEN-098] it hangs, and goes on with the state of then', async () => {
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

  test('[OPEN-098] it hangs: nobody waits for it longer than for a moment', async () => {
    const two = await startTwoRelays()
    const [one, other] = await two.screens()
    two.redis.pause()
    await two.change({})
    await Promise.all([one.reach(1), other.reach(1)])
    // They have it before anyone found out that Redis does not answer.
    expect(await two.first.metric('relay_redis_away_total')).toBe(0)
    // Nor does an organization that is opened now.
    const late = await two.second.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
    await vi.waitFor(async () => expect((await late.subscribe({ organizationId: 'org_harbor' })).ok).toBe(true), 3_000)
    two.redis.resume()
  })

  test('[OPEN-097] [OPEN-098] its connections are cut, those that listen and those that ask', async () => {
    const two = await startTwoRelays()
    const screens = await two.screens()
    for (const type of ['pubsub', 'normal', 'pubsub'] as const) {
      await Promise.all([traffic(two, 20), two.redis.admin.call('CLIENT', 'KILL', 'TYPE', type)])
      await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    }
    await agree(two, screens)
  })

  test('[OPEN-097] absent at the start: both relays go on alone, and together once it is there', async () => {
    const redis = await startRedis()
    await redis.kill()
    const two = await startTwoRelays({ redis })
    const screens = await two.screens()
    await traffic(two, 10)
    await redis.start()
    await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    await agree(two, screens)
  })

  test('[OPEN-097] it hangs at the start: the relays start all the same', async () => {
    const redis = await startRedis()
    redis.pause()
    const two = await startTwoRelays({ redis })
    const screens = await two.screens()
    await traffic(two, 10)
    redis.resume()
    await Promise.all([redisIs(two.first, 1), redisIs(two.second, 1)])
    await agree(two, screens)
  })

  test('[OPEN-097] [OPEN-098] something else lies where a log is looked for: nobody waits for it, and nobody ends by it', async () => {
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
