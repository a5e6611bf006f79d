/**
 * Which events this build can merge. A newer relay may send others: they are passed over, and the position moves on. The
 * table of types is derived from the contracts by build/event-table.ts.
 */
import type { Envelope } from '@foyer/contracts/event.ts'

/** By type, the fields that a screen needs of an event's data, nested ones with a dot. */
export type EventTable = Readonly<Record<string, Readonly<Record<string, 'string' | 'integer'>>>>

/** The frame or answer without the events that this build does not know or cannot read. */
export function withKnown<Told extends { readonly events: readonly Envelope[] }>(table: EventTable, told: Told): Told {
  const known = told.events.filter((event) => isKnown(table, event))
  return known.length === told.events.length ? told : { ...told, events: known }
}

function isKnown(table: EventTable, { type, data }: Envelope): boolean {
  if (!Object.hasOwn(table, type)) return false
  return Object.entries(table[type] ?? {}).every(([path, kind]) => {
    const value = path.split('.').reduce(fieldOf, data)
    return kind === 'string' ? typeof value === 'string' : Number.isInteger(value)
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
