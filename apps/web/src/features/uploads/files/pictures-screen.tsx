import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { Stethoscope } from 'lucide-react'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { useDoctors } from '../../../parts/visits/use-doctors.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Card, KindHead } from '../kind-head.tsx'
import type { UploadsOrganization } from '../organization.ts'
import type { UploadKind } from '../upload-kinds.rules.ts'
import { DoctorChoice } from './doctor-choice.tsx'
import { FileUploads } from './file-uploads.tsx'
import { doctorTarget, matchDoctor } from './targets.rules.ts'

interface FilesProps {
  kind: UploadKind
  organization: UploadsOrganization
}

/** [CALL-CAMPAIGN-21] [OPEN-080] Pictures of doctors, each by one call. */
export function PicturesScreen({ kind, organization: { _id: organizationId } }: FilesProps) {
  const { present } = useDoctors(organizationId)
  return (
    <>
      <KindHead kind={kind}>
        <Link to="/doctors" className={buttonLook('ghost', 'md')}>
          Doctors
        </Link>
      </KindHead>
      <QueryState query={present} what="The doctors" empty={<NoDoctors />}>
        {(doctors) => <Pictures {...{ organizationId, doctors }} />}
      </QueryState>
    </>
  )
}

function NoDoctors() {
  return (
    <Card label="Pictures">
      <Note
        icon={Stethoscope}
        title="No doctor takes visits"
        detail="Each picture is kept with a doctor who takes visits. Upload providers first, or bring back a doctor who is archived."
      >
        <Link to="/doctors" className={buttonLook('primary', 'md')}>
          Go to the doctors
        </Link>
        <Link to="/uploads/providers" className={buttonLook('default', 'md')}>
          Upload providers
        </Link>
      </Note>
    </Card>
  )
}

function Pictures({ organizationId, doctors }: { organizationId: string; doctors: readonly Doctor[] }) {
  const api = useApi()
  const targets = doctors.map(doctorTarget)
  return (
    <FileUploads
      upload={({ file, targetId, ...options }) =>
        api('uploadDoctorPicture', { body: { organizationId, doctorId: targetId }, files: [file], ...options })
      }
      match={(fileName) => matchDoctor(fileName, doctors)}
      drop={{
        words: 'Drop pictures here, or',
        help: 'PNG, JPEG or WebP, up to 10 MB each and at least 64 pixels on each side. A name such as 1999900016.jpg or Amara Okafor.png finds the doctor.',
        accept: 'image/png,image/jpeg,image/webp',
      }}
      rows={{
        title: 'Pictures',
        noun: 'doctor',
        choice: (choice) => <DoctorChoice {...choice} doctors={targets} />,
      }}
    />
  )
}
