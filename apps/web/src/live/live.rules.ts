/**
 * The arithmetic of the live connection: what a frame or an answer does to the position. Everything here is a value from
 * values; the machine only decides when.
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Frame, Head, Presence, Refused, Subscribe, Subscribed, Watched } from '@foyer/contracts/live.ts'
import { placeOfFrame } from '@foyer/contracts/ordering.rules.ts'
import type { Clock } from '../lib/clock.ts'
import { type Currency, NEVER_LIVE } from './currency.rules.ts'
import type { LiveEmitted } from './live-messages.ts'
import { mustReflect, type Position, type Readers, readersAreCurrent, readersDisagree } from './readers.rules.ts'
import { isOpenSo, type Watching } from './watched.rules.ts'

export interface LiveContext {
  readonly organizationId: string
  readonly position: Position | null
  readonly readers: Readers
  readonly watched: readonly Watching[]
  /** Conversations that were ever opened here: the number of the last. */
  readonly openings: number
  readonly presence: Presence | null
  /** Number of the last `subscribe`, the conversations it named, and whether the relay has answered it. */
  readonly ask: number
  readonly asked: readonly string[]
  readonly answered: boolean
  /** Frames that came before the answer that they continue. */
  readonly ahead: readonly Frame[]
  readonly upstreamOk: boolean
  /** The relay has not answered for a while, whatever is heard of it. */
  readonly late: boolean
  /** What the browser says of its network; it may be wrong, so the machine tries all the same. */
  readonly networkUp: boolean
  /** Connections in a row that did not become live. */
  readonly attempts: number
  readonly retryMs: number
  /** The relay refused the token: the next connection takes another one. */
  readonly freshToken: boolean
  readonly random: () => number
  readonly clock: Clock
  /** Since when it is live, and how it last caught up. */
  readonly currency: Currency
}

export function startingContext(input: Pick<LiveContext, 'organizationId' | 'random' | 'clock'>): LiveContext {
  return {
    ...input,
    position: null,
    readers: new Map(),
    watched: [],
    openings: 0,
    presence: null,
    ask: 0,
    asked: [],
    answered: false,
    ahead: [],
    upstreamOk: true,
    late: false,
    networkUp: true,
    attempts: 0,
    retryMs: 0,
    freshToken: false,
    currency: NEVER_LIVE,
  }
}

export interface Step {
  readonly changes: Partial<LiveContext>
  readonly emits: readonly LiveEmitted[]
  /** Something is missing: ask again from the position. */
  readonly gap: boolean
}

const nothing: Step = { changes: {}, emits: [], gap: false }

/** More frames than these waiting for an answer are not worth keeping: the gap they leave is found and asked for. */
const AHEAD_MAX = 100

/** A relay's frame. While an answer is awaited, what doesn't join yet is kept for after it. */
export function afterFrame(context: LiveContext, frame: Frame): Step {
  const { position, organizationId, ahead, answered } = context
  if (frame.organizationId !== organizationId) return nothing
  const place = position?.epoch === frame.epoch ? placeOfFrame(position.seq, frame) : 'gap'
  if (place === 'seen') return nothing
  if (place === 'gap') {
    if (answered) return { ...nothing, gap: true }
    return { ...nothing, changes: { ahead: ahead.length < AHEAD_MAX ? [...ahead, frame] : [] } }
  }
  const changes = { position: { epoch: frame.epoch, seq: frame.to } }
  return { changes, emits: told({ ...frame, from: position?.seq ?? frame.from }, false), gap: false }
}

