import { useCallback, useEffect, useRef, useState } from 'react'

interface HeldRows<Row> {
  readonly rows: readonly Row[]
  /** How many new rows wait. */
  readonly waiting: number
  readonly show: () => void
  /** Tells whether a row came a moment ago. */
  readonly isFresh: (key: string) => boolean
}

const NOTHING: ReadonlySet<string> = new Set()
const FRESH_MS = 6_000

/**
 * Rows that came while the reader is not to be disturbed wait, so that nothing moves under the pointer. `view` names what is
 * listed: the rows of another view are all shown.
 */
export function useHeldRows<Row>(
  all: readonly Row[],
  { keyOf, view, isStill }: { keyOf: (row: Row) => string; view: string; isStill: () => boolean },
): HeldRows<Row> {
  const known = useRef<{ view: string; keys: ReadonlySet<string> }>({ view: '', keys: NOTHING })
  const [held, setHeld] = useState<ReadonlySet<string>>(NOTHING)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(NOTHING)

  useEffect(() => {
    const keys = all.map(keyOf)
    const before = known.current
    known.current = { view, keys: new Set(keys) }
    if (before.view !== view || before.keys.size === 0) return setHeld(NOTHING)
    // A later page adds rows at the end, which nobody waits to see.
    const last = keys.findLastIndex((key) => before.keys.has(key))
    const added = keys.filter((key, place) => !before.keys.has(key) && place < last)
    if (added.length === 0) return
    if (isStill()) setFresh((some) => new Set([...some, ...added]))
    else setHeld((some) => new Set([...some, ...added]))
  }, [all, keyOf, view, isStill])

  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(NOTHING), FRESH_MS)
    return () => clearTimeout(timer)
  }, [fresh])

  const show = useCallback(() => {
    setFresh(held)
    setHeld(NOTHING)
  }, [held])
  const rows = held.size === 0 ? all : all.filter((row) => !held.has(keyOf(row)))
  return { rows, waiting: all.length - rows.length, show, isFresh: (key) => fresh.has(key) }
}
