import { Queries } from '../../../parts/queries.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { DueDatesScreen } from './due-dates-screen.tsx'

/** [OPEN-014] [LIST-03] */
export function Component() {
  const organization = useActiveOrganization()
  return (
    organization && (
      <Queries>
        <DueDatesScreen key={organization._id} organization={organization} />
      </Queries>
    )
  )
}
