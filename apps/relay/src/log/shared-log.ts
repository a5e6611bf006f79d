/**
 * The log of a relay that shares a Redis with others. Its sockets read only the log in memory, and an exchange with
 * Redis runs beside it. Events reach the memory by webhook, feed and Redis, in any order and number; the memory
 * appends only the next one. So Redis may be away, flushed, slow or return with an old state without an event being
 * lost, doubled or reordered.
 *
 * The API always outranks Redis: when the two logs contradict each other, the API is asked. A relay that does not
 * have the API's list of ended sessions takes no events from Redis, because it would send them to those sessions.
 */
import type { Logger } from 'pino'
import { type Clock, within } from '../clock.ts'
import { RedisAway, type RedisLink } from '../redis/link.ts'
import type { RedisMetrics } from '../redis/redis-metrics.ts'
import type { EventLog, Fill, LogChange, LogHead, LogState, Tail } from './event-log.ts'
import type { RedisLog } from './redis-log.ts'
import { Unreadable } from './seal.ts'

interface Dependencies {
  readonly near: EventLog
  readonly far: RedisLog
  readonly link: RedisLink
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: RedisMetrics
  /** Compares the near log with the API and corrects it. */
  check(organizationId: string): Promise<unknown>
  /** Whether the list of ended sessions is current. */
  isInformed(): boolean
}

interface Exchange {
  tail: Tail | null
  /** The last known head of the log in Redis. */
  theirs: Pick<LogHead, 'epoch' | 'head'> | null
  /** The API was restored to an older state, so the events that Redis has beyond it are invalid. */
  isTakenBack: boolean
  /** The API is being asked which log is right. */
  isInDoubt: boolean
  isRunning: boolean
  again: boolean
}

/** How long another relay may take to load a log that both need. */
const OTHERS_LOAD_MS = 2_500

export function createSharedLog(parts: Dependencies): EventLog & { readonly fill: Fill } {
  const { near, far, link, clock, log, metrics, check, isInformed } = parts
  const exchanges = new Map<string, Exchange>()

  /** One exchange at a time per organization; a request during it causes one more. */
  async function exchange(organizationId: string): Promise<void> {
    const one = exchanges.get(organizationId)
    if (!one) return
    one.again = true
    if (one.isRunning) return
    one.isRunning = true
    try {
      // A request that comes while the API is asked waits for its answer, or for none.
      while (one.again && !one.isInDoubt && link.isUp && exchanges.get(organizationId) === one) {
        one.again = false
        await step(organizationId, one)
      }
    } catch (error) {
      if (error instanceof Unreadable) metrics.unreadable.inc()
      // When Redis returns, all logs are compared again.
      else if (!(error instanceof RedisAway)) log.error({ err: error }, 'exchanging a log with Redis failed')
    } finally {
      one.isRunning = false
    }
    // A request that came while the last step failed would otherwise wait for the next change.
    if (one.again && !one.isInDoubt && link.isUp) void exchange(organizationId)
  }

  async function step(organizationId: string, one: Exchange): Promise<void> {
    one.tail ??= await far.tail(
      organizationId,
      (change) => receive(organizationId, one, change),
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
    // The memory no longer holds the events that Redis lacks.
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
    // The API has these events too; they are fetched together with the ended sessions.
    if (!isInformed()) return
    metrics.pulled.inc(events.length)
    await near.append(organizationId, events)
  }

  function receive(organizationId: string, one: Exchange, change: LogChange): void {
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
   * Handles contradicting logs: another epoch, a head that went back, or events that don't join. The API decides, and
   * the near log is corrected from it. If the API agrees with this relay, Redis is overwritten.
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
      // A Redis that is still ahead has events that the API doesn't know; another check would not help.
      one.again ||= isOther || mine.head >= theirs.head
    }
    settle()
      // The API or Redis is unavailable; the next change compares again.
      .catch(() => {})
      .finally(() => {
        one.isInDoubt = false
        one.theirs = null
        if (one.again) void exchange(organizationId)
      })
  }

  /** Takes the log from Redis; null when this relay has to load it. */
  async function borrow(organizationId: string): Promise<LogState | null> {
    for (;;) {
      const changed = Promise.withResolvers<boolean>()
      const unwatch = await far.watch(organizationId, () => changed.resolve(true))
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
        unwatch()
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
      // Lets a waiting relay try in turn.
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
      // This relay doesn't follow the organization. Another one may, and may have missed the webhook.
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
