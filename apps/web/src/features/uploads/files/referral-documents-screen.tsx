import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { ArrowUpRight } from 'lucide-react'
import { useNow } from '../../../lib/use-now.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi, useServices } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Card, KindHead } from '../kind-head.tsx'
import { ReferralList } from '../lists/referral-list.tsx'
import { useReferrals } from '../lists/use-referrals.ts'
import type { UploadsOrganization } from '../organization.ts'
import type { UploadKind } from '../upload-kinds.rules.ts'
import { FileUploads } from './file-uploads.tsx'
import { ReferralChoice } from './referral-choice.tsx'
import { matchReferral } from './targets.rules.ts'

interface FilesProps {
  kind: UploadKind
  organization: UploadsOrganization
}

/** [CALL-MAIN-08] [UPL-06] Documents of referrals, each by one call. */
export function ReferralDocumentsScreen({ kind, organization }: FilesProps) {
  const newest = useReferrals(organization._id, { search: '', withoutDocuments: false, limit: 1 })
  return (
    <>
      <KindHead kind={kind}>
        <Link to="/uploads/referrals" className={buttonLook('ghost', 'md')}>
          Referrals
        </Link>
      </KindHead>
      <QueryState
        query={newest}
        what="The referrals"
        empty={
          <Card label="Documents">
            <Note
              icon={ArrowUpRight}
              title="No referrals yet"
              detail="Upload referrals first: each document is kept with one."
            >
              <Link to="/uploads/referrals" className={buttonLook('primary', 'md')}>
                Upload referrals
              </Link>
            </Note>
          </Card>
        }
      >
        {() => (
          <>
            <Documents organization={organization} />
            <ReferralList organization={organization} withoutDocuments />
          </>
        )}
      </QueryState>
    </>
  )
}

/** So many referrals that a file's name may mean are offered. */
const FITTING = 20

function Documents({ organization: { _id: organizationId, timezone } }: Pick<FilesProps, 'organization'>) {
  const api = useApi()
  const today = dayIn(useNow(useServices().clock), timezone)
  return (
    <FileUploads
      isHeld
      upload={({ file, targetId, ...options }) =>
        api('uploadReferralDocument', { body: { organizationId, referralId: targetId }, files: [file], ...options })
      }
      match={() => null}
      look={async (fileName, signal) => {
        const { data, cursor } = await api('referrals', { query: { organizationId, fileName, limit: FITTING }, signal })
        return matchReferral(fileName, { referrals: data, isWhole: cursor === null, today })
      }}
      drop={{
        words: 'Drop documents here, or',
        help: 'PDF, Word, PNG or JPEG, up to 10 MB each. A name with the MRN or both names of the patient finds the referral; nothing is sent before you have seen it.',
        accept: '.pdf,.doc,.docx,.png,.jpg,.jpeg',
      }}
      rows={{
        title: 'Documents',
        held: ['document', 'documents'],
        noun: 'referral',
        choice: (choice) => <ReferralChoice {...choice} {...{ organizationId, today }} />,
      }}
    />
  )
}
