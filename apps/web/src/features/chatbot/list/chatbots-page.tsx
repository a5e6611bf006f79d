import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { ChatbotsScreen } from './chatbots-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <PageRoom>
          <ChatbotsScreen
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
