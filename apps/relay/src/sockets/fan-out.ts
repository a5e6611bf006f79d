/**
 * Sends one organization's events to its subscribed sockets.
 *
 *     reading --(answered)--> live --(too much unsent)--> slow --(drained)--> reading
 *
 * A flush brings every live member from its position to the same `to`. Because that boundary is the organization's,
 * consecutive frames join for each member, however its events are filtered. A member in state `reading` is sent
 * nothing: events that arrive during its log read are kept and follow the answer. It therefore joins before the log
 * is read, and its position after the answer is the answer's head.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { Head } from '@foyer/contracts/live.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import type { Clock } from '../clock.ts'
import type { EventLog, LogChange, LogHead } from '../log/event-log.ts'
import type { Metrics } from '../metrics.ts'
import { audible, shares } from './audience.rules.ts'
import type { FanOutState } from './fan-out-state.ts'
import { createMember, type FrameWriter, type Member, type Reader, type Sending, sendTo } from './member.ts'

export interface FanOutDependencies {
  readonly organizationId: string
  readonly log: EventLog
  readonly clock: Clock
  readonly metrics: Metrics
  readonly frameWriter: FrameWriter
  readonly windowMs: number
  readonly maxUnsentBytes: number
  isSure(): boolean
}

/** How often a slow reader's unsent bytes are checked. */
const LOOK_AGAIN_MS = 100

export class FanOut {
  readonly #parts: FanOutDependencies
  readonly #state: FanOutState
  #pendingSince = 0
  #cancelWindow = () => {}
  #cancelBeacon = () => {}
  #cancelLook: (() => void) | null = null

  /** All state between two calls lies in `state`. */
  constructor(parts: FanOutDependencies, state: FanOutState) {
    this.#parts = parts
    this.#state = state
    this.#armBeacon()
  }

  get size(): number {
    return this.#state.members.size
  }

  receive(change: LogChange): void {
    if (change.kind === 'replaced') this.#begin(change.head)
    else this.#take(change.events)
  }

