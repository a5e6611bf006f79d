/**
 * Derives events for an inbox service without a change feed: its lists are read while a client has the organization
 * open, and differences become events. The relay numbers this log itself, in an epoch of its own. A new epoch begins
 * when the relay starts and whenever derived events could not join the log.
 *
 *     begin: read everything, log at 0 --> round, round, ... --(something left the list; the log is another relay's)--> begin
 *     another relay has the lease --> its log is adopted, and its rounds confirm it
 */
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { EventLog, Fill, LogHead, LogState } from '../../log/event-log.ts'
import type { Metrics } from '../../metrics.ts'
import { RelayError } from '../../process-log.ts'
import type { Turns } from '../../turns.ts'
import { pauseMs } from '../pause.rules.ts'
import type { Draft } from './copy.ts'
import type { InboxClient } from './inbox-client.ts'
import { InboxReader } from './inbox-reader.ts'
import type { Holder, Lease, Progress } from './lease.ts'

export interface Derive {
  /** Begins the organization's log, unless it exists. */
  load(organizationId: string): Promise<void>
  /** Resolves a log that another relay's log contradicts. */
  check(organizationId: string): Promise<void>
  /**
   * True when the log was read by this relay. A log adopted from another relay does not say when that relay last
   * read.
   */
  isReader(organizationId: string): boolean
  follow(organizationId: string): void
  unfollow(organizationId: string): void
  stop(): void
}

interface Dependencies {
  readonly client: InboxClient
  readonly eventLog: EventLog & { readonly fill: Fill }
  readonly lease: Lease
  readonly turns: Turns
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'rounds'>
  readonly everyMs: number
  newId(): string
  /** A random number from 0 up to 1. */
  random(): number
  /** The conversations that clients watch. */
  watched(organizationId: string): ReadonlySet<string>
  confirmed(organizationId: string, at: number): void
  /** Whether the list of ended sessions is current. */
  isInformed(): boolean
}

/** How many rounds a relay without Redis waits for the deriving relay before it reads on its own. */
const ORPHANED_ROUNDS = 3

interface Derived {
  readonly left: AbortController
  /** Null while another relay derives. */
  derivation: { readonly epoch: string; readonly reader: InboxReader } | null
  failures: number
  rounds: number
  /** The lease holder's progress at the last check, and when that was. */
  other: { readonly lookedAt: number; readonly holder: Progress & { readonly id: string } } | null
  heardAt: number
  cancel(): void
}

