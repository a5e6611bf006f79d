/** The view of the list as its address says it. */
import type { HeldReview } from '@foyer/contracts/listings/collections.rules.ts'
import type { ReviewsSummary } from '@foyer/contracts/listings/reviews.ts'
import {
  matchesFilter,
  type ReviewFilter,
  type ReviewOrder,
  reviewFilters,
  reviewOrders,
  starsOf,
} from '@foyer/contracts/listings/states.rules.ts'
import type { WantedReviews } from './use-reviews.ts'

export const FILTER_NAMES = ['filter', 'order', 'location', 'search'] as const
type Values = Readonly<Record<(typeof FILTER_NAMES)[number], string>>

export function wantedOf({ filter, order, location, search }: Values): WantedReviews {
  return {
    filter: reviewFilters.find((one) => one === filter) ?? 'all',
    orderBy: reviewOrders.find((one) => one === order) ?? 'updateTime desc',
    locationId: location === '' ? null : location,
    search,
  }
}

export const FILTER_LABELS: Readonly<Record<ReviewFilter, string>> = {
  all: 'All',
  needsReply: 'Needs a reply',
  replied: 'Replied',
  low: 'Low ratings',
}

export const ORDER_LABELS: Readonly<Record<ReviewOrder, string>> = {
  'updateTime desc': 'Newest change',
  'createTime desc': 'Newest review',
  rating: 'Lowest rating',
  'rating desc': 'Highest rating',
}

/** The count of a tab, for all locations or for one; null if it is not known. */
export function countOf(summary: ReviewsSummary, filter: ReviewFilter, locationId: string | null): number | null {
  const counts = locationId === null ? summary : summary.locations.find((one) => one.locationId === locationId)
  if (counts === undefined) return null
  return filter === 'all' ? counts.total : counts[filter]
}

/** Whether a review belongs in the view; the search is the server's, so a review that was found stays found. */
export function isInView(review: HeldReview, { filter, locationId, search }: WantedReviews): boolean {
  const { state, locationId: own } = review.foyer
  if (locationId !== null && own !== locationId) return false
  if (!matchesFilter({ state, stars: starsOf(review.starRating) }, filter)) return false
  const words = search.trim().toLowerCase()
  const { displayName } = review.reviewer
  return words === '' || `${displayName} ${review.comment}`.toLowerCase().includes(words)
}
