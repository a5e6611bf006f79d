/**
 * The log of a relay that shares a Redis with others: what its sockets hear is always the log in its own memory, and
 * beside it runs an exchange with Redis. Events reach the memory by webhook, by feed and from Redis, in any order and
 * any number of times; the memory adds what comes next and nothing else. So Redis may be away, be flushed, be slow or
 * come back with an old state, and no event is lost, doubled or out of order by it.
 *
 * Redis is never believed against the API: where the two logs contradict one another, the API is asked. And who has not heard
 * from the API which sessions ended takes nothing out of Redis: it would tell them.
 */
import type { Logger } from 'pino'
import { type Clock, within } from '../clock.ts'
import { RedisAway, type RedisLink } from '../redis/link.ts'
import type { RedisMetrics } from '../redis/redis-metrics.ts'
import type { EventLog, Fill, LogChange, LogHead, LogState, Tail } from './event-log.ts'
import type { RedisLog } from './redis-log.ts'
import { Unreadable } from './seal.ts'

interface Parts {
  readonly near: EventLog
  readonly far: RedisLog
  readonly link: RedisLink
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: RedisMetrics
  /** Compares the near log with the API, and puts it right. */
  check(organizationId: string): Promise<unknown>
  /** Whether it is known which sessions ended. */
  isInformed(): boolean
}

interface Exchange {
  tail: Tail | null
  /** How far the other one is known to be. */
  theirs: Pick<LogHead, 'epoch' | 'head'> | null
  /** The API was taken back to an older state: what Redis has beyond it never was. */
  isTakenBack: boolean
  /** The API is being asked who is right. */
  isInDoubt: boolean
  isRunning: boolean
  again: boolean
}

/** How long another relay may take to load what both need. */
const OTHERS_LOAD_MS = 2_500

