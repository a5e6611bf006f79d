/** Two relays with one API and one Redis. */
import type { Envelope } from '@foyer/contracts/event.ts'
import { expect, vi } from 'vitest'
import type { RelayConfig } from '../src/config.ts'
import { KEY } from './redis-logs.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import type { Screen } from './screen.ts'
import { startWorld, type World } from './world.ts'

export const ORG = 'org_cedar'

interface Settings {
  redis?: RedisServer
  config?: Partial<RelayConfig>
  keys?: readonly [readonly Buffer[], readonly Buffer[]]
}

export async function startTwoRelays({ redis: given, config, keys = [[KEY], [KEY]] }: Settings = {}) {
  const redis = given ?? (await startRedis())
  const with_ = (dataKeys: readonly Buffer[]) => ({ ...config, redis: { url: redis.url, dataKeys } })
  const first = await startWorld({ config: with_(keys[0]) })
  const second = await startWorld({ config: with_(keys[1]), api: first.api })
  return {
    redis,
    api: first.api,
    first,
    second,
    /** Appends a change and posts it to both relays, as the API does. */
    async change(...drafts: Partial<Envelope>[]): Promise<void> {
      const events = first.api.append(ORG, ...drafts)
      expect(await Promise.all([first.tell(events), second.tell(events)])).toEqual([204, 204])
    },
    /**
     * Returns a check that no change was fetched from the API since this call. Each relay asks for the heads every
     * two seconds and may fetch a change that is on its way; those fetches don't count.
     */
    watchFetches(): () => boolean {
      const { feed, heads } = first.api.asked
      return () => first.api.asked.feed - feed <= first.api.asked.heads - heads
    },
    /** Connects a client to each relay. */
    async screens(): Promise<[Screen, Screen]> {
      const one = await first.connected({ sub: 'usr_lena' })
      const other = await second.connected({ sub: 'usr_dana' })
      expect((await one.subscribe()).ok).toBe(true)
      expect((await other.subscribe()).ok).toBe(true)
      return [one, other]
    },
  }
}

export const seqsOf = (screen: Screen) => screen.heard().map(({ seq }) => seq)

/** Checks that the client has every event from 1 on, once and in order, in frames that join. */
export async function hasAll(screen: Screen, head: number): Promise<void> {
  await screen.reach(head)
  expect(seqsOf(screen)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
}

export async function redisIs(world: World, up: 0 | 1): Promise<void> {
  await vi.waitFor(async () => expect(await world.metric('relay_redis_up')).toBe(up), { interval: 20 })
}
