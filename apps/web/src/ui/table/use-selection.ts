import { useState } from 'react'
import { type Selected, stillThere } from './selection.rules.ts'

export interface Selection {
  readonly ids: Selected
  readonly change: (ids: Selected) => void
  readonly clear: () => void
}

/** The selection of a table with these rows; some of them may be selected from the start. */
export function useSelection(order: readonly string[], first: readonly string[] = []): Selection {
  const [selected, setSelected] = useState<Selected>(() => new Set(first))
  const ids = stillThere(selected, order)
  return { ids, change: setSelected, clear: () => setSelected(new Set()) }
}
