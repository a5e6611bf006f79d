import type { Membership } from '@foyer/contracts/organization.ts'
import { FolderX } from 'lucide-react'
import { useParams } from 'react-router'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { StaffNames } from '../../../parts/staff-names.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { useColleagues } from '../../../parts/use-colleagues.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { ChartScreen } from './chart-screen.tsx'
import { ChartSkeleton } from './chart-skeleton.tsx'
import { usePatient } from './use-patient.ts'

/** A patient's chart: all that the organization has of one person. */
export default function ChartPage() {
  const organization = useActiveOrganization()
  const { id = '' } = useParams()
  return (
    organization && (
      <Queries>
        <Chart key={`${organization._id} ${id}`} organization={organization} patientId={id} />
      </Queries>
    )
  )
}

export function Chart({ organization, patientId }: { organization: Membership; patientId: string }) {
  const question = usePatient(organization._id, patientId)
  const { names } = useColleagues(organization._id)
  const { error, isError } = question
  // An id that no patient can have is refused as not valid.
  const isAbsent = isError && (isRefused(error, 'not_found') || isRefused(error, 'not_valid'))
  return (
    <StaffNames value={names}>
      <PageRoom>
        {isAbsent ? (
          <NoChart organizationName={organization.name} />
        ) : (
          <QueryState query={question} what="The chart" skeleton={<ChartSkeleton />}>
            {(patient) => <ChartScreen {...{ organization, patient }} onSaved={question.put} />}
          </QueryState>
        )}
      </PageRoom>
    </StaffNames>
  )
}

/** It does not tell an unknown patient from another organization's. */
function NoChart({ organizationName }: { organizationName: string }) {
  return (
    <Note
      icon={FolderX}
      title="This chart can’t be found"
      detail={`The link may be old, or the chart may belong to an organization other than ${organizationName}.`}
    >
      <Link to="/patients" className={buttonLook('default', 'md')}>
        All patients
      </Link>
    </Note>
  )
}
