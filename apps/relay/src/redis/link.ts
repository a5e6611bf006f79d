/**
 * The relay's connections to Redis, one for commands and one for subscriptions, and whether both work. No command
 * waits longer than half a second: a late answer or an error counts as away.
 *
 *     away --(a beat was written, published and received)--> up --(a connection ends, a command fails or is late)--> away
 */
import { backoffMs } from '@foyer/contracts/backoff.rules.ts'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Clock, repeat, within } from '../clock.ts'
import { RelayError } from '../process-log.ts'
import type { RedisMetrics } from './redis-metrics.ts'

/** A command failed or its outcome is unknown. */
export class RedisAway extends RelayError {}

export interface RedisLink {
  readonly isUp: boolean
  /** This relay's id among the relays of one Redis. */
  readonly id: string
  /** Runs a command; rejects at once while Redis is away. */
  run<T>(ask: (redis: Redis) => Promise<T>): Promise<T>
  /** Publishes to the current subscribers; does nothing while Redis is away. */
  publish(channel: string, message: string): void
  /**
   * Subscribes; resolves with the function that unsubscribes. The handler gets `null` when messages may have been
   * missed.
   */
  subscribe(channel: string, listener: Listener): Promise<() => void>
  onUp(run: () => void): void
  /** Records that another relay sent a message. */
  heardOf(id: string): void
  /** Called when another relay has been silent for too long. */
  onGone(run: (id: string) => void): void
  /** Called when a relay that counted as gone is back; the other side may not know that it counted as gone. */
  onReturn(run: () => void): void
  /** Starts connecting; waits for the first attempt only. */
  start(): Promise<void>
  stop(): void
}

type Listener = (message: Buffer | null) => void

/** A nearby Redis answers in a fraction of a millisecond. */
const LATE_MS = 500
const BEAT_MS = 1_000
/** Bounds the wait at start, also when Redis accepts connections and never answers. */
const STARTING_MS = 1_000
/** Another relay counts as gone after five missed beats. */
const GONE_MS = 5 * BEAT_MS
/** After this many failures the connections are replaced, because an open one may hang. */
const RECONNECT_AFTER = 3
const RECONNECTS = { firstMs: 100, mostMs: 1_000 }
const BEATS = 'foyer:beats'

interface Dependencies {
  readonly url: string
  readonly id: string
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: RedisMetrics
}

export function createRedisLink({ url, id, clock, log, metrics }: Dependencies): RedisLink {
  const asking = connection(url)
  const listening = connection(url)
  const listeners = new Map<string, Set<Listener>>()
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
  /** The logged reason why Redis is away; null while it is up. */
  let loggedReason: string | null = null
  let awaited: { readonly beat: string; readonly resolve: () => void } | null = null

  function away(err: unknown): void {
    if (isStopped) return
    const refusal = refusalOf(err)
    // Connection attempts repeat; only a new reason is logged.
    if (isUp || loggedReason === null || (refusal !== null && refusal !== loggedReason))
      log.warn({ err, ...(refusal !== null && { refusal }) }, 'Redis is away; continuing without it')
    loggedReason = refusal ?? loggedReason ?? ''
    if (!isUp) return
    isUp = false
    metrics.up.set(0)
    metrics.away.inc()
  }

  function up(): void {
    if (isUp || isStopped) return
    isUp = true
    loggedReason = null
    metrics.up.set(1)
    log.info('Redis is available')
    for (const all of listeners.values()) for (const listener of all) listener(null)
    for (const run of onUps) run()
  }

  /** Writes and publishes a beat and waits to receive it: only the whole round trip shows that Redis works. */
  async function tryBeat(): Promise<void> {
    const beat = `${id} ${++beats}`
    const echo = new Promise<boolean>((resolve) => {
      awaited = { beat, resolve: () => resolve(true) }
    })
    try {
      await asking.set(`foyer:relay:${id}`, beats, 'PX', GONE_MS)
      await asking.publish(BEATS, beat)
      if (!(await within(clock, LATE_MS, echo))) throw new RelayError('A published beat was not received.')
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
    // An `error` event without a listener would end the process.
    one.on('error', away)
    one.on('close', () => away(new RelayError('A connection to Redis ended.')))
  }
  listening.on('ready', () => {
    listening.subscribe(BEATS, ...listeners.keys()).then(
      () => beat(),
      (err: unknown) => away(err),
    )
  })
  listening.on('messageBuffer', (channelName: Buffer, message: Buffer) => {
    const channel = channelName.toString()
    if (channel === BEATS) {
      const beat = message.toString()
      heardOf(beat.split(' ')[0] ?? '')
      if (beat === awaited?.beat) awaited.resolve()
    }
    for (const listener of listeners.get(channel) ?? []) listener(message)
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
        throw new RedisAway('A Redis command failed.', { cause })
      }
    },
    publish(channel, message) {
      if (isUp) asking.publish(channel, message).catch(away)
    },
    async subscribe(channel, listener) {
      const here = listeners.get(channel) ?? new Set()
      const isFirst = here.size === 0
      listeners.set(channel, here.add(listener))
      if (isFirst && listening.status === 'ready') await listening.subscribe(channel).catch(away)
      return () => {
        here.delete(listener)
        if (here.size > 0 || listeners.get(channel) !== here) return
        listeners.delete(channel)
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

/** Redis's error code and the command's name. The rest of the message may quote arguments, such as a password. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null
  const [word = ''] = /^[A-Z]+/.exec(error.message) ?? []
  const { name = '' } = 'command' in error ? (error.command as { name?: string }) : {}
  return `${word} ${name}`.trim()
}

function connection(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    // A command that can't be sent now is not queued, so that nothing runs after the caller has given up.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    enableReadyCheck: false,
    disableClientInfo: true,
    connectTimeout: 1_000,
    commandTimeout: LATE_MS,
    retryStrategy: (times) => backoffMs(RECONNECTS, times),
  })
}
