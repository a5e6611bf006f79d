import { useActiveOrganization } from '../../parts/services.tsx'
import { FaxScreen } from './fax-screen.tsx'

/** [FAX-01] */
export function Component() {
  const organization = useActiveOrganization()
  return organization && <FaxScreen key={organization._id} organization={organization} />
}
