/** The log that relays share: per organization a Redis stream, with its base and head in a hash. */
import { createHash } from 'node:crypto'
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { countsSchema } from '@foyer/contracts/counts.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { REPLAY_MAX } from '@foyer/contracts/live.rules.ts'
import type { RedisLink } from '../redis/link.ts'
import type { Appended, Bounds, EventLog, LogChange, LogHead, LogSlice, LogState, Position, Tail } from './event-log.ts'
import { APPEND, BEGIN } from './redis-scripts.ts'
import { tailRedis, type Where } from './redis-tail.ts'
import { canReplay } from './replay.rules.ts'
import { type Seal, Unreadable } from './seal.ts'

export interface RedisLog extends EventLog {
  /** Begins a log unless it exists. */
  begin(organizationId: string, state: LogState): Promise<boolean>
  /**
   * Tails the log. With `where`, only events after that position are read, because the consumer has others from
   * elsewhere.
   */
  tail(organizationId: string, onChange: (change: LogChange) => void, where?: Where): Promise<Tail | null>
  /** Calls `onChange` when a log changed or may have changed. */
  watch(organizationId: string, onChange: () => void): Promise<() => void>
  /** Elects one relay to load an absent log; the others wait for it. */
  claim(organizationId: string): Promise<boolean>
  release(organizationId: string): Promise<void>
}

/** Bounds how long patients' words stay in Redis after the last use of the log. */
const KEEP_S = 24 * 3_600
/** Bounds how long a relay that dies while loading delays the others. */
const CLAIM_MS = 2_000

/** A log as read from Redis, with its events still sealed. */
interface Stored extends LogHead {
  readonly base: number
  readonly entries: readonly [id: Buffer, fields: Buffer[]][]
}

export function createRedisLog(parts: { link: RedisLink; seal: Seal; bounds: Bounds }): RedisLog {
  const { link, seal, bounds } = parts

  const named = (organizationId: string, name: string) => `foyer:{${organizationId}}:${name}`
  const keysOf = (organizationId: string) => [named(organizationId, 'head'), named(organizationId, 'log')] as const
  const channelOf = (organizationId: string) => named(organizationId, 'changes')

  async function script(lua: string, organizationId: string, words: readonly (string | number | Buffer)[]) {
    const settings = [bounds.events, bounds.bytes, KEEP_S, channelOf(organizationId)]
    const rest = [2, ...keysOf(organizationId), ...settings, ...words] as const
    return await link.run(async (redis) => {
      try {
        return await redis.evalsha(nameOf(lua), ...rest)
      } catch (error) {
        // Redis was restarted or flushed and has lost its script cache.
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
        return await redis.eval(lua, ...rest)
      }
    })
  }

  async function write(organizationId: string, state: LogState, how: 'keep' | 'replace'): Promise<boolean> {
    const { epoch, head, counts, events } = state
    const payloads = events.map((event) => seal.close(event))
    const words = [how, epoch, head - events.length, JSON.stringify(counts), ...payloads]
    return (await script(BEGIN, organizationId, words)) === 'begun'
  }

  /** Reads head and events in one transaction. `after`: null reads the newest events, undefined none. */
  async function read(organizationId: string, after: number | null | undefined): Promise<Stored | null> {
    const [head, log] = keysOf(organizationId)
    const answers = await link.run((redis) => {
      const all = redis.multi().hmget(head, 'epoch', 'head', 'base', 'counts').xlen(log)
      if (after === null) all.xrevrangeBuffer(log, '+', '-', 'COUNT', REPLAY_MAX)
      else if (after !== undefined) all.xrangeBuffer(log, `${after + 1}-0`, '+', 'COUNT', REPLAY_MAX + 1)
      return all.exec()
    })
    // The keys belong to another program or an incompatible release. The relay treats that as no log and goes on.
    if (!answers || answers.some(([error]) => error !== null))
      throw new Unreadable('The keys of the log hold other data.')
    const [fields, length, entries = []] = answers.map(([, answer]) => answer) as [string[], number, Stored['entries']?]
    const [epoch, headText, baseText, counts] = fields
    const bounds = { head: Number(headText), base: Number(baseText) }
    if (!epoch || !counts || length !== bounds.head - bounds.base) return null
    return {
      ...{ epoch, ...bounds, counts: countsOf(counts) },
      entries: after === null ? [...entries].reverse() : entries,
    }
  }

  function eventsOf(organizationId: string, { epoch, entries }: Stored): Envelope[] {
    return entries.map(([id, [, closed]]) =>
      seal.open({ organizationId, epoch, seq: Number.parseInt(id.toString(), 10) }, closed ?? Buffer.alloc(0)),
    )
  }

  const headOf = ({ epoch, head, counts }: LogHead): LogHead => ({ epoch, head, counts })

  async function readAfter(organizationId: string, position: Position): Promise<LogSlice | null> {
    const stored = await read(organizationId, position.after)
    if (!stored) return null
    return { ...headOf(stored), events: canReplay(position, stored) ? eventsOf(organizationId, stored) : null }
  }

  async function head(organizationId: string): Promise<LogHead | null> {
    const stored = await read(organizationId, undefined)
    return stored && headOf(stored)
  }

  return {
    readAfter,
    head,
    async append(organizationId, events) {
      const words = events.flatMap((event) => [event.epoch, event.seq, JSON.stringify(event.counts), seal.close(event)])
      return (await script(APPEND, organizationId, words)) as Appended
    },
    async replace(organizationId, state) {
      await write(organizationId, state, 'replace')
    },
    begin: (organizationId, state) => write(organizationId, state, 'keep'),
    async newest(organizationId) {
      const stored = await read(organizationId, null)
      return stored && { ...headOf(stored), events: eventsOf(organizationId, stored) }
    },
    async forget(organizationId) {
      await link.run((redis) => redis.del(...keysOf(organizationId)))
    },

    tail: (organizationId, onChange, where) =>
      tailRedis({ link, seal, channel: channelOf(organizationId), readAfter, head, organizationId, onChange, where }),

    watch: (organizationId, onChange) => link.subscribe(channelOf(organizationId), onChange),

    async claim(organizationId) {
      const set = (key: string) => link.run((redis) => redis.set(key, link.id, 'PX', CLAIM_MS, 'NX'))
      return (await set(named(organizationId, 'loading'))) === 'OK'
    },
    async release(organizationId) {
      await link.run((redis) => redis.del(named(organizationId, 'loading')))
      link.publish(channelOf(organizationId), 'released')
    },
  }
}

/** The SHA-1 by which Redis caches a script. */
const names = new Map([APPEND, BEGIN].map((lua) => [lua, createHash('sha1').update(lua).digest('hex')]))
const nameOf = (lua: string) => names.get(lua) ?? ''

function countsOf(text: string): Counts {
  try {
    return countsSchema.parse(JSON.parse(text))
  } catch {
    throw new Unreadable('The counts in Redis are not readable.')
  }
}
