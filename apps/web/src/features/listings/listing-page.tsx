import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { Queries } from '../../parts/queries.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { ListingScreen } from './listing-screen.tsx'
import { useListingEditor } from './use-listing-editor.ts'

/** The route `/reviews/listings/:locationId`. */
export function Component() {
  const organization = useActiveOrganization()
  const { locationId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <ListingRoom key={`${organization._id} ${locationId}`} organizationId={organization._id} {...{ locationId }} />
      </Queries>
    )
  )
}

interface RoomProps {
  organizationId: string
  locationId: string
}

interface ListingRoomProps extends RoomProps {
  /** Shows the location, if not by its editor. */
  show?: (room: RoomProps & { title: string }) => ReactNode
}

const showEditor: NonNullable<ListingRoomProps['show']> = (room) => <Editor {...room} />

export function ListingRoom({ organizationId, locationId, show = showEditor }: ListingRoomProps) {
  const connection = useListingConnection(organizationId)
  const own = connection.data?.locations.find(({ _id }) => _id === locationId)
  if (own) return show({ organizationId, locationId, title: own.title })
  return (
    <PageRoom>
      <PageSheet title="Listing">
        <QueryState query={connection} what="The listing" rows={6}>
          {() => (
            <Note
              icon={MapPin}
              title="This listing is not there"
              detail="It may have left the clinic’s account at Google."
            >
              <Link to="/reviews/listings" className={buttonLook('default', 'md')}>
                All listings
              </Link>
            </Note>
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}

function Editor({ organizationId, locationId, title }: RoomProps & { title: string }) {
  const actor = useListingEditor(organizationId, locationId)
  return actor && <ListingScreen {...{ actor, organizationId, locationId, title }} />
}
