/** Categories of businesses, and places nearby. */
import * as calls from '@foyer/contracts/listings/listing-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { boxAround, metersBetween, type Point } from './distance.rules.ts'
import { expectValue, type GoogleServices, openGoogle, refusalOf } from './google-answers.ts'

const KEPT_MS = 24 * 60 * 60_000
const KEPT_MOST = 500
/** Google gives 20 places a page, and three pages. */
const PAGES_MOST = 3

type Categories = { readonly until: number; readonly value: { categories: { name: string; displayName: string }[] } }

export function placeRoutes(parts: GoogleServices): Route[] {
  const { clock, gateway, config } = parts
  const kept = new Map<string, Categories>()
  return [
    route(calls.listingCategories, async ({ query, organizationId, check, read }) => {
      await check()
      const { regionCode, languageCode, search = '', pageToken } = query
      const key = JSON.stringify([regionCode, languageCode, search, pageToken])
      const now = clock.now().getTime()
      const known = kept.get(key)
      if (known && known.until > now) return known.value
      const { consent, gateway: google } = await openGoogle(parts, { organizationId, read })
      const answer = await google.categories(consent, { regionCode, languageCode, search, pageToken })
      const { categories, totalCategoryCount, nextPageToken } = await expectValue(parts, consent, answer)
      const value = {
        categories,
        ...(totalCategoryCount !== undefined && { totalCategoryCount }),
        ...(nextPageToken !== undefined && { nextPageToken }),
      }
      kept.set(key, { until: now + KEPT_MS, value })
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MOST && oldest !== undefined) kept.delete(oldest)
      return value
    }),

    route(calls.nearbyPlaces, async ({ query, check }) => {
      await check()
      if (gateway === null || config.google?.placesKey == null)
        throw new Refusal('no_channel', 'Places can not be looked up.')
      const [latitude = 0, longitude = 0] = query.location.split(',').map(Number)
      const center = { latitude, longitude }
      const found = []
      let pageToken: string | undefined
      for (let page = 1; page <= PAGES_MOST; page++) {
        const asked = { keyword: query.keyword, ...boxAround(center, query.radius), ...(pageToken && { pageToken }) }
        const answer = await gateway.places(asked)
        if (answer.outcome !== 'ok') throw refusalOf(answer)
        found.push(...answer.value.places)
        pageToken = answer.value.nextPageToken
        if (pageToken === undefined) break
      }
      const results = found
        .map((place) => ({ place, meters: Math.round(metersBetween(center, place.location)) }))
        .filter(({ meters }) => meters <= query.radius)
        .sort((one, other) => one.meters - other.meters)
      return {
        results: results.map(({ place, meters }) => ({
          ...{ place_id: place.id, name: place.displayName.text, vicinity: place.shortFormattedAddress },
          geometry: { location: latLng(place.location) },
          ...{ rating: place.rating ?? null, user_ratings_total: place.userRatingCount, foyer: { meters } },
        })),
      }
    }),
  ]
}

function latLng({ latitude, longitude }: Point) {
  return { lat: latitude, lng: longitude }
}
