import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { SendScreen } from './send-screen.tsx'

/** [NOTIF-01] */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <SendScreen key={organization._id} organization={organization} />
      </Queries>
    )
  )
}