export function createDerive(parts: Dependencies): Derive {
  const { client, eventLog, lease, turns, clock, log, metrics, everyMs, newId, random } = parts
  const { watched, confirmed, isInformed } = parts
  const all = new Map<string, Derived>()

  function derivedOf(organizationId: string): Derived {
    const one = all.get(organizationId) ?? {
      ...{ left: new AbortController(), derivation: null, failures: 0, rounds: 0 },
      ...{ other: null, heardAt: Number.NEGATIVE_INFINITY, cancel: () => {} },
    }
    all.set(organizationId, one)
    return one
  }

  async function readAll(organizationId: string, one: Derived, goesOn = async () => {}) {
    const reader = new InboxReader({ client, organizationId, signal: one.left.signal })
    await reader.begin(goesOn)
    const state: LogState = { epoch: newId(), head: 0, counts: reader.copy.counts, events: [] }
    return { reader, state }
  }

  async function begin(organizationId: string, one: Derived): Promise<void> {
    const { reader, state } = await readAll(organizationId, one, () => keep(organizationId, one))
    if (one.left.signal.aborted) return
    one.derivation = { epoch: state.epoch, reader }
    await eventLog.replace(organizationId, state)
  }

  /** Renews the lease during a long read. Otherwise two relays would take turns at beginning a log and never finish. */
  async function keep(organizationId: string, one: Derived): Promise<void> {
    const holder = await lease.take(organizationId, await progressOf(organizationId, one))
    if (typeof holder === 'object') throw new RelayError('Another relay has taken the lease.')
  }

  async function append(organizationId: string, epoch: string, drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return
    if (!isInformed()) throw new RelayError('The list of ended sessions is not current.')
    const held = await eventLog.head(organizationId)
    const at = clock.now().toISOString()
    const events = drafts.map(({ data, ...draft }, index) => {
      const seq = (held?.head ?? 0) + 1 + index
      return { ...draft, epoch, organizationId, seq, at, data: data(seq) }
    })
    const outcome = await eventLog.append(organizationId, events)
    if (outcome !== 'appended') throw new RelayError(`The derived events do not join the log: ${outcome}.`)
  }

  async function deriveRound(organizationId: string, one: Derived, open: ReadonlySet<string>): Promise<void> {
    const held = await eventLog.head(organizationId)
    const current = one.derivation
    if (!current || current.epoch !== held?.epoch) return begin(organizationId, one)
    let keptAt = clock.elapsed()
    for await (const drafts of current.reader.round(open)) {
      if (one.left.signal.aborted) return
      await append(organizationId, current.epoch, drafts).catch((err: unknown) => {
        // These changes are in the copy but not in the log; only a new epoch brings them to the clients.
        one.derivation = null
        throw err
      })
      if (clock.elapsed() - keptAt < everyMs) continue
      keptAt = clock.elapsed()
      await keep(organizationId, one)
    }
    if (current.reader.hasLost) await begin(organizationId, one)
  }

  async function round(organizationId: string, one: Derived): Promise<void> {
    // Deriving now would send events to ended sessions. The clients are told that the relay is unsure, and another
    // relay may take the lease.
    if (!isInformed()) return
    const at = clock.elapsed()
    const open = await lease.shareOpen(organizationId, watched(organizationId))
    const holder = await lease.take(organizationId, await progressOf(organizationId, one))
    if (typeof holder === 'object') return followOther(organizationId, one, holder)
    if (holder === 'alone' && !one.derivation && at - one.heardAt < ORPHANED_ROUNDS * everyMs) return
    await deriveRound(organizationId, one, open)
    if (one.left.signal.aborted) return
    one.rounds += 1
    confirmed(organizationId, at)
    if (holder === 'mine') await lease.take(organizationId, await progressOf(organizationId, one))
  }

  async function progressOf(organizationId: string, { rounds }: Derived) {
    const held = await eventLog.head(organizationId)
    return held && { rounds, epoch: held.epoch, head: held.head }
  }

  async function followOther(organizationId: string, one: Derived, holder: Exclude<Holder, string>): Promise<void> {
    const lookedAt = clock.elapsed()
    const before = one.other
    one.derivation = null
    one.other = { holder, lookedAt }
    const held = await eventLog.head(organizationId)
    const isOther = holder.epoch !== '' && held?.epoch !== holder.epoch
    // An event that the holder had announced at the last check is still missing here, so it was not taken from Redis.
    const isBehind = before?.holder.epoch === held?.epoch && before && !isThere(held, before.holder)
    if (isOther || isBehind) await adopt(organizationId)
    const wentOn = before?.holder.id === holder.id && holder.rounds > before.holder.rounds
    if (!wentOn) return
    one.heardAt = lookedAt
    if (isThere(await eventLog.head(organizationId), holder)) confirmed(organizationId, before.lookedAt)
  }

  /** Replaces this relay's log with the deriving relay's. */
  async function adopt(organizationId: string): Promise<void> {
    await eventLog.fill(organizationId, () => {
      throw new RelayError('Another relay derives, and its log is missing in Redis.')
    })
  }

  async function run(organizationId: string, one: Derived): Promise<void> {
    let pause = everyMs
    try {
      await turns(organizationId, () => round(organizationId, one))
      one.failures = 0
      metrics.rounds.inc({ reason: 'done' })
    } catch (err) {
      if (one.left.signal.aborted) return
      one.failures += 1
      pause = Math.max(everyMs, pauseMs(one.failures, random()))
      metrics.rounds.inc({ reason: 'failed' })
      log.warn({ err }, 'reading the inbox service failed')
    }
    wait(organizationId, one, pause)
  }

  function wait(organizationId: string, one: Derived, ms: number): void {
    if (!one.left.signal.aborted) one.cancel = clock.schedule(ms, () => void run(organizationId, one))
  }

  function unfollow(organizationId: string): void {
    const one = all.get(organizationId)
    if (!one) return
    all.delete(organizationId)
    one.left.abort()
    one.cancel()
    void lease.release(organizationId)
  }

  return {
    unfollow,
    isReader: (organizationId) => (all.get(organizationId)?.derivation ?? null) !== null,
    load: (organizationId) =>
      turns(organizationId, async () => {
        if (await eventLog.head(organizationId)) return
        const one = derivedOf(organizationId)
        try {
          // A log in Redis may be old; it is valid only while another relay holds the lease and continues it.
          const holder = await lease.take(organizationId, null)
          if (typeof holder === 'string') return await begin(organizationId, one)
          one.other = { holder, lookedAt: clock.elapsed() }
          await eventLog.fill(organizationId, async () => (await readAll(organizationId, one)).state)
        } catch (error) {
          unfollow(organizationId)
          throw error
        }
      }),
    async check(organizationId) {
      const one = all.get(organizationId)
      // Two relays derived while Redis was away: the lease decides which one continues.
      const holder = one?.derivation && (await lease.take(organizationId, await progressOf(organizationId, one)))
      if (typeof holder === 'string') return
      if (one) one.derivation = null
      await adopt(organizationId)
    },
    follow: (organizationId) => wait(organizationId, derivedOf(organizationId), everyMs),
    stop() {
      for (const organizationId of [...all.keys()]) unfollow(organizationId)
    },
  }
}

function isThere(held: LogHead | null, { epoch, head }: Progress): boolean {
  return held !== null && held.epoch === epoch && held.head >= head
}
