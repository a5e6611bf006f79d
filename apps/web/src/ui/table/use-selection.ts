import { useState } from 'react'
import { type Selected, withoutGone } from './selection.rules.ts'

export interface Selection {
  readonly ids: Selected
  readonly change: (ids: Selected) => void
  readonly clear: () => void
}

/** Keeps the selection of a table with these rows; some may be selected from the start. */
export function useSelection(order: readonly string[], first: readonly string[] = []): Selection {
  const [selected, setSelected] = useState<Selected>(() => new Set(first))
  const ids = withoutGone(selected, order)
  return { ids, change: setSelected, clear: () => setSelected(new Set()) }
}
