import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { ImportRoom } from './review/import-room.tsx'

/** The page of one import. */
export function Component() {
  const organization = useActiveOrganization()
  const { importId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <ImportRoom key={`${organization._id} ${importId}`} {...{ organization, importId }} />
      </Queries>
    )
  )
}