export function createSharedLog(parts: Parts): EventLog & { readonly fill: Fill } {
  const { near, far, link, clock, log, metrics, check, isInformed } = parts
  const exchanges = new Map<string, Exchange>()

  /** One at a time for each organization; asked for meanwhile, once more. */
  async function exchange(organizationId: string): Promise<void> {
    const one = exchanges.get(organizationId)
    if (!one) return
    one.again = true
    if (one.isRunning) return
    one.isRunning = true
    try {
      while (one.again && link.isUp && exchanges.get(organizationId) === one) {
        one.again = false
        if (!one.isInDoubt) await step(organizationId, one)
      }
    } catch (error) {
      if (error instanceof Unreadable) metrics.unreadable.inc()
      // When it is back all is compared again.
      else if (!(error instanceof RedisAway)) log.error({ err: error }, 'a log was not exchanged with Redis')
    } finally {
      one.isRunning = false
    }
  }

  async function step(organizationId: string, one: Exchange): Promise<void> {
    one.tail ??= await far.tail(
      organizationId,
      (change) => hear(organizationId, one, change),
      () => near.head(organizationId),
    )
    const mine = await near.head(organizationId)
    if (!mine) return
    const theirs = one.theirs ?? (await far.head(organizationId))
    if (one.isTakenBack) {
      await overwrite(organizationId, one)
      one.isTakenBack = false
    } else if (!theirs) await begin(organizationId, one)
    else if (theirs.epoch !== mine.epoch) doubt(organizationId, one, theirs)
    else if (theirs.head < mine.head) await push(organizationId, one, theirs)
    else if (theirs.head > mine.head) await pull(organizationId, one, theirs)
  }

  async function overwrite(organizationId: string, one: Exchange): Promise<void> {
    const mine = await near.newest(organizationId)
    if (mine) await far.replace(organizationId, mine)
    one.theirs = mine
  }

  async function begin(organizationId: string, one: Exchange): Promise<void> {
    const mine = await near.newest(organizationId)
    const isBegun = mine !== null && (await far.begin(organizationId, mine))
    if (isBegun) metrics.begun.inc()
    one.theirs = isBegun ? mine : null
    one.again = true
  }

  async function push(organizationId: string, one: Exchange, theirs: Pick<LogHead, 'epoch' | 'head'>): Promise<void> {
    const missing = await near.readAfter(organizationId, { epoch: theirs.epoch, after: theirs.head })
    if (!missing) return
    // More than we have ourselves: what would join is gone.
    if (!missing.events) return overwrite(organizationId, one)
    const isThere = (await far.append(organizationId, missing.events)) === 'appended'
    one.theirs = isThere ? missing : null
    one.again ||= !isThere
  }

  async function pull(organizationId: string, one: Exchange, theirs: Pick<LogHead, 'epoch' | 'head'>): Promise<void> {
    const mine = await near.head(organizationId)
    const read = mine && (await far.readAfter(organizationId, { epoch: mine.epoch, after: mine.head }))
    if (read?.events) await take(organizationId, read.events)
    else doubt(organizationId, one, theirs)
  }

  async function take(organizationId: string, events: Parameters<EventLog['append']>[1]): Promise<void> {
    // What is left lying here the API has as well, and brings with the sessions that ended.
    if (!isInformed()) return
    metrics.pulled.inc(events.length)
    await near.append(organizationId, events)
  }

  function hear(organizationId: string, one: Exchange, change: LogChange): void {
    if (exchanges.get(organizationId) !== one || one.isTakenBack) return
    if (change.kind === 'appended') {
      const last = change.events.at(-1)
      if (last) one.theirs = { epoch: last.epoch, head: last.seq }
      void take(organizationId, change.events)
    } else void replaced(organizationId, one, change.head)
  }

  async function replaced(organizationId: string, one: Exchange, theirs: LogHead): Promise<void> {
    const mine = await near.head(organizationId)
    one.theirs = theirs
    if (mine && mine.epoch === theirs.epoch && mine.head > theirs.head) doubt(organizationId, one, theirs)
    else await exchange(organizationId)
  }

  /**
   * Two lives of the log, one that went back, or one that does not join ours: only the API knows, and brings us to where
   * it is. If it says what we say, Redis is put right.
   */
  function doubt(organizationId: string, one: Exchange, theirs: Pick<LogHead, 'epoch' | 'head'>): void {
    if (one.isInDoubt) return
    one.isInDoubt = true
    const settle = async () => {
      await check(organizationId)
      const mine = await near.head(organizationId)
      if (!mine || exchanges.get(organizationId) !== one) return
      const isOther = mine.epoch !== theirs.epoch
      if (isOther && (await far.head(organizationId))?.epoch === theirs.epoch) await overwrite(organizationId, one)
      // If Redis is still ahead, it has what the API doesn't know: asking again would not help.
      one.again ||= isOther || mine.head >= theirs.head
    }
    settle()
      // The API or Redis is away; whichever it is, what comes next compares again.
      .catch(() => {})
      .finally(() => {
        one.isInDoubt = false
        one.theirs = null
        if (one.again) void exchange(organizationId)
      })
  }

  /** Null where it falls to us to load it. */
  async function borrow(organizationId: string): Promise<LogState | null> {
    for (;;) {
      const changed = Promise.withResolvers<boolean>()
      const deafen = await far.watch(organizationId, () => changed.resolve(true))
      try {
        const state = await far.newest(organizationId)
        if (state) return state
        if (await far.claim(organizationId)) return null
        if (!(await within(clock, OTHERS_LOAD_MS, changed.promise))) return null
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        metrics.unreadable.inc()
        await far.forget(organizationId)
      } finally {
        deafen()
      }
    }
  }

  async function put(organizationId: string, state: LogState): Promise<void> {
    const before = await near.head(organizationId)
    const one = exchanges.get(organizationId) ?? newExchange()
    exchanges.set(organizationId, one)
    if (before && before.epoch === state.epoch && before.head > state.head) one.isTakenBack = true
    one.theirs = null
    await near.replace(organizationId, state)
  }

  async function loaded(organizationId: string, load: () => Promise<LogState>): Promise<void> {
    const release = () => void (link.isUp && far.release(organizationId).catch(() => {}))
    try {
      await put(organizationId, await load())
    } catch (error) {
      // Whoever waits for it tries in turn.
      release()
      throw error
    }
    void exchange(organizationId).finally(release)
  }

  link.onUp(() => {
    for (const [organizationId, one] of exchanges) {
      one.theirs = null
      void exchange(organizationId)
    }
  })

  return {
    head: near.head,
    newest: near.newest,
    readAfter: near.readAfter,
    tail: near.tail,
    async replace(organizationId, state) {
      await put(organizationId, state)
      void exchange(organizationId)
    },
    async append(organizationId, events) {
      const outcome = await near.append(organizationId, events)
      if (outcome !== 'absent') void exchange(organizationId)
      // Nobody follows it here; another relay may, and may not have been told.
      else if (link.isUp) far.append(organizationId, events).catch(() => {})
      return outcome
    },
    async forget(organizationId) {
      exchanges.get(organizationId)?.tail?.stop()
      exchanges.delete(organizationId)
      await near.forget(organizationId)
    },
    async fill(organizationId, load) {
      const borrowed = link.isUp && isInformed() ? await borrow(organizationId).catch(unlessAway) : null
      if (borrowed) {
        metrics.borrowed.inc()
        await put(organizationId, borrowed)
        void exchange(organizationId)
        return 'borrowed'
      }
      await loaded(organizationId, load)
      return 'loaded'
    },
  }
}

function newExchange(): Exchange {
  return { tail: null, theirs: null, isTakenBack: false, isInDoubt: false, isRunning: false, again: false }
}

function unlessAway(error: unknown): null {
  if (error instanceof RedisAway) return null
  throw error
}
