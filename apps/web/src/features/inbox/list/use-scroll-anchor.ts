import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { Row } from './list-model.rules.ts'
import type { View } from './list-window.rules.ts'

interface Seen {
  readonly from: number
  readonly ids: readonly string[]
}

interface ScrollAnchorOptions {
  virtuoso: RefObject<VirtuosoHandle | null>
  rows: readonly Row[]
  above: number
  rowHeight: number
  atTop: boolean
}

/**
 * Keeps the visible rows in place when rows enter or leave above them, and when an unloaded segment turns out
 * longer or shorter. At the top it does nothing, because there the user waits for the new rows.
 */
export function useScrollAnchor({ virtuoso, rows, above, rowHeight, atTop }: ScrollAnchorOptions) {
  const seen = useRef<Seen | null>(null)
  /** The number of rows that everything has moved by so far. Rows don't slide for it. */
  const moved = useRef(0)
  const shift = atTop || seen.current === null ? 0 : shiftOf(seen.current, rows, above)

  useLayoutEffect(() => {
    const before = seen.current
    if (before)
      seen.current = seenIn({ from: before.from + shift, to: before.from + shift + before.ids.length - 1 }, rows, above)
    if (shift === 0) return
    moved.current += shift
    virtuoso.current?.scrollBy({ top: shift * rowHeight })
  }, [virtuoso, rows, above, rowHeight, shift])

  return {
    /** A row's index minus this origin stays the same while everything moves. */
    origin: moved.current + shift,
    remember: (view: View) => {
      seen.current = seenIn(view, rows, above)
    },
    /** Call before the view jumps elsewhere. */
    forget: () => {
      seen.current = null
    },
  }
}

function seenIn({ from, to }: View, rows: readonly Row[], above: number): Seen {
  const first = Math.max(from, above)
  return {
    from: first,
    ids: rows.slice(first - above, Math.max(0, to + 1 - above)).map(({ conversation }) => conversation.id),
  }
}

/** The number of rows by which the first row that still exists has moved. */
function shiftOf({ from, ids }: Seen, rows: readonly Row[], above: number): number {
  for (const [place, id] of ids.entries()) {
    const index = rows.findIndex((row) => row.conversation.id === id)
    if (index >= 0) return above + index - (from + place)
  }
  return 0
}
