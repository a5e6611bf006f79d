import { FileQuestion } from 'lucide-react'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { FilesScreen } from './files/files-screen.tsx'
import { PicturesScreen } from './files/pictures-screen.tsx'
import { ReferralDocumentsScreen } from './files/referral-documents-screen.tsx'
import type { UploadsOrganization } from './organization.ts'
import { SheetScreen } from './sheet-screen.tsx'
import { kindOfSlug, type UploadKind } from './upload-kinds.rules.ts'
import { UploadsFrame } from './uploads-frame.tsx'

interface UploadScreenProps {
  organization: UploadsOrganization
  /** As the address has it. */
  slug: string
}

export function UploadScreen({ organization, slug }: UploadScreenProps) {
  const kind = kindOfSlug(slug)
  return (
    <UploadsFrame organization={organization}>
      {kind ? (
        <KindScreen kind={kind} organization={organization} />
      ) : (
        <Note icon={FileQuestion} title="There is no such upload" detail="Choose one of the kinds of uploads.">
          <Link to="/uploads/demographics" className={buttonLook('default', 'md')}>
            Upload demographics
          </Link>
        </Note>
      )}
    </UploadsFrame>
  )
}

function KindScreen({ kind, organization }: { kind: UploadKind; organization: UploadsOrganization }) {
  switch (kind.slug) {
    case 'doctor-pictures':
      return <PicturesScreen {...{ kind, organization }} />
    case 'referral-documents':
      return <ReferralDocumentsScreen {...{ kind, organization }} />
    case 'files':
      return <FilesScreen {...{ kind, organization }} />
    default:
      return kind.sheet && <SheetScreen sheet={kind.sheet} {...{ kind, organization }} />
  }
}
