import { Menu } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { RailItem } from '../parts/feature.ts'
import { CountPill } from '../ui/count-pill.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useCounts } from './use-count.ts'

const load = () => import('./rail-sheet.tsx')
const RailSheet = lazyPart(async () => (await load()).RailSheet)

interface RailMoreProps {
  items: readonly RailItem[]
  /** The address of the item that the rail marks. */
  marked: string | null
  /** The address of the item of the shown page, which may be one that the rail does not show. */
  current: string | null
  className: string
  wordClassName: string
}

/** [OPEN-094] The last entry of a phone's bar opens a sheet with the items that have no place in the bar. */
export function RailMore({ items, marked, current, className, wordClassName }: RailMoreProps) {
  const [isOpen, setIsOpen] = useState(false)
  const counted = items.flatMap(({ count }) => count ?? [])
  const counts = useCounts(counted.map(({ name }) => name))
  const words = counted.filter((_, place) => counts[place] !== 0).map(({ word }) => word)
  // If this load fails, the press tries again and reports the failure.
  const fetchAhead = () => void load().catch(() => undefined)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={items.some(({ to }) => to === marked) ? 'page' : undefined}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setIsOpen(true)}
        className={`${className} w-full`}
      >
        <span className="relative">
          <Menu aria-hidden className="size-5.5" strokeWidth={1.75} />
          <CountPill
            count={counts.reduce((sum, count) => sum + count, 0)}
            label={words.join(' and ')}
            kind="neutral"
            className="absolute -top-2 left-3"
          />
        </span>
        <span className={wordClassName}>More</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <RailSheet {...{ items, current }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
