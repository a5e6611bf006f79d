import { type HeldReview, heldReview, reviewsBy } from '@foyer/contracts/listings/collections.rules.ts'
import { REVIEWS_PAGE_SIZE } from '@foyer/contracts/listings/limits.rules.ts'
import type { ReviewFilter, ReviewOrder } from '@foyer/contracts/listings/states.rules.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

export interface WantedReviews {
  readonly filter: ReviewFilter
  readonly orderBy: ReviewOrder
  readonly search: string
  /** Null for all locations. */
  readonly locationId: string | null
}

/**
 * [CALL-LISTINGS-06] [CONST-10] The reviews of a view, kept current by the stream. A review that left the view stays among them,
 * because it may be the one that is open.
 */
export function useReviews(organizationId: string, wanted: WantedReviews): LiveRows<HeldReview, undefined> {
  const api = useListingsApi(organizationId)
  const { filter, orderBy, locationId } = wanted
  const search = wanted.search.trim()
  return useLiveCollection<HeldReview>({
    id: `reviews ${filter} ${orderBy} ${locationId ?? '-'} ${search}`,
    organizationId,
    collection: reviewsBy(orderBy),
    read: async ({ cursor: pageToken }, signal) => {
      const query = {
        pageSize: REVIEWS_PAGE_SIZE,
        filter,
        orderBy,
        ...(search !== '' && { search }),
        ...(pageToken && { pageToken }),
      }
      const params = { id: locationId ?? '-' }
      const { reviews, nextPageToken = null, foyer } = await api('listingReviews', { params, query, signal })
      const { epoch, asOf } = foyer
      return { items: reviews.map(heldReview), cursor: nextPageToken, epoch, seq: asOf, tally: undefined }
    },
  })
}