/** The answer to `subscribe`, and the frames that came ahead of it. */
export function afterAnswer(context: LiveContext, reply: Subscribed): Step {
  if (!reply.ok) return nothing
  const { organizationId, position, asked } = context
  const { epoch, head, counts } = reply
  const events = 'resync' in reply ? null : reply.events
  const replayed = events !== null && position?.epoch === epoch
  const readers = replayed ? context.readers : mustReflect(context, head)
  const base: LiveContext = { ...context, position: { epoch, seq: head }, readers, answered: true, ahead: [] }
  const emits: LiveEmitted[] = replayed
    ? told({ organizationId, epoch, from: position.seq, to: head, counts, events }, true)
    : [{ type: 'counts', organizationId, counts }]
  if (position !== null && !replayed) emits.push({ type: 'untold', organizationId, counts })
  if (mustReload(base, !replayed)) emits.push({ type: 'resync', organizationId, epoch, head })
  for (const conversationId of asked) emits.push({ type: 'watched', organizationId, conversationId, epoch, head })
  const { position: reached, emits: later, gap } = withAhead(base, context.ahead)
  return { changes: { position: reached, readers, answered: true, ahead: [] }, emits: [...emits, ...later], gap }
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
 * Whether screens must load again. A reader that never loaded has its first snapshot on the way, or failed and offers to
 * try again: it is told only where the relay has nothing to replay.
 */
function mustReload(context: LiveContext, nothingReplayed: boolean): boolean {
  return readersDisagree(context) || (nothingReplayed && !readersAreCurrent(context))
}

function told(frame: Frame, replayed: boolean): LiveEmitted[] {
  const { organizationId, epoch, from, to, counts } = frame
  const events = frame.events.filter((event): event is KnownEvent => event.seq > from && isKnown(event))
  return [
    { type: 'events', organizationId, epoch, from, to, counts, events, replayed },
    { type: 'counts', organizationId, counts },
  ]
}

const KNOWN: Record<KnownEvent['type'], (data: Record<string, unknown>) => boolean> = {
  'conversation.changed': (data) => isVersioned(data, 'id'),
  'message.added': hasMessage,
  'message.changed': hasMessage,
  'history.added': ({ conversationId, position }) => typeof conversationId === 'string' && Number.isInteger(position),
  'scheduled.changed': (data) => isVersioned(data, '_id') && typeof data.conversationId === 'string',
  'draft.changed': (data) => isVersioned(data, 'conversationId'),
  'mention.added': (data) => isVersioned(data, '_id'),
  'mention.changed': (data) => isVersioned(data, '_id'),
  // For the patient's page, and never sent here.
  'visitor.message': () => false,
}

/** A newer relay may send what this build doesn't know: it is passed over, and the position moves on. */
function isKnown({ type, data }: { type: string; data: unknown }): boolean {
  if (!Object.hasOwn(KNOWN, type) || typeof data !== 'object' || data === null) return false
  return KNOWN[type as KnownEvent['type']](data as Record<string, unknown>)
}

function hasMessage({ message }: Record<string, unknown>): boolean {
  return typeof message === 'object' && message !== null && isVersioned(message as Record<string, unknown>, '_id')
}

function isVersioned(data: Record<string, unknown>, id: string): boolean {
  return typeof data[id] === 'string' && Number.isInteger(data.version)
}

/** A beacon that knows more than this tab: something was lost on a connection that never dropped. */
export function isBeyond({ answered, organizationId, position }: LiveContext, head: Head): boolean {
  if (!answered || head.organizationId !== organizationId) return false
  return head.epoch !== position?.epoch || head.head > position.seq
}

/** A snapshot older than where the stream began leaves a hole: the position goes back to it, and the relay replays. */
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

/** The relay has joined this tab to a conversation's messages. */
export function afterWatched(
  context: LiveContext,
  answer: { conversationId: string; opening: number; reply: Watched },
) {
  const { conversationId, reply } = answer
  if (!reply.ok || !isOpenSo(context, answer)) return nothing
  const { organizationId } = context
  const { epoch, head } = reply
  return { ...nothing, emits: [{ type: 'watched', organizationId, conversationId, epoch, head }] } satisfies Step
}

export function subscribeMessage({ organizationId, position, asked }: LiveContext): Subscribe {
  const from = position ? { epoch: position.epoch, after: position.seq } : {}
  return { organizationId, ...from, ...(asked.length > 0 ? { conversationIds: [...asked] } : {}) }
}

/** `forbidden` may mean a token from before a new membership: the session check and a new token decide. */
export function endsSession(reply: Subscribed): boolean {
  return !reply.ok && (reply.code === 'unauthenticated' || reply.code === 'forbidden')
}

export function retryAfter(reply: { ok: true } | Refused, fallbackMs: number): number {
  return reply.ok ? fallbackMs : (reply.retryMs ?? fallbackMs)
}

const SHORTEST_MS = 200
const LONGEST_MS = 5_000

/** Full jitter between 0.2 s and a bound that grows to 5 s, so that those whom one relay lost don't come back at once. */
export function reconnectDelay(attempts: number, random: number): number {
  const bound = Math.min(LONGEST_MS, 1_000 * 2 ** Math.max(0, attempts - 1))
  return SHORTEST_MS + random * (bound - SHORTEST_MS)
}
