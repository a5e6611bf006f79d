/**
 * Holds a live collection: the items that were read, page by page, and the events that the stream sent since. A reading
 * reflects the log exactly up to its `asOf`, so it already contains every event up to there; later events are applied
 * to it.
 */
import { type Collection, mergeStates, newer, versionOf } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Position } from './readers.rules.ts'

/** One page as it was read; `cursor` leads to the next one and is null on the last. */
export interface Page<Item, Tally> extends Position {
  readonly items: readonly Item[]
  readonly cursor: string | null
  /** A figure about more than this page, such as the number of all unseen items. */
  readonly tally: Tally
}

export interface CollectionRules<Item, Tally> {
  readonly collection: Collection<Item>
  /** Tells whether an item passes the filter. An item that does not is kept, because its version still matters. */
  readonly belongs?: (item: Item) => boolean
  /** Tells whether an event's effect can only be known by reading again. */
  readonly outdates?: (event: KnownEvent) => boolean
  /** Applies one state of an event to the tally; `before` is the held item before it, or undefined. */
  readonly tallied?: (tally: Tally, event: KnownEvent, state: Item, before: Item | undefined) => Tally
}

/** The events and states that arrived while a page was being read, which the page may not reflect. */
interface Incoming<Item> {
  readonly events: readonly KnownEvent[]
  readonly states: readonly { readonly epoch: string; readonly state: Item }[]
}

export interface CollectionModel<Item, Tally> {
  /** The position that the last reading reflects; null before the first one. */
  readonly read: Position | null
  readonly held: ReadonlyMap<string, Item>
  /** The last item read, if more pages follow. Items that sort after it were not read. */
  readonly end: Item | null
  readonly cursor: string | null
  readonly pages: number
  /** The tally as of `seq`. */
  readonly tally: { readonly value: Tally; readonly seq: number } | null
  /** Null while nothing is being read. */
  readonly incoming: Incoming<Item> | null
  /** The position that a reading must reach to be current. */
  readonly needs: Position | null
  /** The epoch in which the relay has joined this tab to the topic. */
  readonly joined: string | null
}

export function emptyModel<Item, Tally>(): CollectionModel<Item, Tally> {
  return {
    ...{ read: null, held: new Map(), end: null, cursor: null, pages: 1 },
    ...{ tally: null, incoming: null, needs: null, joined: null },
  }
}

/** Starts to buffer events and states until the reading arrives. */
export function whileReading<Item, Tally>(model: CollectionModel<Item, Tally>): CollectionModel<Item, Tally> {
  return { ...model, incoming: { events: [], states: [] } }
}

/** Replaces everything with the pages of one epoch, then applies what arrived after them. */
export function withReading<Item extends object, Tally>(
  rules: CollectionRules<Item, Tally>,
  model: CollectionModel<Item, Tally>,
  pages: readonly [Page<Item, Tally>, ...Page<Item, Tally>[]],
): CollectionModel<Item, Tally> {
  const [{ epoch, seq, tally }] = pages
  const items = pages.flatMap((page) => page.items)
  const cursor = pages.at(-1)?.cursor ?? null
  const { incoming, ...kept } = model
  const read: CollectionModel<Item, Tally> = {
    ...kept,
    read: { epoch, seq },
    held: mergeStates(rules.collection, new Map(), items),
    end: cursor === null ? null : (items.at(-1) ?? null),
    cursor,
    pages: pages.length,
    tally: { value: tally, seq },
    incoming: null,
  }
  const events = incoming?.events.filter((event) => event.epoch === epoch && event.seq > seq) ?? []
  const states = incoming?.states.filter((one) => one.epoch === epoch).map(({ state }) => state) ?? []
  const newest = states.filter((state) => versionOf(state) > seq || !('version' in state))
  return withStates(rules, withEvents(rules, read, { epoch, events }), { epoch, states: newest })
}

/** A later page did not load: events that came meanwhile need no longer be kept for it, nor items beyond the last page. */
export function withoutMore<Item extends object, Tally>(
  { collection }: CollectionRules<Item, Tally>,
  model: CollectionModel<Item, Tally>,
): CollectionModel<Item, Tally> {
  return { ...model, held: upTo(collection, model.held, model.end), incoming: null }
}

