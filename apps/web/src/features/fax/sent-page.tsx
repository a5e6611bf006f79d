import { useActiveOrganization } from '../../parts/services.tsx'
import { SentScreen } from './sent-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  return organization && <SentScreen key={organization._id} organization={organization} />
}
