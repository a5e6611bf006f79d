/**
 * How events change a screen's copy of a room's things. A snapshot and the stream may come in either order: of two states
 * of one thing the higher version wins, so nothing on screen goes back in time. Versions compare within one epoch only.
 */
import type { KnownEvent } from './events.ts'

/** One kind of thing: the events that carry it, what names it, and its place among the others. */
export interface Collection<Item> {
  /** The states that an event carries; none where the event speaks of something else. */
  readonly select: (event: KnownEvent) => readonly Item[]
  readonly key: (item: Item) => string
  readonly order: (left: Item, right: Item) => number
}

type Held<Item> = ReadonlyMap<string, Item>

/** What is held with some states beside it, whichever came first. */
export function mergeStates<Item extends object>(
  { key }: Pick<Collection<Item>, 'key'>,
  held: Held<Item>,
  states: readonly Item[],
): Held<Item> {
  if (states.length === 0) return held
  const byKey = new Map(held)
  for (const state of states) byKey.set(key(state), newer(byKey.get(key(state)), state))
  return byKey
}

/** What is held after some events. */
export function applyEvents<Item extends object>(
  collection: Collection<Item>,
  held: Held<Item>,
  events: readonly KnownEvent[],
): Held<Item> {
  return mergeStates(collection, held, events.flatMap(collection.select))
}

/** Two runs of a collection as one, in its order, each item once. */
export function joinRuns<Item extends object>(
  collection: Collection<Item>,
  left: readonly Item[],
  right: readonly Item[],
): readonly Item[] {
  if (right.length === 0) return left
  return [...mergeStates(collection, mergeStates(collection, new Map(), left), right).values()].sort(collection.order)
}

/** The newer of two states of one thing; of two that are equally new, the one that came later. */
export function newer<Item extends object>(held: Item | undefined, state: Item): Item {
  return held && versionOf(held) > versionOf(state) ? held : state
}

/** An item without a version never changes. */
export function versionOf(item: object): number {
  return 'version' in item && typeof item.version === 'number' ? item.version : 0
}