/** Adds a later page of the same epoch. It leaves the tally alone, because the stream may be ahead of the page. */
export function withMore<Item extends object, Tally>(
  { collection }: CollectionRules<Item, Tally>,
  model: CollectionModel<Item, Tally>,
  { items, cursor }: Page<Item, Tally>,
): CollectionModel<Item, Tally> {
  const end = cursor === null ? null : (items.at(-1) ?? model.end)
  const held = mergeStates(collection, model.held, items)
  return { ...model, held: upTo(collection, held, end), end, cursor, pages: model.pages + 1, incoming: null }
}

/** Applies events from the stream. Events of another epoch wait for the reading that is in flight. */
export function withEvents<Item extends object, Tally>(
  rules: CollectionRules<Item, Tally>,
  model: CollectionModel<Item, Tally>,
  { epoch, events }: { readonly epoch: string; readonly events: readonly KnownEvent[] },
): CollectionModel<Item, Tally> {
  const { collection, outdates, tallied } = rules
  const ours = events.filter((event) => outdates?.(event) || collection.select(event).length > 0)
  if (ours.length === 0) return model
  const { incoming } = model
  const kept = { ...model, incoming: incoming && { ...incoming, events: [...incoming.events, ...ours] } }
  if (epoch !== model.read?.epoch) return kept
  let { tally, needs } = kept
  const held = new Map(kept.held)
  for (const event of ours) {
    if (outdates?.(event)) needs = { epoch, seq: event.seq }
    const isAfterTally = tally !== null && event.seq > tally.seq
    for (const state of collection.select(event)) {
      const key = collection.key(state)
      const before = held.get(key)
      held.set(key, newer(before, state))
      if (!tally || !tallied || !isAfterTally) continue
      // A page may contain the item as it is after this event, which the tally does not count yet.
      const older = before && versionOf(before) < versionOf(state) ? before : undefined
      tally = { value: tallied(tally.value, event, state, older), seq: event.seq }
    }
  }
  return { ...kept, held: incoming ? held : upTo(collection, held, model.end), tally, needs }
}

/** Applies states from the answer to a call of this person. */
export function withStates<Item extends object, Tally>(
  { collection }: CollectionRules<Item, Tally>,
  model: CollectionModel<Item, Tally>,
  { epoch, states }: { readonly epoch: string; readonly states: readonly Item[] },
): CollectionModel<Item, Tally> {
  if (states.length === 0) return model
  const { incoming, read } = model
  const coming = states.map((state) => ({ epoch, state }))
  const kept = { ...model, incoming: incoming && { ...incoming, states: [...incoming.states, ...coming] } }
  if (read !== null && read.epoch !== epoch) return kept
  const held = mergeStates(collection, model.held, states)
  return { ...kept, held: incoming ? held : upTo(collection, held, model.end) }
}

/**
 * The relay sends the topic's events after `head`. Only the first join of an epoch counts: no event is missing after
 * it.
 */
export function withJoining<Item, Tally>(
  model: CollectionModel<Item, Tally>,
  { epoch, head }: { readonly epoch: string; readonly head: number },
): CollectionModel<Item, Tally> {
  return model.joined === epoch ? model : { ...model, joined: epoch, needs: { epoch, seq: head } }
}

/** The stream does not continue the held items. They stay on screen until the next reading. */
export function afterResync<Item, Tally>(model: CollectionModel<Item, Tally>): CollectionModel<Item, Tally> {
  return { ...model, joined: null, needs: null }
}

export function isOutdated<Item, Tally>({ read, needs }: CollectionModel<Item, Tally>): boolean {
  return read !== null && needs !== null && read.epoch === needs.epoch && read.seq < needs.seq
}

/** Returns the items to show: sorted, up to the end of the pages read. */
export function shownItems<Item extends object, Tally>(
  { collection, belongs = () => true }: CollectionRules<Item, Tally>,
  { held, end }: CollectionModel<Item, Tally>,
): readonly Item[] {
  return [...upTo(collection, held, end).values()].filter(belongs).sort(collection.order)
}

/** Drops items that sort after the end; the next page brings them in their current state. */
function upTo<Item>(
  { order }: Collection<Item>,
  held: ReadonlyMap<string, Item>,
  end: Item | null,
): ReadonlyMap<string, Item> {
  return end === null ? held : new Map([...held].filter(([, item]) => order(item, end) <= 0))
}

/** Makes a page of a call's answer. An answer without a list is an empty page. [STATE-23] */
export function pageOf<Item>(reply: {
  readonly data?: readonly Item[]
  readonly cursor?: string | null
  readonly epoch: string
  readonly asOf: number
}): Page<Item, undefined> {
  const { data = [], cursor = null, epoch, asOf } = reply
  return { items: data, cursor, epoch, seq: asOf, tally: undefined }
}
