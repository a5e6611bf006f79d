import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { Link } from 'react-router'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { DropArea } from '../drop-area.tsx'
import { KindHead } from '../kind-head.tsx'
import { ReferralList } from '../lists/referral-list.tsx'
import { useReferrals } from '../lists/use-referrals.ts'
import type { UploadsOrganization } from '../organization.ts'
import type { UploadKind } from '../upload-kinds.rules.ts'
import { FileRows } from './file-rows.tsx'
import { referralOf, referralTargets } from './targets.rules.ts'
import { usePictures } from './use-pictures.ts'

interface FilesProps {
  kind: UploadKind
  organization: UploadsOrganization
}

/** So many of the newest referrals are offered for a file. */
const OFFERED = 100

/** [CALL-MAIN-08] [UPL-06] Documents of referrals, each by one call. */
export function ReferralDocumentsScreen({ kind, organization }: FilesProps) {
  const { _id: organizationId } = organization
  const question = useReferrals(organizationId, { search: '', withoutDocuments: false, limit: OFFERED })
  return (
    <>
      <KindHead kind={kind}>
        <Link to="/uploads/referrals" className={buttonLook('ghost', 'md')}>
          Referrals
        </Link>
      </KindHead>
      <QueryState
        query={question}
        what="The referrals"
        empty={
          <Note title="No referrals yet" detail="Upload referrals first: each document is kept with one.">
            <Link to="/uploads/referrals" className={buttonLook('primary', 'md')}>
              Upload referrals
            </Link>
          </Note>
        }
      >
        {(referrals) => <Documents {...{ organizationId, referrals }} />}
      </QueryState>
      <ReferralList organization={organization} withoutDocuments />
    </>
  )
}

interface DocumentsProps {
  organizationId: string
  referrals: readonly Referral[]
}

function Documents({ organizationId, referrals }: DocumentsProps) {
  const api = useApi()
  const offline = useOffline()
  const targets = referralTargets(referrals)
  const { actor, add, problem } = usePictures(
    ({ file, targetId, ...options }) =>
      api('uploadReferralDocument', { body: { organizationId, referralId: targetId }, files: [file], ...options }),
    (fileName) => referralOf(fileName, referrals),
  )
  const off = offlineReason(offline, 'Sending')
  return (
    <>
      <DropArea
        multiple
        words="Drop documents here, or"
        label="Choose files"
        help="PDF, Word, PNG or JPEG, up to 10 MB each. A name with the MRN or both names of the patient finds the referral."
        accept=".pdf,.doc,.docx,.png,.jpg,.jpeg"
        disabledReason={off}
        onFiles={add}
      />
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      {actor && <FileRows {...{ actor, targets, off }} title="Documents" noun="referral" />}
    </>
  )
}
