/** Which rows are selected, by their ids. */
export type Selected = ReadonlySet<string>

export function toggled(selected: Selected, id: string): Selected {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Adds every row from one to the other, in either direction; without the first row, the other alone. */
export function withRange(selected: Selected, order: readonly string[], from: string | null, to: string): Selected {
  const places = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].filter((place) => place >= 0)
  return new Set([...selected, ...order.slice(Math.min(...places), Math.max(...places) + 1)])
}

/** Selects all rows, or none if all are selected already. */
export function allToggled(selected: Selected, order: readonly string[]): Selected {
  return order.every((id) => selected.has(id)) ? new Set() : new Set(order)
}

/** A row that left the table is not selected any more. The same set is returned while nothing changed. */
export function stillThere(selected: Selected, order: readonly string[]): Selected {
  const there = order.filter((id) => selected.has(id))
  return there.length === selected.size ? selected : new Set(there)
}
