import { useEffect, useRef, useState } from 'react'

/** How long the marker stays on a row. */
const FRESH_MS = 6_000

interface Versioned {
  readonly _id: string
  readonly version: number
}

/** Tells which rows someone else changed a moment ago. `own` names the versions that this person's calls made. */
export function useFresh(rows: readonly Versioned[], own: ReadonlyMap<string, number>): (row: Versioned) => boolean {
  const seen = useRef<ReadonlyMap<string, number>>(new Map())
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const before = seen.current
    seen.current = new Map(rows.map(({ _id, version }) => [_id, version]))
    const changed = rows.filter(({ _id, version }) => {
      const known = before.get(_id)
      return known !== undefined && known < version && own.get(_id) !== version
    })
    if (changed.length > 0) setFresh((held) => new Set([...held, ...changed.map(({ _id }) => _id)]))
  }, [rows, own])

  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(new Set()), FRESH_MS)
    return () => clearTimeout(timer)
  }, [fresh])

  return ({ _id }) => fresh.has(_id)
}
