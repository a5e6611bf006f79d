/**
 * For an inbox service that tells nobody anything: its lists are read while somebody has the organization open, and what
 * differs becomes events. The log that these make is numbered here, in a life of its own: it begins anew with this relay,
 * and wherever what is derived could not join what was.
 *
 *     begin: read everything, log at 0 --> round, round, ... --(something left the list; the log is another's)--> begin
 *     another relay has the lease --> its log is ours, and its rounds confirm it
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
import type { Holder, Lease, Progress } from './lease.ts'
import { Reading } from './reading.ts'

export interface Derive {
  /** Begins the log of an organization, unless it is there. */
  load(organizationId: string): Promise<void>
  /** For a log that another relay contradicts. */
  check(organizationId: string): Promise<void>
  /** Whether its log is what was read here. Another relay's says nothing of how long ago that has read. */
  isReader(organizationId: string): boolean
  follow(organizationId: string): void
  unfollow(organizationId: string): void
  stop(): void
}

interface Parts {
  readonly client: InboxClient
  readonly eventLog: EventLog & { readonly fill: Fill }
  readonly lease: Lease
  readonly turns: Turns
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'rounds'>
  readonly everyMs: number
  newId(): string
  /** From 0 to 1. */
  random(): number
  /** The conversations that somebody has open. */
  watched(organizationId: string): ReadonlySet<string>
  confirmed(organizationId: string, at: number): void
  /** Whether it is known which sessions ended. */
  isInformed(): boolean
}

/** A relay whose Redis is away waits for the one that derives for this many rounds, then reads by itself. */
const ORPHANED_ROUNDS = 3

interface Derived {
  readonly left: AbortController
  /** Null while another relay derives. */
  reading: { readonly epoch: string; readonly reading: Reading } | null
  failures: number
  rounds: number
  /** When the other relay was last looked at, where it was, and when it was last seen to go on. */
  other: { readonly lookedAt: number; readonly holder: Progress & { readonly id: string } } | null
  heardAt: number
  cancel(): void
}

export function createDerive(parts: Parts): Derive {
  const { client, eventLog, lease, turns, clock, log, metrics, everyMs, newId, random } = parts
  const { watched, confirmed, isInformed } = parts
  const all = new Map<string, Derived>()

  function derivedOf(organizationId: string): Derived {
    const one = all.get(organizationId) ?? {
      ...{ left: new AbortController(), reading: null, failures: 0, rounds: 0 },
      ...{ other: null, heardAt: Number.NEGATIVE_INFINITY, cancel: () => {} },
    }
    all.set(organizationId, one)
    return one
  }

  async function readAll(organizationId: string, one: Derived, goesOn = async () => {}) {
    const reading = new Reading({ client, organizationId, signal: one.left.signal })
    await reading.begin(goesOn)
    const state: LogState = { epoch: newId(), head: 0, counts: reading.copy.counts, events: [] }
    return { reading, state }
  }

  async function begin(organizationId: string, one: Derived): Promise<void> {
    const { reading, state } = await readAll(organizationId, one, () => keep(organizationId, one))
    if (one.left.signal.aborted) return
    one.reading = { epoch: state.epoch, reading }
    await eventLog.replace(organizationId, state)
  }

  /** What takes long must not lose the lease on the way: two would begin a log in turn, and never come to its end. */
  async function keep(organizationId: string, one: Derived): Promise<void> {
    const holder = await lease.take(organizationId, await progressOf(organizationId, one))
    if (typeof holder === 'object') throw new RelayError('Another relay derives by now.')
  }

  async function append(organizationId: string, epoch: string, drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return
    if (!isInformed()) throw new RelayError('It is not known which sessions ended.')
    const held = await eventLog.head(organizationId)
    const at = clock.now().toISOString()
    const events = drafts.map(({ data, ...draft }, index) => {
      const seq = (held?.head ?? 0) + 1 + index
      return { ...draft, epoch, organizationId, seq, at, data: data(seq) }
    })
    const outcome = await eventLog.append(organizationId, events)
    if (outcome !== 'appended') throw new RelayError(`What was derived does not join the log: ${outcome}.`)
  }

  async function deriveRound(organizationId: string, one: Derived, open: ReadonlySet<string>): Promise<void> {
    const held = await eventLog.head(organizationId)
    const current = one.reading
    if (!current || current.epoch !== held?.epoch) return begin(organizationId, one)
    let keptAt = clock.elapsed()
    for await (const drafts of current.reading.round(open)) {
      if (one.left.signal.aborted) return
      await append(organizationId, current.epoch, drafts).catch((err: unknown) => {
        // It was read and is not told: nothing but another beginning brings it to the screens.
        one.reading = null
        throw err
      })
      if (clock.elapsed() - keptAt < everyMs) continue
      keptAt = clock.elapsed()
      await keep(organizationId, one)
    }
    if (current.reading.hasLost) await begin(organizationId, one)
  }

  async function round(organizationId: string, one: Derived): Promise<void> {
    // Sessions that ended would be told. Screens hear that nothing is sure, and another relay may take the lease.
    if (!isInformed()) return
    const at = clock.elapsed()
    const open = await lease.shareOpen(organizationId, watched(organizationId))
    const holder = await lease.take(organizationId, await progressOf(organizationId, one))
    if (typeof holder === 'object') return followOther(organizationId, one, holder)
    if (holder === 'alone' && !one.reading && at - one.heardAt < ORPHANED_ROUNDS * everyMs) return
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
    one.reading = null
    one.other = { holder, lookedAt }
    const held = await eventLog.head(organizationId)
    const isOther = holder.epoch !== '' && held?.epoch !== holder.epoch
    // What lay in Redis at the last look and is not here by now was left lying there.
    const isBehind = before?.holder.epoch === held?.epoch && before && !isThere(held, before.holder)
    if (isOther || isBehind) await adopt(organizationId)
    const wentOn = before?.holder.id === holder.id && holder.rounds > before.holder.rounds
    if (!wentOn) return
    one.heardAt = lookedAt
    if (isThere(await eventLog.head(organizationId), holder)) confirmed(organizationId, before.lookedAt)
  }

  /** The log of the relay that derives, in place of ours. */
  async function adopt(organizationId: string): Promise<void> {
    await eventLog.fill(organizationId, () => {
      throw new RelayError('Another relay derives, and its log is not there.')
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
      log.warn({ err }, 'the inbox could not be read')
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
    isReader: (organizationId) => (all.get(organizationId)?.reading ?? null) !== null,
    load: (organizationId) =>
      turns(organizationId, async () => {
        if (await eventLog.head(organizationId)) return
        const one = derivedOf(organizationId)
        try {
          // What lies in Redis may be of yesterday: it is good only while somebody goes on with it.
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
      // Two that derived while Redis was away: the lease says which of them goes on.
      const holder = one?.reading && (await lease.take(organizationId, await progressOf(organizationId, one)))
      if (typeof holder === 'string') return
      if (one) one.reading = null
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
