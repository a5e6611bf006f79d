import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { CampaignsScreen } from './campaigns-screen.tsx'

/** [CAMP-01] The list of campaigns. */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <PageRoom>
          <CampaignsScreen
            key={organization._id}
            organizationId={organization._id}
            timezone={organization.timezone}
            name={organization.name}
          />
        </PageRoom>
      </Queries>
    )
  )
}
