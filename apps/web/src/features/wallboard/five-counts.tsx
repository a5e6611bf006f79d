import { Link } from '../../ui/link.tsx'
import { FIVE_COUNTS } from './board-view.rules.ts'
import { type BoardFrame, useBoardCounts } from './use-board.ts'

/** [ENTITY-11] Each count opens the view of the inbox that it counts; one that is not known is a dash. */
export function FiveCounts({ first }: { first: BoardFrame['counts'] | undefined }) {
  const counts = useBoardCounts(first)
  return (
    <ul aria-label="Counts" className="grid grid-cols-2 gap-[0.75em] @lg:grid-cols-3 @3xl:grid-cols-5">
      {FIVE_COUNTS.map(({ name, label, to }) => {
        const count = counts?.[name]
        return (
          <li key={name} className="min-w-0">
            <Link
              to={to}
              data-count={name}
              data-value={count}
              className="flex h-full min-h-11 items-baseline justify-between gap-[0.75em] rounded-lg bg-surface px-[1em] py-[0.75em] hover:bg-hover"
            >
              <span className="text-muted">{label}</span>
              <span className="num narrow text-[2em] leading-none font-semibold">{count ?? '–'}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
