import { PLACES_RADIUS } from '@foyer/contracts/listings/limits.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { Rating } from '../../parts/listings/rating.tsx'
import { type ListingConnection, useListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { Queries } from '../../parts/queries.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useActiveOrganization } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/** The search waits for this pause in typing. */
const STILL_MS = 400
const USUAL = 'clinic'

/** The route `/reviews/nearby`: places around a location, by distance. [CALL-LISTINGS-10] */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <NearbyRoom key={organization._id} organizationId={organization._id} />
      </Queries>
    )
  )
}

function NearbyRoom({ organizationId }: { organizationId: string }) {
  const connection = useListingConnection(organizationId)
  const back = (
    <Link to="/reviews" className={buttonLook('default', 'md')}>
      Reviews
    </Link>
  )
  return (
    <PageRoom>
      <PageSheet title="Nearby places" lead="How others around a location are rated on Google." wide action={back}>
        <QueryState query={connection} what="The places" rows={5}>
          {({ locations }) => (
            <Nearby {...{ organizationId }} locations={locations.filter(({ latlng }) => latlng !== null)} />
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}

interface NearbyProps {
  organizationId: string
  locations: ListingConnection['locations']
}

function Nearby({ organizationId, locations }: NearbyProps) {
  const api = useListingsApi(organizationId)
  const { values, change } = useFilters(['keyword', 'location'])
  const typed = values.keyword.trim()
  const keyword = useHeldValue(typed, STILL_MS) || USUAL
  const own = locations.find(({ _id }) => _id === values.location) ?? locations[0]
  const at = own?.latlng ? `${own.latlng.latitude},${own.latlng.longitude}` : null
  const places = useQuery({
    queryKey: ['nearbyPlaces', organizationId, keyword, at],
    queryFn: async ({ signal }) =>
      (await api('nearbyPlaces', { query: { keyword, location: at ?? '', radius: PLACES_RADIUS }, signal })).results,
    enabled: at !== null,
    placeholderData: keepPreviousData,
  })
  if (own === undefined)
    return (
      <Note icon={MapPin} title="No location on the map" detail="Places are found around a listing of the clinic." />
    )
  return (
    <>
      <search className="flex flex-wrap items-end gap-3 px-4 py-4 md:px-5">
        <SearchField
          label="Keyword"
          placeholder={USUAL}
          value={values.keyword}
          onChange={(next) => change({ keyword: next })}
          className="h-10! w-64 max-w-full"
        />
        <SelectField
          label="Location"
          value={own._id}
          choices={locations.map(({ _id: value, title: label }) => ({ value, label }))}
          onChange={(location) => change({ location })}
          className="w-56"
        />
      </search>
      <ul aria-label="Your location" className="border-y border-line bg-selected">
        <Place
          name={own.title}
          vicinity={own.address}
          rating={own.averageRating}
          count={own.totalReviewCount}
          where="Yours"
        />
      </ul>
      <QueryState
        query={places}
        what="The places"
        rows={5}
        empty={
          <Note
            icon={MapPin}
            title="Nothing nearby"
            detail={`Nothing within ${PLACES_RADIUS} meters fits. Try another keyword.`}
          />
        }
      >
        {(found) => (
          <ul
            aria-label="Nearby places"
            className="divide-y divide-line"
            aria-busy={places.isPlaceholderData || undefined}
          >
            {[...found]
              .sort((left, right) => left.foyer.meters - right.foyer.meters)
              .map(({ place_id, name, vicinity, rating, user_ratings_total, foyer }) => (
                <Place
                  key={place_id}
                  {...{ name, vicinity, rating }}
                  count={user_ratings_total}
                  where={`${foyer.meters.toLocaleString('en-US')} m`}
                />
              ))}
          </ul>
        )}
      </QueryState>
    </>
  )
}

interface PlaceProps {
  name: string
  vicinity: string
  rating: number | null
  count: number
  where: string
}

function Place({ name, vicinity, rating, count, where }: PlaceProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-base font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{vicinity}</p>
      </div>
      <p className="num flex items-center gap-1 text-sm">
        <Rating average={rating} count={`(${count.toLocaleString('en-US')})`} none="No rating" />
      </p>
      <p className="num w-20 text-right text-sm text-muted">{where}</p>
    </li>
  )
}
