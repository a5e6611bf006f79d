import { useActiveOrganization } from '../../parts/services.tsx'
import { FormsScreen } from './forms-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  return organization && <FormsScreen key={organization._id} organization={organization} />
}
