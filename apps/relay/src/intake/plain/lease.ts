/**
 * Elects the relay that derives an organization's changes: the holder of a lease in Redis. The holder writes its
 * progress there, from which the others see that it is alive. Without Redis, or while it is away, each relay derives
 * alone.
 */
import { z } from 'zod'
import { RedisAway, type RedisLink } from '../../redis/link.ts'

export interface Progress {
  /** Completed rounds. */
  readonly rounds: number
  readonly epoch: string
  readonly head: number
}

export type Holder = 'alone' | 'mine' | (Progress & { readonly id: string })

export interface Lease {
  /** Takes or renews the lease, unless another relay has it. */
  take(organizationId: string, progress: Progress | null): Promise<Holder>
  release(organizationId: string): Promise<void>
  /** Publishes the conversations that are open here and returns those that are open at any relay. */
  shareOpen(organizationId: string, open: ReadonlySet<string>): Promise<ReadonlySet<string>>
}

/** Short enough that another relay takes over before clients would be told that they are out of date. */
const KEEP_MS = 6_000

const TAKE = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).id ~= ARGV[1] then return held end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return ''
`
const RELEASE = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).id == ARGV[1] then redis.call('DEL', KEYS[1]) end
return ''
`
/** A conversation counts as open until it has not been renewed for this long, by Redis's clock. */
const OPEN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for place = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[place]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`
/** More conversations than a relay reads before they would have to be renewed. */
const OPEN_MAX = 200
const NOTHING: Progress = { rounds: 0, epoch: '', head: 0 }
const holderSchema = z.object({ id: z.string(), rounds: z.int(), epoch: z.string(), head: z.int() })

export function createLease(link: RedisLink | null): Lease {
  const keyOf = (organizationId: string) => `foyer:{${organizationId}}:derives`
  return {
    async take(organizationId, progress) {
      if (!link?.isUp) return 'alone'
      const mine = JSON.stringify({ id: link.id, ...(progress ?? NOTHING) })
      try {
        const held = await link.run((redis) => redis.eval(TAKE, 1, keyOf(organizationId), link.id, mine, KEEP_MS))
        return held === '' ? 'mine' : holderSchema.parse(JSON.parse(String(held)))
      } catch (error) {
        if (error instanceof RedisAway) return 'alone'
        throw error
      }
    },
    async shareOpen(organizationId, open) {
      if (!link?.isUp) return open
      const mine = [...open].slice(0, OPEN_MAX)
      try {
        const all = await link.run((redis) => redis.eval(OPEN, 1, `foyer:{${organizationId}}:open`, KEEP_MS, ...mine))
        return new Set([...open, ...z.array(z.string()).parse(all)])
      } catch (error) {
        if (error instanceof RedisAway) return open
        throw error
      }
    },
    async release(organizationId) {
      if (link?.isUp) await link.run((redis) => redis.eval(RELEASE, 1, keyOf(organizationId), link.id)).catch(() => {})
    },
  }
}
