import type { Collection } from '../collection.rules.ts'
import type { ListingChange } from './listing.ts'
import type { Review, ReviewsSummary } from './reviews.ts'
import { type ReviewOrder, starsOf } from './states.rules.ts'

/** A review as a live list holds it: the version stands where the merge looks for it. */
export type HeldReview = Review & { readonly version: number }

export function heldReview(review: Review): HeldReview {
  return { ...review, version: review.foyer.version }
}

export function reviewKey({ foyer, reviewId }: Pick<Review, 'foyer' | 'reviewId'>): string {
  return `${foyer.locationId}/${reviewId}`
}

/** The organization's reviews in one of the orders of the list; the ids decide between equal ones. */
export function reviewsBy(orderBy: ReviewOrder): Collection<HeldReview> {
  const worth = (review: Review): string | number => {
    if (orderBy === 'rating') return -starsOf(review.starRating)
    if (orderBy === 'rating desc') return starsOf(review.starRating)
    return orderBy === 'createTime desc' ? review.createTime : review.updateTime
  }
  return {
    select: (event) => (event.type === 'review.changed' ? [heldReview(event.data)] : []),
    key: reviewKey,
    order: (left, right) => descending(worth(left), worth(right)) || descending(reviewKey(left), reviewKey(right)),
  }
}

export const reviewsSummary: Collection<ReviewsSummary> = {
  select: (event) => (event.type === 'reviews.summary' ? [event.data] : []),
  key: ({ organizationId }) => organizationId,
  order: () => 0,
}

/** The newest change of each listing. */
export const listingChanges: Collection<ListingChange> = {
  select: (event) => (event.type === 'listing.changed' ? [event.data] : []),
  key: ({ locationId }) => locationId,
  order: (left, right) => descending(left.at, right.at),
}

function descending<Value extends string | number>(left: Value, right: Value): number {
  if (left === right) return 0
  return left > right ? -1 : 1
}
