import type { CommandPlace } from '../../parts/feature.ts'

/** The addresses of listings, as the command bar finds them. */
export const placesOf = (): readonly CommandPlace[] => [
  { title: 'Listings', words: 'google hours phones profile description holidays', to: '/reviews/listings' },
  { title: 'Nearby places', words: 'google rating others around competitors', to: '/reviews/nearby' },
]
