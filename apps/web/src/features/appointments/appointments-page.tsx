import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { AppointmentsScreen } from './appointments-screen.tsx'

/** [LIST-02] */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <AppointmentsScreen key={organization._id} organization={organization} />
      </Queries>
    )
  )
}
