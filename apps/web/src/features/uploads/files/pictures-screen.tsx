import { Link } from 'react-router'
import { useApi } from '../../../parts/services.tsx'
import { Failed, Loading } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { useDoctors } from '../../../parts/visits/use-doctors.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { DropArea } from '../drop-area.tsx'
import { KindHead } from '../kind-head.tsx'
import type { UploadsOrganization } from '../organization.ts'
import type { UploadKind } from '../upload-kinds.rules.ts'
import { FileRows } from './file-rows.tsx'
import { doctorOf, doctorTargets } from './targets.rules.ts'
import { usePictures } from './use-pictures.ts'

interface FilesProps {
  kind: UploadKind
  organization: UploadsOrganization
}

/** [CALL-CAMPAIGN-21] [OPEN-080] Pictures of doctors, each by one call. */
export function PicturesScreen({ kind, organization: { _id: organizationId } }: FilesProps) {
  const api = useApi()
  const offline = useOffline()
  const { doctors, isFailed, refetch } = useDoctors(organizationId)
  const targets = doctorTargets(doctors)
  const { actor, add, problem } = usePictures(
    ({ file, targetId, ...options }) =>
      api('uploadDoctorPicture', { body: { organizationId, doctorId: targetId }, files: [file], ...options }),
    (fileName) => doctorOf(fileName, doctors),
  )
  const off = offlineReason(offline, 'Sending')
  return (
    <>
      <KindHead kind={kind}>
        <Link to="/doctors" className={buttonLook('ghost', 'md')}>
          Doctors
        </Link>
      </KindHead>
      {isFailed ? (
        <Failed what="The doctors" message="Without them no picture finds its doctor." onRetry={() => void refetch()} />
      ) : doctors.length === 0 ? (
        <Loading what="The doctors" />
      ) : (
        <DropArea
          multiple
          words="Drop pictures here, or"
          label="Choose files"
          help="PNG, JPEG or WebP, up to 10 MB each and at least 64 pixels on each side. A name such as 1999900016.jpg or Amara Okafor.png finds the doctor."
          accept="image/png,image/jpeg,image/webp"
          disabledReason={off}
          onFiles={add}
        />
      )}
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      {actor && <FileRows {...{ actor, targets, off }} title="Pictures" noun="doctor" />}
    </>
  )
}
