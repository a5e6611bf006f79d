import { useParams } from 'react-router'
import { Queries } from '../../../parts/queries.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { ResultsRoom } from './results-room.tsx'

/** The page of one campaign: its results. */
export function Component() {
  const organization = useActiveOrganization()
  const { campaignId = '' } = useParams()
  return (
    organization && (
      <Queries>
        <ResultsRoom key={`${organization._id} ${campaignId}`} {...{ organization, campaignId }} />
      </Queries>
    )
  )
}
