/**
 * Filters the events that this build can merge. A newer relay may send others: the tab ignores them, and its position
 * still advances. build/event-table.ts derives the table of types from the contracts.
 */
import type { Envelope } from '@foyer/contracts/event.ts'

/** Per event type, the fields of its data that a screen needs; nested ones are written with a dot. */
export type EventTable = Readonly<Record<string, Readonly<Record<string, 'string' | 'integer'>>>>

/** Removes the events that this build does not know or cannot read from a frame or an answer. */
export function withKnown<Batch extends { readonly events: readonly Envelope[] }>(
  table: EventTable,
  batch: Batch,
): Batch {
  const known = batch.events.filter((event) => isKnown(table, event))
  return known.length === batch.events.length ? batch : { ...batch, events: known }
}

function isKnown(table: EventTable, { type, data }: Envelope): boolean {
  if (!Object.hasOwn(table, type) || typeof data !== 'object' || data === null || Array.isArray(data)) return false
  return Object.entries(table[type] ?? {}).every(([path, kind]) => {
    const value = path.split('.').reduce(fieldOf, data)
    return kind === 'string' ? typeof value === 'string' : Number.isInteger(value)
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
