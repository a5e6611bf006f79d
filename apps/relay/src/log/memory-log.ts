/** The log of one process: a ring per organization, bounded by count and bytes. */
import type { Envelope } from '@foyer/contracts/event.ts'
import { REPLAY_MAX } from '@foyer/contracts/live.rules.ts'
import { compareSeq } from '@foyer/contracts/ordering.rules.ts'
import type { Appended, Bounds, EventLog, LogChange, LogHead, LogState } from './event-log.ts'
import { canReplay } from './replay.rules.ts'

export function createMemoryLog(bounds: Bounds): EventLog {
  const rings = new Map<string, Ring>()
  const tails = new Map<string, Set<(change: LogChange) => void>>()
  const tell = (organizationId: string, change: LogChange) => {
    for (const onChange of tails.get(organizationId) ?? []) onChange(change)
  }
  return {
    async append(organizationId, events) {
      const ring = rings.get(organizationId)
      if (!ring) return 'absent'
      const { outcome, added } = ring.append(events)
      if (added.length > 0) tell(organizationId, { kind: 'appended', events: added })
      return outcome
    },
    async replace(organizationId, state) {
      const ring = new Ring(state, bounds)
      rings.set(organizationId, ring)
      tell(organizationId, { kind: 'replaced', head: ring.head })
    },
    async readAfter(organizationId, position) {
      const ring = rings.get(organizationId)
      if (!ring) return null
      const { head, base } = ring
      const { after } = position
      const isThere = after !== undefined && canReplay(position, { epoch: head.epoch, base, head: head.head })
      return { ...head, events: isThere ? ring.after(after) : null }
    },
    async head(organizationId) {
      return rings.get(organizationId)?.head ?? null
    },
    async newest(organizationId) {
      const ring = rings.get(organizationId)
      if (!ring) return null
      return { ...ring.head, events: ring.after(Math.max(ring.base, ring.head.head - REPLAY_MAX)) }
    },
    async tail(organizationId, onChange) {
      const ring = rings.get(organizationId)
      if (!ring) return null
      const listeners = tails.get(organizationId) ?? new Set()
      tails.set(organizationId, listeners.add(onChange))
      const stop = () => {
        listeners.delete(onChange)
        if (listeners.size === 0 && tails.get(organizationId) === listeners) tails.delete(organizationId)
      }
      return { head: ring.head, stop }
    },
    async forget(organizationId) {
      rings.delete(organizationId)
    },
  }
}

/**
 * The ring may exceed its count by this factor before it is cut, which keeps the average cost of an append constant.
 */
const SLACK = 1.25

class Ring {
  #entries: { readonly event: Envelope; readonly bytes: number }[] = []
  #bytes = 0
  #head: LogHead
  readonly #bounds: Bounds

  constructor({ epoch, head, counts, events }: LogState, bounds: Bounds) {
    this.#bounds = bounds
    this.#head = { epoch, head, counts }
    for (const event of events) this.#push(event)
    this.#cut()
  }

  get head(): LogHead {
    return this.#head
  }

  /** The ring holds every event after this sequence number. */
  get base(): number {
    return this.#head.head - this.#entries.length
  }

  after(position: number): Envelope[] {
    return this.#entries.slice(position - this.base).map(({ event }) => event)
  }

  append(events: readonly Envelope[]): { outcome: Appended; added: Envelope[] } {
    const added: Envelope[] = []
    const end = (outcome: Appended) => ({ outcome, added })
    for (const event of events) {
      if (event.epoch !== this.#head.epoch) return end('otherEpoch')
      const order = compareSeq(this.#head.head, event.seq)
      if (order === 'gap') return end('gap')
      if (order === 'seen') continue
      this.#push(event)
      this.#head = { epoch: event.epoch, head: event.seq, counts: event.counts }
      added.push(event)
    }
    this.#cut()
    return end('appended')
  }

  #push(event: Envelope): void {
    const bytes = JSON.stringify(event).length
    this.#entries.push({ event, bytes })
    this.#bytes += bytes
  }

  #cut(): void {
    const { events, bytes } = this.#bounds
    if (this.#entries.length <= events * SLACK && this.#bytes <= bytes) return
    let cut = Math.max(0, this.#entries.length - events)
    let kept = this.#bytes
    for (const [index, entry] of this.#entries.entries()) {
      if (index >= cut && kept <= bytes) break
      kept -= entry.bytes
      cut = Math.max(cut, index + 1)
    }
    this.#entries.splice(0, cut)
    this.#bytes = kept
  }
}
