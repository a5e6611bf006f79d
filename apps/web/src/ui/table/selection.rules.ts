/** The ids of the selected rows. */
export type Selected = ReadonlySet<string>

export function withToggled(selected: Selected, id: string): Selected {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Adds every row between the two, in either direction; without a first row, only the second. */
export function withRange(selected: Selected, order: readonly string[], from: string | null, to: string): Selected {
  const places = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].filter((place) => place >= 0)
  return new Set([...selected, ...order.slice(Math.min(...places), Math.max(...places) + 1)])
}

/** Selects all rows, or none if all are selected already. */
export function allToggled(selected: Selected, order: readonly string[]): Selected {
  return order.every((id) => selected.has(id)) ? new Set() : new Set(order)
}

/** Removes rows that left the table. Returns the same set if nothing changed. */
export function withoutGone(selected: Selected, order: readonly string[]): Selected {
  const there = order.filter((id) => selected.has(id))
  return there.length === selected.size ? selected : new Set(there)
}
