import { useParams } from 'react-router'
import { Queries } from '../../parts/queries.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { SubmissionScreen } from './submission-screen.tsx'

export function Component() {
  const organization = useActiveOrganization()
  const { submissionId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <SubmissionScreen key={`${organization._id} ${submissionId}`} {...{ organization, submissionId }} />
      </Queries>
    )
  )
}
