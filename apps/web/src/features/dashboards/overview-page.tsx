import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { OverviewScreen } from './overview-screen.tsx'

/** [DASH-02] [DASH-03] [DASH-04] [DASH-05] [DASH-06] */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <OverviewScreen key={organization._id} organization={organization} />
      </Queries>
    )
  )
}
