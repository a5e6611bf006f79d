import { useActiveOrganization } from '../../parts/services.tsx'
import { WallboardScreen } from './wallboard-screen.tsx'

/** [DESIGN-17] [OPEN-099] Shows what the front desk has to do now, to be read from across the room. */
export function Component() {
  const organization = useActiveOrganization()
  return organization && <WallboardScreen key={organization._id} organization={organization} />
}
