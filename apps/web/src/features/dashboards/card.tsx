import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from '../../ui/link.tsx'

interface CardProps {
  title: string
  /** The page with more about it. */
  to?: string
  link?: string
  /** Its place in the grid. */
  place: 'wide' | 'beside' | 'third' | 'whole'
  children: ReactNode
}

/** One subject of the overview. */
export function Card({ title, to, link = 'Open report', place, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`dashboard-card dashboard-${place} min-w-0 rounded-lg border border-line bg-surface p-4`}
    >
      <div className="flex items-center justify-between gap-3 pb-3">
        <h2 id={id} className="text-md font-semibold tracking-tight">
          {title}
        </h2>
        {to !== undefined && (
          <Link
            to={to}
            className="dashboard-screen inline-flex min-h-6 shrink-0 items-center gap-0.5 text-sm font-medium text-link hover:underline pointer-coarse:min-h-11"
          >
            <span>
              {link}
              <span className="sr-only">{`: ${title}`}</span>
            </span>
            <ChevronRight aria-hidden size={14} />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
