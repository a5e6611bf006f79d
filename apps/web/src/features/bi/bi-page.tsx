import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { BiList } from './bi-list.tsx'
import { BiScreen } from './bi-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  const { id } = useParams()
  if (!organization) return null
  const { _id: organizationId, role } = organization
  return (
    <Queries>
      {id === undefined ? (
        <BiList key={organizationId} organizationId={organizationId} isAdmin={role === 'admin'} />
      ) : (
        <BiScreen key={`${organizationId} ${id}`} {...{ organizationId, id }} />
      )}
    </Queries>
  )
}