  /** Adds a member. Its events are kept until `settle`. */
  join(reader: Reader, watched: Iterable<Topic>): Member {
    const member = createMember(reader, watched, this.#state.run)
    this.#state.members.set(reader.id, member)
    return member
  }

  /**
   * Called right after the member's answer was written: the member becomes live from the answer's head and is sent
   * what the others were flushed in the meantime.
   */
  settle(member: Member, read: LogHead): void {
    const isSure = this.#parts.isSure()
    sendTo([member], this.#parts.frameWriter.upstream({ ok: isSure }))
    if (isSure) sendTo([member], this.#parts.frameWriter.head(this.#headAt(read.epoch, read.head)))
    this.#goOn(member, read, read.head, [])
  }

  leave(id: string): void {
    this.#state.members.delete(id)
  }

  watchers(topic: Topic): Member[] {
    return [...this.#state.members.values()].filter(({ watched }) => watched.has(topic))
  }

  /** The topics that at least one member watches. */
  get watched(): ReadonlySet<Topic> {
    return new Set([...this.#state.members.values()].flatMap(({ watched }) => [...watched]))
  }

  tellUpstream(ok: boolean): void {
    sendTo(this.#state.members.values(), this.#parts.frameWriter.upstream({ ok }))
  }

  /** The member's position when it begins to watch a topic: every later frame includes that topic. */
  positionOf(member: Member): { epoch: string; head: number } {
    return { epoch: this.#state.epoch, head: member.position }
  }

  /**
   * The position that every live member should have; null while the relay is not sure that it has received
   * everything.
   */
  get head(): Head | null {
    return this.#parts.isSure() ? this.#headAt(this.#state.epoch, this.#state.flushed) : null
  }

  stop(): void {
    this.#cancelWindow()
    this.#cancelLook?.()
    this.#cancelBeacon()
    this.#state.members.clear()
  }

  #take(events: readonly Envelope[]): void {
    this.#parts.metrics.appended.inc(events.length)
    if (this.#state.pending.length === 0) this.#pendingSince = this.#now()
    this.#state.pending.push(...events)
    for (const member of this.#state.members.values()) if (member.state === 'reading') member.kept.push(...events)
    if (!this.#state.windowOpen) this.#flushAndWait()
  }

  #flushAndWait(): void {
    // The window is timed from the start of the flush, because writing to thousands of sockets takes a good part of
    // it.
    this.#state.windowOpen = true
    this.#cancelWindow = this.#parts.clock.schedule(this.#parts.windowMs, () => this.endWindow())
    this.#flush()
  }

  /** Flushes the events that arrived since the last flush. */
  endWindow(): void {
    this.#state.windowOpen = false
    if (this.#state.pending.length > 0) this.#flushAndWait()
  }

  /** Sends the current head to every live member as a beacon, so that a member that missed a frame notices. */
  beat(): void {
    const { head } = this
    if (head) {
      const ready = [...this.#state.members.values()].filter((member) => this.#canBeSent(member))
      sendTo(ready, this.#parts.frameWriter.head(head))
    }
    this.#armBeacon()
  }

  #flush(): void {
    const events = this.#state.pending
    const last = events.at(-1)
    if (!last) return
    const before = this.#state.flushed
    this.#state.pending = []
    this.#state.flushed = last.seq
    this.#state.counts = last.counts
    const frames = shares(events, (from, heard) => this.#frame(from, heard))
    // One pass over the members: each socket is checked and written to before the next one.
    for (const member of this.#state.members.values()) {
      if (member.position >= last.seq || !this.#canBeSent(member)) continue
      // An earlier flush threw before it reached this member. A frame now would hide that gap, so the member gets the
      // head.
      if (member.position < before) this.#startOver(member)
      else frames.of(member).to(member)
    }
    for (const frame of frames.all()) frame.end()
    this.#parts.metrics.appendToWrite.observe((this.#now() - this.#pendingSince) / 1000)
    this.#armBeacon()
  }

  /** Prepares the frame that brings members at position `from` to the flush boundary. */
  #frame(from: number, events: readonly Envelope[]): Sending<Member> {
    const { metrics, frameWriter, organizationId } = this.#parts
    const to = this.#state.flushed
    const newest = conflate(events)
    const sending = frameWriter.events({
      ...{ organizationId, epoch: this.#state.epoch, from, to, counts: this.#state.counts },
      events: newest,
    })
    let count = 0
    return {
      to(member) {
        sending.to(member)
        member.position = to
        count += 1
      },
      end() {
        sending.end()
        metrics.frames.inc(count)
        metrics.events.inc(count * newest.length)
        metrics.conflated.inc(count * (events.length - newest.length))
      },
    }
  }

  #canBeSent(member: Member): boolean {
    if (member.state === 'live' && member.unsentBytes() > this.#parts.maxUnsentBytes) {
      member.state = 'slow'
      this.#parts.metrics.slowReaders.inc()
      this.#lookAgain()
    }
    return member.state === 'live'
  }

  /** Checks slow readers until none is left. The other members do not wait for them. */
  #lookAgain(): void {
    this.#cancelLook ??= this.#parts.clock.schedule(LOOK_AGAIN_MS, () => {
      this.#cancelLook = null
      const slow = [...this.#state.members.values()].filter(({ state }) => state === 'slow')
      const drained = slow.filter((member) => member.unsentBytes() <= this.#parts.maxUnsentBytes / 4)
      for (const member of drained) void this.#catchUp(member)
      if (drained.length < slow.length) this.#lookAgain()
    })
  }

  async #catchUp(member: Member): Promise<void> {
    const { log, organizationId } = this.#parts
    member.state = 'reading'
    member.kept = []
    member.run = this.#state.run
    const read = await log
      .readAfter(organizationId, { epoch: this.#state.epoch, after: member.position })
      .catch(() => null)
    if (this.#state.members.get(member.id) !== member) return
    // When the member is too far behind, it gets the head, sees that it is ahead, subscribes again and is told to
    // load a snapshot.
    if (read?.events) this.#goOn(member, read, member.position, read.events)
    else this.#startOver(member)
  }

  /**
   * Makes a member live at `position`, with the events read after it and those kept since. Events up to the flush
   * boundary are sent now; later ones go out with the next flush.
   */
  #goOn(member: Member, read: LogHead, position: number, events: readonly Envelope[]): void {
    if (member.run !== this.#state.run || read.epoch !== this.#state.epoch) {
      this.#startOver(member)
      return
    }
    const since = [...events, ...member.kept.filter(({ seq }) => seq > read.head)]
    member.position = position
    member.state = 'live'
    member.kept = []
    if (position < this.#state.flushed) {
      const missed = since.filter(({ seq }) => seq <= this.#state.flushed)
      sendTo([member], this.#frame(position, audible(missed, member)))
    }
  }

  #startOver(member: Member): void {
    member.state = 'live'
    member.kept = []
    member.position = this.#state.flushed
    sendTo([member], this.#parts.frameWriter.head(this.#headAt(this.#state.epoch, this.#state.flushed)))
  }

  /**
   * The epoch changed or the log has a gap. No frame can join, so every member gets the new head and subscribes
   * again.
   */
  #begin({ epoch, head, counts }: LogHead): void {
    this.#state.run += 1
    this.#state.pending = []
    this.#state.epoch = epoch
    this.#state.flushed = head
    this.#state.counts = counts
    for (const member of this.#state.members.values()) {
      member.kept = []
      if (member.state !== 'reading') this.#startOver(member)
    }
  }

  /** Each flush restarts the timer, so only an organization without traffic gets the beacon. */
  #armBeacon(): void {
    this.#cancelBeacon()
    this.#cancelBeacon = this.#parts.clock.schedule(LIVE.headEveryMs, () => this.beat())
  }

  #headAt(epoch: string, head: number): Head {
    return { organizationId: this.#parts.organizationId, epoch, head }
  }

  #now(): number {
    return this.#parts.clock.elapsed()
  }
}
