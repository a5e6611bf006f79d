import type { Module } from '../module.ts'
import { cannedReplyRoutes } from './canned.routes.ts'
import { connectionRoutes } from './connection.routes.ts'
import { listingRoutes } from './listing.routes.ts'
import type { ListingTables } from './listings.tables.ts'
import { googleGatewayOf, startChanges, startMirror, startReplies } from './listings-workers.ts'
import { placeRoutes } from './places.routes.ts'
import { replyRoutes } from './replies.routes.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { createTokenSeal } from './token-seal.ts'

/** Reviews of business listings at Google, replies to them, and the listings themselves. */
export const listingsModule: Module = {
  name: 'listings',
  tables: [
    ...(['listing_connections', 'listing_consents', 'listing_locations', 'reviews', 'listing_changes'] as const),
    ...(['review_canned_replies', 'google_paces'] as const),
  ] satisfies (keyof ListingTables)[],
  routes(services) {
    const parts = { ...services, gateway: googleGatewayOf(services), seal: createTokenSeal(services.config) }
    return [
      ...connectionRoutes(parts),
      ...reviewRoutes(),
      ...replyRoutes(parts),
      ...cannedReplyRoutes(parts),
      ...listingRoutes(parts),
      ...placeRoutes(parts),
    ]
  },
  workers: (parts) => [startMirror(parts), startReplies(parts), startChanges(parts)],
}
