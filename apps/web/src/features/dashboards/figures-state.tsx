import { ChartNoAxesColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryState } from '../../parts/query-state.tsx'
import { Note } from '../../parts/state-notes.tsx'
import type { FiguresQuery, Read } from './use-figures.ts'

interface FiguresStateProps<Figures> {
  query: FiguresQuery<Figures>
  /** "Patient communication" */
  what: string
  isEmpty: (figures: Figures) => boolean
  children: (figures: Figures) => ReactNode
}

/** Numbers in each state of their reading. One card that fails leaves the others as they are. */
export function FiguresState<Figures>({ query, what, isEmpty, children }: FiguresStateProps<Figures>) {
  return (
    <QueryState<Read<Figures>> query={query} what={what} rows={3}>
      {({ figures }) => (isEmpty(figures) ? <Nothing /> : children(figures))}
    </QueryState>
  )
}

export function Nothing() {
  return (
    <Note
      icon={ChartNoAxesColumn}
      title="Nothing is counted in these days"
      detail="Choose other days with “Date range” above."
    />
  )
}
