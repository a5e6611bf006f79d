import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { UploadScreen } from './upload-screen.tsx'

/** The page of a kind; `/appointments/upload` is that of appointments. */
export function Component() {
  const organization = useActiveOrganization()
  const { kind = 'appointments' } = useParams()
  return (
    organization && (
      <Queries>
        <UploadScreen key={`${organization._id} ${kind}`} organization={organization} slug={kind} />
      </Queries>
    )
  )
}
