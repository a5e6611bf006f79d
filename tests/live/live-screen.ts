/**
 * A screen on a socket, without a browser: it keeps what it read by HTTP, applies the events it receives, and
 * reconnects to a relay from its position whenever it is disconnected.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { ClientToRelay, RelayToClient, Subscribed } from '@foyer/contracts/live.ts'
import { io, type Socket } from 'socket.io-client'
import { applyEvents, known, type ScreenCopy, type Snapshot } from '../replay/screen.ts'
import type { Member } from '../support/member.ts'
import { until } from '../support/until.ts'

interface Settings {
  /** Returns the relay to connect to. */
  readonly url: () => string
  readonly origin: string
  readonly member: Member
  readonly organizationId: string
  readonly watched: readonly string[]
  readonly snapshot: Snapshot
}

export class LiveScreen {
  copy: ScreenCopy
  counts: Counts
  seq: number
  /** Violations: a frame that does not join, a position that can't be continued, a seq received twice. */
  readonly faults: string[] = []
  connections = 0
  #socket: Socket<RelayToClient, ClientToRelay> | null = null
  #isClosed = false
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
    const { copy, asOf, counts } = settings.snapshot
    this.copy = copy
    this.counts = counts
    this.seq = asOf
  }

  /** Retries until a relay accepts the connection and answers. */
  async open(): Promise<void> {
    await until(async () => (this.#isClosed || (await this.#connect()) ? true : undefined), 15_000)
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.disconnect()
  }

  async #connect(): Promise<boolean> {
    const { url, origin, member } = this.#settings
    const socket: Socket<RelayToClient, ClientToRelay> = io(url(), {
      auth: { token: member.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin },
    })
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('connect_error', () => resolve(false))
    })
    const isIn = isOpen && (await this.#subscribe(socket))
    if (!isIn) socket.disconnect()
    return isIn
  }

  async #subscribe(socket: Socket<RelayToClient, ClientToRelay>): Promise<boolean> {
    const { organizationId, watched, snapshot } = this.#settings
    // The answer must be applied before any later message, so nothing may be awaited in between.
    const answered = await new Promise<boolean>((resolve) => {
      socket.once('disconnect', () => resolve(false))
      const place = { organizationId, epoch: snapshot.epoch, after: this.seq, conversationIds: [...watched] }
      socket.emit('subscribe', place, (answer) => {
        const isGood = this.#answered(answer)
        if (isGood) {
          this.connections += 1
          this.#socket = socket
          socket.on('events', ({ from, to, counts, events }) => {
            if (from !== this.seq) this.faults.push(`(${from}, ${to}] after ${this.seq}`)
            this.#apply(events, to, counts)
          })
          socket.on('draining', () => socket.disconnect())
          socket.on('disconnect', () => void (this.#isClosed || this.open()))
        }
        resolve(isGood)
      })
    })
    return answered
  }

  #answered(answer: Subscribed): boolean {
    if (!answer.ok) return false
    if ('resync' in answer) {
      // This relay may not yet have events that another relay has already sent us.
      const isBehind = answer.epoch === this.#settings.snapshot.epoch && answer.head < this.seq
      if (!isBehind) this.faults.push(`nothing to go on from after ${this.seq}`)
      return false
    }
    this.#apply(answer.events, answer.head, answer.counts)
    return true
  }

  #apply(events: readonly Envelope[], to: number, counts: Counts): void {
    for (const { seq, type } of events) if (seq <= this.seq) this.faults.push(`${type} ${seq} again at ${this.seq}`)
    this.copy = applyEvents({ userId: this.#settings.snapshot.userId, copy: this.copy }, events.map(known))
    this.seq = to
    this.counts = counts
  }
}
