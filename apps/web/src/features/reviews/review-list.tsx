import { type HeldReview, reviewKey } from '@foyer/contracts/listings/collections.rules.ts'
import { ArrowUp, Star } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useCommands } from '../../parts/keyboard.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import type { LiveRows } from '../../parts/use-live-collection.ts'
import { Button } from '../../ui/button.tsx'
import { ReviewRow } from './review-row.tsx'
import { useHeldRows } from './use-held-rows.ts'

interface ReviewListProps {
  reviews: LiveRows<HeldReview, undefined>
  /** The reviews of the view, with the open one. */
  shown: readonly HeldReview[]
  /** Names the view. */
  view: string
  /** How many reviews the view has; null if that is not known. */
  total: number | null
  isFiltered: boolean
  openKey: string | null
  showsLocation: boolean
  now: Date
  timezone: string
  onOpen: (key: string) => void
  onClear: () => void
}

const TOP = 80

/** [REV-01] The list of reviews; new ones wait while somebody reads or points at it. */
export function ReviewList(props: ReviewListProps) {
  const { reviews, shown, view, total, isFiltered, openKey, showsLocation, now, timezone, onOpen, onClear } = props
  const room = useRef<HTMLDivElement>(null)
  const isStill = useCallback(() => {
    const list = room.current
    return list === null || (list.scrollTop < TOP && !list.matches(':hover, :focus-within'))
  }, [])
  const { rows, waiting, show, isFresh } = useHeldRows(shown, { keyOf: reviewKey, view, isStill })
  const showNew = () => {
    show()
    room.current?.scrollTo({ top: 0 })
  }
  useEffect(() => {
    const open = openKey === null ? null : rowOf(room.current, openKey)
    open?.scrollIntoView?.({ block: 'nearest' })
  }, [openKey])
  useListKeys(room, rows, openKey, showNew)
  const empty = isFiltered ? (
    <Note icon={Star} title="No review fits" detail="Choose another tab or location, or search for other words.">
      <Button onClick={onClear}>Show all reviews</Button>
    </Note>
  ) : (
    <Note
      icon={Star}
      title="No reviews yet"
      detail="Reviews on Google stand here a few minutes after they are written."
    />
  )
  return (
    <div ref={room} className="scrollbar-quiet relative min-h-0 flex-1 overflow-y-auto">
      {waiting > 0 && (
        <div className="sticky top-2 z-1 flex h-0 justify-center">
          <Button kind="primary" size="sm" icon={ArrowUp} className="rounded-full shadow-popover" onClick={showNew}>
            {waiting === 1 ? '1 new review' : `${waiting} new reviews`}
          </Button>
        </div>
      )}
      <QueryState query={{ ...reviews, data: reviews.data && rows }} what="The reviews" rows={6} empty={empty}>
        {(list) => (
          <>
            <ul aria-label="Reviews" className="divide-y divide-line border-b border-line">
              {list.map((review, place) => (
                <ReviewRow
                  key={reviewKey(review)}
                  {...{ review, showsLocation, now, timezone }}
                  isOpen={reviewKey(review) === openKey}
                  isFresh={isFresh(reviewKey(review))}
                  position={place + 1}
                  total={reviews.hasMore ? Math.max(total ?? -1, list.length) : list.length}
                  onOpen={() => onOpen(reviewKey(review))}
                />
              ))}
            </ul>
            <LoadMore rows={reviews} what="reviews" />
          </>
        )}
      </QueryState>
    </div>
  )
}

function rowOf(room: HTMLElement | null, key: string): HTMLElement | null {
  return room?.querySelector<HTMLElement>(`[data-review-key="${CSS.escape(key)}"]`) ?? null
}

/** J and K move through the list, R goes to the box, "." shows new reviews. */
function useListKeys(
  room: { current: HTMLElement | null },
  rows: readonly HeldReview[],
  openKey: string | null,
  showNew: () => void,
): void {
  const step = (from: Element | null, steps: 1 | -1) => {
    const key = from?.closest('[data-review-key]')?.getAttribute('data-review-key') ?? openKey
    const at = rows.findIndex((row) => reviewKey(row) === key)
    const next = rows[at < 0 ? 0 : at + steps]
    if (next) rowOf(room.current, reviewKey(next))?.focus()
  }
  const list = { group: 'Lists', onlyKey: true } as const
  useCommands([
    { ...list, id: 'next review', title: 'Next review', keys: ['j'], repeats: true, run: (from) => step(from, 1) },
    {
      ...{ ...list, id: 'previous review', title: 'Previous review', keys: ['k'], repeats: true },
      run: (from) => step(from, -1),
    },
    {
      ...{ ...list, id: 'write a review reply', title: 'Write the reply to the open review', keys: ['r'] },
      holds: () => openKey !== null,
      run: () => document.querySelector<HTMLElement>('[data-reply-box]')?.focus(),
    },
    { ...list, id: 'new reviews', title: 'Show new reviews', keys: ['.'], run: showNew },
  ])
}
