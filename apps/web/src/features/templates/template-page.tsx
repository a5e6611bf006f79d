import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { TemplateRoom } from './template-room.tsx'

/** One template, or a new one. */
export function Component() {
  const organization = useActiveOrganization()
  const { templateId = null } = useParams()
  return (
    organization && (
      <Queries>
        <TemplateRoom key={`${organization._id} ${templateId}`} {...{ organization, templateId }} />
      </Queries>
    )
  )
}
