import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { FormScreen } from './form-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  const { formId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <FormScreen key={`${organization._id} ${formId}`} {...{ organization, formId }} />
      </Queries>
    )
  )
}
