import { MapPin, Star } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { Queries } from '../../parts/queries.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useActiveOrganization, useApp } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { ReviewsScreen, type ReviewsScreenProps } from './reviews-screen.tsx'

/** [REV-01] The route `/reviews`. */
export function Component() {
  const organization = useActiveOrganization()
  const { user } = useSnapshot(useApp().mainContext)
  if (!organization || !user) return null
  const { _id: organizationId, timezone, role } = organization
  return (
    <Queries>
      <ReviewsRoom
        key={organizationId}
        {...{ organizationId, timezone }}
        userId={user._id}
        isAdmin={role === 'admin'}
      />
    </Queries>
  )
}

export function ReviewsRoom(props: Omit<ReviewsScreenProps, 'connection'>) {
  const connection = useListingConnection(props.organizationId)
  const { data } = connection
  if (data !== undefined && (data.state !== 'off' || data.locations.length > 0))
    return <ReviewsScreen {...props} connection={data} />
  return (
    <PageRoom>
      <PageSheet title="Reviews" lead="What people write about the clinic on Google, and the replies.">
        <QueryState query={connection} what="The reviews" rows={6}>
          {() => <NotConnected isAdmin={props.isAdmin} />}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}

function NotConnected({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Note
      icon={isAdmin ? MapPin : Star}
      title="Google is not connected"
      detail={
        isAdmin
          ? 'Once it is, each review stands here within minutes, and you reply without leaving Foyer.'
          : 'Reviews stand here once an admin has connected the clinic’s listings.'
      }
    >
      {isAdmin && (
        <Link to="/settings/listings" className={buttonLook('primary', 'md')}>
          Connect
        </Link>
      )}
    </Note>
  )
}
