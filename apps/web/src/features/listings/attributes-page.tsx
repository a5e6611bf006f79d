import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { AttributesScreen } from './attributes-screen.tsx'
import { ListingRoom } from './listing-page.tsx'

/** The route `/reviews/listings/:locationId/attributes`. */
export function Component() {
  const organization = useActiveOrganization()
  const { locationId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <ListingRoom
          key={`${organization._id} ${locationId}`}
          organizationId={organization._id}
          {...{ locationId }}
          show={(room) => <AttributesScreen {...room} />}
        />
      </Queries>
    )
  )
}
