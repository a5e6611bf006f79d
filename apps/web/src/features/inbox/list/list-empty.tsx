import { Check, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { emptyWords } from './empty-words.rules.ts'
import type { ListFilters } from './list-query.rules.ts'

interface ListEmptyProps {
  filters: ListFilters
  onShowEverything: () => void
  /** Searches for the same words in messages. */
  onSearchMessages: () => void
}

/** The empty list: what it means and what the user can do next. */
export function ListEmpty({ filters, onShowEverything, onSearchMessages }: ListEmptyProps) {
  const { title, detail, narrowed } = emptyWords(filters)
  return (
    <div className="flex h-full flex-col items-center justify-center overflow-y-auto px-8 py-8 text-center">
      {filters.search === '' ? <Answered /> : <Unmatched />}
      <p className="mt-4 text-md font-semibold tracking-tight wrap-anywhere">{title}</p>
      <p className="mt-1 max-w-75 text-sm text-muted">{detail}</p>
      {narrowed && (
        <Button kind="primary" onClick={onShowEverything} className="mt-4 pointer-coarse:h-11">
          Show all statuses
        </Button>
      )}
      {filters.search !== '' && (
        <Button icon={MessageSquareText} onClick={onSearchMessages} className="mt-2 pointer-coarse:h-11">
          Search in messages
        </Button>
      )}
    </div>
  )
}

function Answered() {
  return (
    <Art>
      <ChartTab name="Cane" size="lg" />
      <ChartTab name="Lind" size="lg" />
      <ChartTab name="Nwosu" size="lg" />
      <span className="ml-1 grid size-7 place-items-center self-center rounded-full bg-ok text-ok-text">
        <Check size={16} />
      </span>
    </Art>
  )
}

function Unmatched() {
  return (
    <Art>
      {[0, 1, 2].map((place) => (
        <span key={place} className="h-12 w-9 rounded-l-xs rounded-r-[5px] border border-control border-dashed" />
      ))}
    </Art>
  )
}

function Art({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className="flex items-center gap-1">
      {children}
    </span>
  )
}
