/** The claims of listing tokens. They are ours: no token of Google reaches a browser. */
import { z } from 'zod'

/** Opens the calls on listings, for one organization. */
export const LISTING_AUDIENCE = 'foyer-listings'
/** Only gives such tokens. */
export const LISTING_REFRESH_AUDIENCE = 'foyer-listings-refresh'
export const LISTING_TOKEN_S = 300

const claims = {
  iss: z.string(),
  /** The user. */
  sub: z.string(),
  sid: z.string(),
  organizationId: z.string(),
  iat: z.number(),
  exp: z.number(),
}
export const listingClaimsSchema = z.object({ aud: z.literal(LISTING_AUDIENCE), ...claims })
export const listingRefreshClaimsSchema = z.object({ aud: z.literal(LISTING_REFRESH_AUDIENCE), ...claims })
export type ListingClaims = z.infer<typeof listingClaimsSchema>
export type ListingRefreshClaims = z.infer<typeof listingRefreshClaimsSchema>
