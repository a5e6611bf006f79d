import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { PatientsScreen } from './patients-screen.tsx'

/** [LIST-01] */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <PatientsScreen key={organization._id} organization={organization} />
      </Queries>
    )
  )
}
