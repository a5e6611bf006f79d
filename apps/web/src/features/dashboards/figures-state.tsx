import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { ReactNode } from 'react'
import { QueryState } from '../../parts/query-state.tsx'
import { Nothing } from './nothing.tsx'
import type { FiguresQuery, Read } from './use-figures.ts'

interface FiguresStateProps<Figures> {
  query: FiguresQuery<Figures>
  /** "Patient communication" */
  what: string
  isEmpty: (figures: Figures) => boolean
  /** The dashboard in which the nearest day with something is looked for. */
  board?: Board
  children: (figures: Figures) => ReactNode
}

/** Numbers in each state of their reading. One card that fails leaves the others as they are. */
export function FiguresState<Figures>({ query, what, isEmpty, board, children }: FiguresStateProps<Figures>) {
  return (
    <QueryState<Read<Figures>> query={query} what={what} rows={3}>
      {({ figures }) => (isEmpty(figures) ? <Nothing board={board} /> : children(figures))}
    </QueryState>
  )
}
