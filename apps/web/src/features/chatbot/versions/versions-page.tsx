import { useParams } from 'react-router'
import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { VersionsScreen } from './versions-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  const { flowId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <PageRoom>
          <VersionsScreen
            key={`${organization._id} ${flowId}`}
            {...{ flowId, organizationId: organization._id, timezone: organization.timezone }}
          />
        </PageRoom>
      </Queries>
    )
  )
}
