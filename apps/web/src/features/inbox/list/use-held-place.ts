import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { View } from './list-line.rules.ts'
import type { Row } from './list-model.rules.ts'

interface Seen {
  readonly from: number
  readonly ids: readonly string[]
}

interface HeldPlace {
  virtuoso: RefObject<VirtuosoHandle | null>
  rows: readonly Row[]
  above: number
  rowHeight: number
  atTop: boolean
}

/**
 * What is in sight stays where it is when rows come or go above it, and when those that were let go turn out to be more or
 * fewer. At the top it doesn't: there the new rows are what one waits for.
 */
export function useHeldPlace({ virtuoso, rows, above, rowHeight, atTop }: HeldPlace) {
  const seen = useRef<Seen | null>(null)
  /** By how many rows everything was moved so far: no row slides for that. */
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
    /** The number of a row less this stays the same while everything moves. */
    origin: moved.current + shift,
    remember: (view: View) => {
      seen.current = seenIn(view, rows, above)
    },
    /** The view is about to be elsewhere. */
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

/** By how many rows the first one that is still there was moved. */
function shiftOf({ from, ids }: Seen, rows: readonly Row[], above: number): number {
  for (const [place, id] of ids.entries()) {
    const index = rows.findIndex((row) => row.conversation.id === id)
    if (index >= 0) return above + index - (from + place)
  }
  return 0
}
