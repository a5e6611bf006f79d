import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface PageButtonsProps {
  /** The accessible name: "Pages of appointments". */
  label: string
  /** "11–20 of 48" */
  range: string
  page: number
  hasNext: boolean
  disabledReason?: string | undefined
  onTurn: (page: number) => void
}

/** Leads through a list that is paged by number. */
export function PageButtons({ label, range, page, hasNext, disabledReason, onTurn }: PageButtonsProps) {
  return (
    <nav aria-label={label} className="flex items-center gap-2 text-sm">
      <p role="status" className="num min-w-0 flex-1 text-muted">
        {range}
      </p>
      <Button
        icon={ChevronLeft}
        disabledReason={page === 1 ? 'This is the first page' : disabledReason}
        onClick={() => onTurn(page - 1)}
      >
        <span className="max-md:sr-only">Previous page</span>
      </Button>
      <Button
        icon={ChevronRight}
        disabledReason={hasNext ? disabledReason : 'This is the last page'}
        onClick={() => onTurn(page + 1)}
      >
        <span className="max-md:sr-only">Next page</span>
      </Button>
    </nav>
  )
}
