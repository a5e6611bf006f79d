/** The organizations that this relay follows: from the first subscription until a while after the last socket. */
import type { Clock } from '../clock.ts'
import type { EventLog, LogChange, LogHead, Tail } from '../log/event-log.ts'
import type { Metrics } from '../metrics.ts'
import type { FanOut } from './fan-out.ts'

export interface Organizations {
  /** Loads the log once for all callers that wait; rejects when the log can't be loaded. */
  open(organizationId: string): Promise<FanOut>
  /** The organization if it is followed already; it then stays followed as after `open`. */
  enter(organizationId: string): FanOut | undefined
  find(organizationId: string): FanOut | undefined
  ids(): Iterable<string>
  stop(): void
}

interface Dependencies {
  readonly log: EventLog
  readonly clock: Clock
  readonly metrics: Metrics
  load(organizationId: string): Promise<void>
  createFanOut(organizationId: string, head: LogHead): FanOut
  onOpen(organizationId: string, loadedAt: number): void
  /** Other consumers of the log (visitors' sockets), and whether any of them needs this organization. */
  onChange(organizationId: string, change: LogChange): void
  isNeeded(organizationId: string): boolean
  onClose(organizationId: string): void
}

/**
 * How long an organization stays followed without sockets: a network outage disconnects every client, and they return
 * within seconds.
 */
const KEEP_MS = 300_000

interface Followed {
  readonly fanOut: FanOut
  readonly tail: Tail
  cancelClosing: () => void
}

export function createOrganizations(parts: Dependencies): Organizations {
  const { log, clock, metrics, load, createFanOut, onOpen, onClose, onChange, isNeeded } = parts
  const followed = new Map<string, Followed>()
  const opening = new Map<string, Promise<FanOut>>()

  async function begin(organizationId: string): Promise<FanOut> {
    const startedAt = clock.elapsed()
    await load(organizationId)
    const early: Parameters<FanOut['receive']>[0][] = []
    let deliver: FanOut['receive'] = (change) => void early.push(change)
    const tail = await log.tail(organizationId, (change) => deliver(change))
    if (!tail) throw new Error('The log was removed while it was being opened.')
    const fanOut = createFanOut(organizationId, tail.head)
    deliver = (change) => {
      fanOut.receive(change)
      onChange(organizationId, change)
    }
    for (const change of early) deliver(change)
    followed.set(organizationId, { fanOut, tail, cancelClosing: () => {} })
    metrics.organizations.set(followed.size)
    keep(organizationId)
    onOpen(organizationId, startedAt)
    return fanOut
  }

  /** Checks again after `KEEP_MS` and closes an organization that no socket needs any more. */
  function keep(organizationId: string): void {
    const one = followed.get(organizationId)
    if (!one) return
    one.cancelClosing()
    one.cancelClosing = clock.schedule(KEEP_MS, () =>
      one.fanOut.size === 0 && !isNeeded(organizationId) ? close(organizationId) : keep(organizationId),
    )
  }

  function close(organizationId: string): void {
    const one = followed.get(organizationId)
    if (!one) return
    one.cancelClosing()
    one.tail.stop()
    one.fanOut.stop()
    followed.delete(organizationId)
    metrics.organizations.set(followed.size)
    void log.forget(organizationId)
    onClose(organizationId)
  }

  function enter(organizationId: string): FanOut | undefined {
    keep(organizationId)
    return followed.get(organizationId)?.fanOut
  }

  return {
    enter,
    async open(organizationId) {
      const fanOut = enter(organizationId)
      if (fanOut) return fanOut
      const begun = opening.get(organizationId) ?? begin(organizationId)
      opening.set(organizationId, begun)
      try {
        return await begun
      } finally {
        if (opening.get(organizationId) === begun) opening.delete(organizationId)
      }
    },
    find: (organizationId) => followed.get(organizationId)?.fanOut,
    ids: () => followed.keys(),
    stop() {
      for (const organizationId of [...followed.keys()]) close(organizationId)
    },
  }
}
