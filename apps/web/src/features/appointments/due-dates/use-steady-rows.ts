import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { useState } from 'react'
import { type DueFilter, fitsDue, steadyRows } from './due-list.rules.ts'

interface Options {
  filter: DueFilter
  today: string
  /** The pointer or the focus is in the list. */
  isHeld: boolean
}

interface Kept {
  /** The filter whose rows these are. */
  readonly of: string
  readonly rows: readonly DueDate[]
}

/** The rows of the list, none of which moves or goes while someone points at it; undefined before the first reading. */
export function useSteadyRows(known: readonly DueDate[] | undefined, { filter, today, isHeld }: Options) {
  const of = JSON.stringify([filter, today])
  const [kept, setKept] = useState<Kept>({ of, rows: [] })
  const [isRenewed, setIsRenewed] = useState(false)
  const before = kept.of === of ? kept.rows : []
  const steady = steadyRows(before, known ?? [], {
    fits: (due) => fitsDue(filter, due, today),
    isHeld: isHeld && !isRenewed,
  })
  // React renders again at once with the kept rows, before anything is drawn.
  if (kept.of !== of || kept.rows !== steady.rows) setKept({ of, rows: steady.rows })
  if (isRenewed) setIsRenewed(false)
  return {
    rows: known === undefined ? undefined : steady.rows,
    waiting: steady.waiting,
    /** Shows those that wait, although someone points at the list. */
    renew: () => setIsRenewed(true),
  }
}
