import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { AutomationsScreen } from './automations-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <PageRoom>
          <AutomationsScreen
            key={organization._id}
            organizationId={organization._id}
            timezone={organization.timezone}
          />
        </PageRoom>
      </Queries>
    )
  )
}
