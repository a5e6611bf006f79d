/** The row of a sheet that names its columns. */
import { isFilled } from './cells.ts'
import type { Cell } from './sheet-wire.ts'

/** The rows that hold something and are looked at. */
export const LOOKED_AT = 50
const HEADER_WITHIN = 20

/**
 * The index of the header among the first rows: of the first 20 the first with at least two filled cells (one, in a
 * sheet of one column) and with half as many as the fullest.
 */
export function headerIndex(rows: readonly (readonly Cell[])[]): number {
  const counts = rows.slice(0, LOOKED_AT).map((cells) => cells.filter(isFilled).length)
  const fullest = Math.max(...counts)
  const least = Math.max(Math.min(2, fullest), fullest / 2)
  return Math.max(
    0,
    counts.slice(0, HEADER_WITHIN).findIndex((count) => count >= least),
  )
}
