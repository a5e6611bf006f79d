import { PageRoom } from '../../parts/page-room.tsx'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { DoctorsScreen } from './doctors-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <PageRoom>
          <DoctorsScreen key={organization._id} organizationId={organization._id} />
        </PageRoom>
      </Queries>
    )
  )
}
