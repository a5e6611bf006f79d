import { UserX } from 'lucide-react'
import { useParams } from 'react-router'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { PageRoom } from '../../../parts/page-room.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { DoctorScreen } from './doctor-screen.tsx'
import { useDoctor } from './use-doctor.ts'

/** One doctor's record. */
export function Component() {
  const organization = useActiveOrganization()
  const { id = '' } = useParams()
  return (
    organization && (
      <Queries>
        <DoctorRoom
          key={`${organization._id} ${id}`}
          organizationId={organization._id}
          organizationName={organization.name}
          doctorId={id}
        />
      </Queries>
    )
  )
}

interface DoctorRoomProps {
  organizationId: string
  organizationName: string
  doctorId: string
}

export function DoctorRoom({ organizationId, organizationName, doctorId }: DoctorRoomProps) {
  const question = useDoctor(organizationId, doctorId)
  const { error, isError } = question
  // An id that no doctor can have is refused as not valid.
  const isAbsent = isError && (isRefused(error, 'not_found') || isRefused(error, 'not_valid'))
  return (
    <PageRoom>
      {isAbsent ? (
        <Note
          icon={UserX}
          title="This doctor can’t be found"
          detail={`The link may be old, or the doctor may belong to an organization other than ${organizationName}.`}
        >
          <Link to="/doctors" className={buttonLook('default', 'md')}>
            All doctors
          </Link>
        </Note>
      ) : (
        <QueryState query={question} what="The doctor">
          {(doctor) => <DoctorScreen {...{ organizationId, doctor }} onSaved={question.put} />}
        </QueryState>
      )}
    </PageRoom>
  )
}
