/** The events that move reviews, their counts and listings on every screen. */
import { event } from '../event.ts'
import { listingChangeExample, listingChangeSchema } from './listing.ts'
import { reviewExample, reviewSchema, reviewsSummarySchema, summaryExample } from './reviews.ts'

/** A review is new or has changed: at Google, or by a reply or draft of the staff. */
export const reviewChanged = event({
  type: 'review.changed',
  data: reviewSchema,
  key: ({ reviewId, foyer }) => `${foyer.locationId}/${reviewId}`,
  audience: () => 'organization',
  example: reviewExample,
})

/** The counts of reviews, or the state of the connection, have changed. */
export const reviewsSummaryChanged = event({
  type: 'reviews.summary',
  data: reviewsSummarySchema,
  key: () => 'summary',
  audience: () => 'organization',
  example: summaryExample,
})

/** A listing was changed, or it is known what became of a change. */
export const listingChanged = event({
  type: 'listing.changed',
  data: listingChangeSchema,
  key: ({ locationId }) => locationId,
  audience: () => 'organization',
  example: listingChangeExample,
})
