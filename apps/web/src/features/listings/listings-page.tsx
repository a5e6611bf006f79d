import { MapPin, TriangleAlert } from 'lucide-react'
import { pastLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { Rating } from '../../parts/listings/rating.tsx'
import { type ListingConnection, useListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useActiveOrganization, useServices } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'

/** The route `/reviews/listings`: the clinic's locations on Google. */
export function Component() {
  const organization = useActiveOrganization()
  return organization && <Listings key={organization._id} organizationId={organization._id} name={organization.name} />
}

export function Listings({ organizationId, name }: { organizationId: string; name: string }) {
  const connection = useListingConnection(organizationId)
  const query = { ...connection, data: connection.data?.locations }
  const back = (
    <Link to="/reviews" className={buttonLook('default', 'md')}>
      Reviews
    </Link>
  )
  return (
    <PageRoom>
      <PageSheet title="Listings" lead={`The locations of ${name} on Google.`} wide action={back}>
        <QueryState
          query={query}
          what="The listings"
          rows={3}
          empty={
            <Note
              icon={MapPin}
              title="No listings yet"
              detail="They stand here once an admin has connected the clinic’s account at Google."
            >
              <Link to="/settings/listings" className={buttonLook('default', 'md')}>
                Go to the connection
              </Link>
            </Note>
          }
        >
          {(locations) => (
            <ul aria-label="Listings" className="divide-y divide-line">
              {locations.map((location) => (
                <Row key={location._id} location={location} />
              ))}
            </ul>
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}

const PROBLEMS = {
  needs_consent: 'Google asks for the consent again',
  busy: 'Google asks to wait',
  unreachable: 'Google does not answer now',
  refused: 'Google refused the last reading',
} as const

function Row({ location }: { location: ListingConnection['locations'][number] }) {
  const { _id, title, address, averageRating, totalReviewCount, problem, lastSyncAt } = location
  const now = useNow(useServices().clock)
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  return (
    <li
      data-location-id={_id}
      className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:px-5"
    >
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to={`/reviews/listings/${_id}`}
          className="text-base font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="text-sm wrap-anywhere text-muted">{address}</p>
        {lastSyncAt !== null && (
          <p className="num text-xs text-muted">{`Reviews as of ${pastLabel(lastSyncAt, now, timezone)}`}</p>
        )}
      </div>
      {problem !== null && (
        <p className="flex items-center gap-1.5 text-sm text-warn-text">
          <TriangleAlert aria-hidden size={15} className="shrink-0" />
          {PROBLEMS[problem]}
        </p>
      )}
      <p className="num flex items-center gap-1 text-sm">
        <Rating average={averageRating} count={`${totalReviewCount.toLocaleString('en-US')} reviews`} />
      </p>
    </li>
  )
}
