import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { useQuery } from '@tanstack/react-query'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { FileLine } from '../../../parts/files/file-line.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi, useServices } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import type { UploadsOrganization } from '../organization.ts'

interface DocumentsDrawerProps {
  organization: UploadsOrganization
  referral: Referral | undefined
  onClose: () => void
}

/** The documents of a referral; a press downloads one. */
export function DocumentsDrawer({ organization, referral, onClose }: DocumentsDrawerProps) {
  return (
    <Drawer
      open={referral !== undefined}
      title={referral ? `Documents of ${referral.patientName}` : 'Documents'}
      onClose={onClose}
    >
      {referral && <Documents organization={organization} referralId={referral._id} />}
    </Drawer>
  )
}

function Documents({ organization, referralId }: { organization: UploadsOrganization; referralId: string }) {
  const { _id: organizationId, timezone } = organization
  const api = useApi()
  const now = useNow(useServices().clock)
  const documents = useQuery({
    queryKey: ['referral documents', organizationId, referralId],
    queryFn: async ({ signal }) =>
      (await api('referralDocuments', { query: { organizationId, referralId, limit: 100 }, signal })).data,
  })
  return (
    <QueryState
      query={documents}
      what="The documents"
      empty={<Note title="No documents" detail="None is kept with this referral." />}
    >
      {(all) => (
        <ul aria-label="Documents" className="divide-y divide-line">
          {all.map((file) => (
            <li key={file._id}>
              <FileLine file={file} detail={`${momentLabel(file.createdAt, now, timezone)}, ${file.createdByName}`} />
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}
