/**
 * Which of several relays derives an organization's changes: whoever holds its lease in their Redis. The holder says there
 * how far it is, and the others hear by it that it goes on. Without a Redis, or while it is away, each relay is alone.
 */
import { z } from 'zod'
import { RedisAway, type RedisLink } from '../../redis/link.ts'

export interface Progress {
  /** Rounds that went well. */
  readonly rounds: number
  readonly epoch: string
  readonly head: number
}

export type Holder = 'alone' | 'mine' | (Progress & { readonly id: string })

export interface Lease {
  /** Takes it or keeps it, unless another relay has it. */
  take(organizationId: string, progress: Progress | null): Promise<Holder>
  release(organizationId: string): Promise<void>
  /** Tells the other relays which conversations are open here, and gives those that are open at any of them. */
  shareOpen(organizationId: string, open: ReadonlySet<string>): Promise<ReadonlySet<string>>
}

/** A holder that dies is followed by another one well before the screens would say that they aren't up to date. */
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
/** What nobody has said again for so long is not open any more; Redis keeps the time. */
const OPEN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for place = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[place]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`
/** More than are read in turn before they would be said again. */
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
