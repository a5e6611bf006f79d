/**
 * Applies events to a screen's copy of a room's items. A snapshot and the stream may arrive in either order: of two states
 * of the same item the higher version wins, so an older state never replaces a newer one. Versions compare within one
 * epoch only.
 */
import type { KnownEvent } from './events.ts'

/** One kind of item: the events that carry its states, its key and its sort order. */
export interface Collection<Item> {
  /** The states that an event carries; empty for an event about another kind of item. */
  readonly select: (event: KnownEvent) => readonly Item[]
  readonly key: (item: Item) => string
  readonly order: (left: Item, right: Item) => number
}

type Held<Item> = ReadonlyMap<string, Item>

/** Merges states into the held items by version, in whichever order they arrive. */
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

/** The held items after these events. */
export function applyEvents<Item extends object>(
  collection: Collection<Item>,
  held: Held<Item>,
  events: readonly KnownEvent[],
): Held<Item> {
  return mergeStates(collection, held, events.flatMap(collection.select))
}

/** Joins two lists of a collection into one: sorted, each item once. */
export function joinRuns<Item extends object>(
  collection: Collection<Item>,
  left: readonly Item[],
  right: readonly Item[],
): readonly Item[] {
  if (right.length === 0) return left
  return [...mergeStates(collection, mergeStates(collection, new Map(), left), right).values()].sort(collection.order)
}

/** The state with the higher version; if the versions are equal, `state`. */
export function newer<Item extends object>(held: Item | undefined, state: Item): Item {
  return held && versionOf(held) > versionOf(state) ? held : state
}

/** An item without a version never changes. */
export function versionOf(item: object): number {
  return 'version' in item && typeof item.version === 'number' ? item.version : 0
}
