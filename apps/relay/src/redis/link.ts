/**
 * The relay's way to Redis: one connection that asks, one that listens, and whether both can be relied on. Nothing waits
 * for Redis longer than half a second: whoever answers late is away, as is whoever answers with an error.
 *
 *     away --(a beat was written, published and heard)--> up --(a connection ends, a command fails or is late)--> away
 */
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Clock, repeat, within } from '../clock.ts'
import { RelayError } from '../process-log.ts'
import type { RedisMetrics } from './redis-metrics.ts'

/** What was asked of Redis did not happen, or nobody knows whether it did. */
export class RedisAway extends RelayError {}

export interface RedisLink {
  readonly isUp: boolean
  /** Of this relay, among those of one Redis. */
  readonly id: string
  /** Asks something; rejects at once while Redis is away. */
  run<T>(ask: (redis: Redis) => Promise<T>): Promise<T>
  /** Says something to whoever listens now; while Redis is away, to nobody. */
  publish(channel: string, message: string): void
  /**
   * Listens from when the promise is fulfilled until the function that it gives is called. `null` means that something
   * may have been said that was not heard.
   */
  hear(channel: string, hearer: Hearer): Promise<() => void>
  onUp(run: () => void): void
  /** Another relay said something. */
  heardOf(id: string): void
  /** Another relay that was heard of says nothing any more. */
  onGone(run: (id: string) => void): void
  /** It had only been silent for long, and may not know that it was taken for gone. */
  onReturn(run: () => void): void
  /** Begins to try; waits for the first outcome only. */
  start(): Promise<void>
  stop(): void
}

type Hearer = (message: Buffer | null) => void

/** A Redis beside us answers in a fraction of a millisecond. */
const LATE_MS = 500
const BEAT_MS = 1_000
/** A start waits for it no longer than this, also where it takes connections and says nothing. */
const STARTING_MS = 1_000
/** Another relay is gone when this many of its beats were missed. */
const GONE_MS = 5 * BEAT_MS
/** A connection may hang that a new one would not. */
const RECONNECT_AFTER = 3
const BEATS = 'foyer:beats'

interface Parts {
  readonly url: string
  readonly id: string
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: RedisMetrics
}

export function createRedisLink({ url, id, clock, log, metrics }: Parts): RedisLink {
  const asking = connection(url)
  const listening = connection(url)
  const hearers = new Map<string, Set<Hearer>>()
  const peers = new Map<string, number>()
  const onUps: (() => void)[] = []
  const onGones: ((id: string) => void)[] = []
  const onReturns: (() => void)[] = []
  const gone = new Set<string>()
  let isUp = false
  let isStopped = false
  let failures = 0
  let beats = 0
  let beating: Promise<void> | null = null
  let stopBeating = () => {}
  /** Why it is away, as far as that is in the log. */
  let told: string | null = null
  let heard: { readonly beat: string; readonly resolve: () => void } | null = null

  function away(err: unknown): void {
    if (isStopped) return
    const refusal = refusalOf(err)
    // It is tried again and again: what is no news is not told.
    if (isUp || told === null || (refusal !== null && refusal !== told))
      log.warn({ err, ...(refusal !== null && { refusal }) }, 'Redis is away: going on without it')
    told = refusal ?? told ?? ''
    if (!isUp) return
    isUp = false
    metrics.up.set(0)
    metrics.away.inc()
  }

  function up(): void {
    if (isUp || isStopped) return
    isUp = true
    told = null
    metrics.up.set(1)
    log.info('Redis is there')
    for (const all of hearers.values()) for (const hearer of all) hearer(null)
    for (const run of onUps) run()
  }

  /** Written, published, and heard by ourselves: only that says that all of it works. */
  async function tryBeat(): Promise<void> {
    const beat = `${id} ${++beats}`
    const echo = new Promise<boolean>((resolve) => {
      heard = { beat, resolve: () => resolve(true) }
    })
    try {
      await asking.set(`foyer:relay:${id}`, beats, 'PX', GONE_MS)
      await asking.publish(BEATS, beat)
      if (!(await within(clock, LATE_MS, echo))) throw new RelayError('What was published was not heard.')
      failures = 0
      up()
    } catch (err) {
      away(err)
      failures += 1
      if (failures % RECONNECT_AFTER === 0 && !isStopped) for (const one of [asking, listening]) one.disconnect(true)
    }
  }

  async function beat(): Promise<void> {
    beating ??= tryBeat().finally(() => {
      beating = null
    })
    await beating
    const now = clock.elapsed()
    for (const [peer, at] of peers) {
      if (now - at < GONE_MS) continue
      peers.delete(peer)
      gone.add(peer)
      for (const run of onGones) run(peer)
    }
  }

  function heardOf(peer: string): void {
    if (peer === id) return
    peers.set(peer, clock.elapsed())
    if (gone.delete(peer)) for (const run of onReturns) run()
  }

  for (const one of [asking, listening]) {
    // Without a listener the process would end.
    one.on('error', away)
    one.on('close', () => away(new RelayError('A connection to Redis ended.')))
  }
  listening.on('ready', () => {
    listening.subscribe(BEATS, ...hearers.keys()).then(
      () => beat(),
      (err: unknown) => away(err),
    )
  })
  listening.on('messageBuffer', (channelName: Buffer, message: Buffer) => {
    const channel = channelName.toString()
    if (channel === BEATS) {
      const beat = message.toString()
      heardOf(beat.split(' ')[0] ?? '')
      if (beat === heard?.beat) heard.resolve()
    }
    for (const hearer of hearers.get(channel) ?? []) hearer(message)
  })

  return {
    id,
    get isUp() {
      return isUp
    },
    async run(ask) {
      if (!isUp) throw new RedisAway('Redis is away.')
      try {
        return await ask(asking)
      } catch (cause) {
        away(cause)
        throw new RedisAway('Redis did not do what it was asked.', { cause })
      }
    },
    publish(channel, message) {
      if (isUp) asking.publish(channel, message).catch(away)
    },
    async hear(channel, hearer) {
      const here = hearers.get(channel) ?? new Set()
      const isFirst = here.size === 0
      hearers.set(channel, here.add(hearer))
      if (isFirst && listening.status === 'ready') await listening.subscribe(channel).catch(away)
      return () => {
        here.delete(hearer)
        if (here.size > 0 || hearers.get(channel) !== here) return
        hearers.delete(channel)
        if (listening.status === 'ready') listening.unsubscribe(channel).catch(away)
      }
    },
    heardOf,
    onUp: (run) => void onUps.push(run),
    onGone: (run) => void onGones.push(run),
    onReturn: (run) => void onReturns.push(run),
    async start() {
      const connecting = [asking, listening].map((one) => one.connect().catch(() => {}))
      await within(clock, STARTING_MS, Promise.all(connecting))
      await beat()
      stopBeating = repeat(clock, BEAT_MS, beat)
    },
    stop() {
      isStopped = true
      isUp = false
      stopBeating()
      asking.disconnect()
      listening.disconnect()
    },
  }
}

/** Redis' own word for why, and of which command. What else it says may quote what it was told, a password for one. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null
  const [word = ''] = /^[A-Z]+/.exec(error.message) ?? []
  const { name = '' } = 'command' in error ? (error.command as { name?: string }) : {}
  return `${word} ${name}`.trim()
}

function connection(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    // What can't be asked now is not asked later: nothing may happen behind our back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    enableReadyCheck: false,
    disableClientInfo: true,
    connectTimeout: 1_000,
    commandTimeout: LATE_MS,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
  })
}
