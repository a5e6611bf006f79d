import type { Feature } from '../../parts/feature.ts'

export const listings: Feature = {
  pages: [
    {
      ...{ path: 'reviews/listings', title: 'Listings', waitsForAppState: true },
      load: () => import('./listings-page.tsx'),
    },
    {
      ...{ path: 'reviews/listings/:locationId', title: 'Listing', waitsForAppState: true },
      load: () => import('./listing-page.tsx'),
    },
    {
      ...{ path: 'reviews/listings/:locationId/attributes', title: 'Attributes', waitsForAppState: true },
      load: () => import('./attributes-page.tsx'),
    },
    {
      ...{ path: 'reviews/nearby', title: 'Nearby places', waitsForAppState: true },
      load: () => import('./nearby-page.tsx'),
    },
  ],
  places: () => import('./listings-places.rules.ts'),
}
