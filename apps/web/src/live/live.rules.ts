/**
 * Pure rules of the live connection: how a frame or an answer changes the position. The machine only decides when they
 * apply.
 */
import { type Backoff, backoffMs } from '@foyer/contracts/backoff.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Frame, Head, Refused, Subscribe, Subscribed, Watched } from '@foyer/contracts/live.ts'
import { compareFrame } from '@foyer/contracts/ordering.rules.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import type { LiveContext } from './live-context.rules.ts'
import type { LiveEmitted } from './live-messages.ts'
import { firstPosition, mustReflect, type Position, readersAreCurrent, readersDisagree } from './readers.rules.ts'
import { isOpenSo } from './watched.rules.ts'

export interface Step {
  readonly changes: Partial<LiveContext>
  readonly emits: readonly LiveEmitted[]
  /** Something is missing: subscribe again from the position. */
  readonly gap: boolean
}

const nothing: Step = { changes: {}, emits: [], gap: false }

/**
 * The limit of frames kept for an answer. Beyond it they are dropped, and the gap they leave is found and requested.
 */
const AHEAD_MAX = 100

/**
 * Applies a relay's frame. While an answer is awaited, a frame that does not continue the position is kept for after
 * it.
 */
export function afterFrame(context: LiveContext, frame: Frame): Step {
  const { position, organizationId, ahead, answered } = context
  if (frame.organizationId !== organizationId) return nothing
  const order = position?.epoch === frame.epoch ? compareFrame(position.seq, frame) : 'gap'
  if (order === 'seen') return nothing
  if (order === 'gap') {
    if (answered) return { ...nothing, gap: true }
    return { ...nothing, changes: { ahead: ahead.length < AHEAD_MAX ? [...ahead, frame] : [] } }
  }
  const changes = { position: { epoch: frame.epoch, seq: frame.to } }
  return { changes, emits: changesOf({ ...frame, from: position?.seq ?? frame.from }, false), gap: false }
}

/** Applies the answer to `subscribe`, then the frames that arrived before it. */
export function afterAnswer(context: LiveContext, reply: Subscribed): Step {
  if (!reply.ok) return nothing
  const { organizationId, position, asked } = context
  const { epoch, head, counts } = reply
  const events = 'resync' in reply ? null : reply.events
  const replayed = events !== null && position?.epoch === epoch
  const isFirst = position === null
  const there = { epoch, seq: head }
  const next = replayed
    ? { position: there, readers: context.readers }
    : isFirst
      ? firstPosition(context, there)
      : { position: there, readers: mustReflect(context, head) }
  const base: LiveContext = { ...context, ...next, answered: true, ahead: [] }
  const emits: LiveEmitted[] = replayed
    ? changesOf({ organizationId, epoch, from: position.seq, to: head, counts, events }, true)
    : [{ type: 'counts', organizationId, counts }]
  if (!isFirst && !replayed) emits.push({ type: 'skipped', organizationId, counts })
  if (mustReload(base, !isFirst && !replayed)) emits.push({ type: 'resync', organizationId, epoch, head })
  for (const topic of asked) emits.push({ type: 'watched', organizationId, topic, epoch, head })
  const { position: reached, emits: later, gap } = withAhead(base, context.ahead)
  const changes = { position: reached, readers: base.readers, answered: true, ahead: [] }
  return { changes, emits: [...emits, ...later], gap: gap || next.position.seq < head }
}

function withAhead(base: LiveContext, ahead: readonly Frame[]) {
  let context = base
  let gap = false
  const emits: LiveEmitted[] = []
  for (const frame of ahead) {
    const step = afterFrame(context, frame)
    context = { ...context, ...step.changes }
    emits.push(...step.emits)
    gap ||= step.gap
  }
  return { position: context.position, emits, gap }
}

/**
 * Whether the readers must load again. A reader without a snapshot is loading its first one, or failed and retries: it must
 * reload only when the log broke off under it.
 */
function mustReload(context: LiveContext, brokeOff: boolean): boolean {
  return readersDisagree(context) || (brokeOff && !readersAreCurrent(context))
}

function changesOf(frame: Frame, replayed: boolean): LiveEmitted[] {
  const { organizationId, epoch, from, to, counts } = frame
  // The socket actor has already removed unknown events.
  const events = frame.events.filter(({ seq }) => seq > from) as KnownEvent[]
  return [
    { type: 'events', organizationId, epoch, from, to, counts, events, replayed },
    { type: 'counts', organizationId, counts },
  ]
}

/** True when a head is beyond this tab's position: something was lost on a connection that never dropped. */
export function isBeyond({ answered, organizationId, position }: LiveContext, head: Head): boolean {
  if (!answered || head.organizationId !== organizationId) return false
  return head.epoch !== position?.epoch || head.head > position.seq
}

/**
 * Applies a reader's snapshot. One older than the start of the stream leaves a gap: the position moves back to it, and
 * the relay replays.
 */
export function afterSnapshot(context: LiveContext, snapshot: { reader: string; epoch: string; asOf: number }): Step {
  const reader = context.readers.get(snapshot.reader)
  if (!reader) return nothing
  const { position, organizationId } = context
  const loaded: Position = { epoch: snapshot.epoch, seq: snapshot.asOf }
  const behind =
    reader.organizationId === organizationId && position?.epoch === loaded.epoch && loaded.seq < reader.needs
  const needs = behind ? loaded.seq : reader.needs
  const readers = new Map(context.readers).set(snapshot.reader, { ...reader, loaded, needs })
  if (!behind) return { ...nothing, changes: { readers } }
  const seq = Math.min(position.seq, loaded.seq)
  return { changes: { readers, position: { ...position, seq } }, emits: [], gap: true }
}

/** The relay has joined this tab to a topic. */
export function afterWatched(context: LiveContext, answer: { topic: Topic; opening: number; reply: Watched }) {
  const { topic, reply } = answer
  if (!reply.ok || !isOpenSo(context, answer)) return nothing
  const { organizationId } = context
  const { epoch, head } = reply
  return { ...nothing, emits: [{ type: 'watched', organizationId, topic, epoch, head }] } satisfies Step
}

export function subscribeMessage({ organizationId, position, asked }: LiveContext): Subscribe {
  const from = position ? { epoch: position.epoch, after: position.seq } : {}
  return { organizationId, ...from, ...(asked.length > 0 ? { topics: [...asked] } : {}) }
}

/** `forbidden` may mean a token from before a new membership: the session check and a new token decide. */
export function endsSession(reply: Subscribed): boolean {
  return !reply.ok && (reply.code === 'unauthenticated' || reply.code === 'forbidden')
}

export function retryAfter(reply: { ok: true } | Refused, fallbackMs: number): number {
  return reply.ok ? fallbackMs : (reply.retryMs ?? fallbackMs)
}

const RECONNECTS: Backoff = { firstMs: 1_000, mostMs: 5_000, jitter: 'full', leastMs: 200 }

/**
 * Full jitter between 0.2 s and a bound that grows to 5 s, so that tabs that lost one relay don't all reconnect at
 * once.
 */
export function reconnectDelay(attempts: number, random: number): number {
  return backoffMs(RECONNECTS, attempts, random)
}
