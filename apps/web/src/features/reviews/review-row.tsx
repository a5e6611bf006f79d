import { type HeldReview, reviewKey } from '@foyer/contracts/listings/collections.rules.ts'
import { starsOf } from '@foyer/contracts/listings/states.rules.ts'
import { clsx } from 'clsx'
import { conversationTime } from '../../lib/time-labels.rules.ts'
import { useStaffName } from '../../parts/staff-names.tsx'
import { commentOf, NO_COMMENT, reviewerOf, stateWords } from './review-words.rules.ts'
import { Stars } from './stars.tsx'
import { StateMark } from './state-mark.tsx'

interface ReviewRowProps {
  review: HeldReview
  isOpen: boolean
  /** It came a moment ago. */
  isFresh: boolean
  showsLocation: boolean
  now: Date
  timezone: string
  position: number
  /** How many rows the view has in all. */
  total: number
  onOpen: () => void
}

/** [OPEN-003] One review: stars, reviewer, time, words, state and the current reply. */
export function ReviewRow({
  review,
  isOpen,
  isFresh,
  showsLocation,
  now,
  timezone,
  position,
  total,
  onOpen,
}: ReviewRowProps) {
  const nameOf = useStaffName()
  const { repliedBy, locationTitle } = review.foyer
  const { text } = commentOf(review)
  const by = repliedBy && nameOf(repliedBy.userId, repliedBy.name)
  return (
    <li data-review-id={review.reviewId} aria-posinset={position} aria-setsize={total}>
      <button
        type="button"
        data-review-key={reviewKey(review)}
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={clsx(
          'focus-inset relative block w-full px-4 py-3.5 text-left md:px-6',
          isOpen
            ? 'bg-selected before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-accent'
            : 'hover:bg-hover',
          isFresh && 'bg-marker-soft',
        )}
      >
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Stars stars={starsOf(review.starRating)} />
          <span className="min-w-0 text-sm font-semibold wrap-anywhere">
            <bdi>{reviewerOf(review)}</bdi>
          </span>
          {showsLocation && (
            <span className="min-w-0 text-sm wrap-anywhere text-muted">
              {'about '}
              <bdi>{locationTitle}</bdi>
            </span>
          )}
          <span className="num ml-auto text-xs text-muted">
            {conversationTime(new Date(review.updateTime), now, timezone)}
          </span>
        </span>
        <span dir="auto" className={clsx('mt-1 line-clamp-3 text-base wrap-anywhere', text === '' && 'text-muted')}>
          {text === '' ? NO_COMMENT : text}
        </span>
        <span className="mt-1 block">
          <StateMark words={stateWords(review, by)} />
        </span>
        {review.reviewReply !== undefined && (
          <span dir="auto" className="mt-1 line-clamp-2 border-l-2 border-line pl-2 text-sm wrap-anywhere text-muted">
            {review.reviewReply.comment}
          </span>
        )}
      </button>
    </li>
  )
}
