import type { PatientFile } from '@foyer/contracts/patients/chart-calls.ts'
import { Paperclip, Upload } from 'lucide-react'
import { useRef } from 'react'
import { dateLabel } from '../../../lib/time-labels.rules.ts'
import { FileLine } from '../../../parts/files/file-line.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from './card.tsx'
import type { TabProps } from './tab-props.ts'
import { usePatientFiles } from './use-patient-files.ts'
import { useUpload } from './use-upload.ts'

/** The files of the patient's messages, and those that staff keep in the chart. */
export function FilesTab({ organization, patient, now, offline }: TabProps) {
  const { _id: organizationId, timezone } = organization
  const rows = usePatientFiles(organizationId, patient)
  const { isSaving, save } = useUpload(organizationId, patient._id)
  const picker = useRef<HTMLInputElement>(null)
  const detailOf = ({ createdAt, conversationId }: PatientFile) =>
    `${conversationId === null ? 'added to the chart' : 'from a conversation'}, ${dateLabel(createdAt, now, timezone)}`
  return (
    <Card
      title="Files"
      flush
      action={
        <>
          <Button
            size="sm"
            icon={Upload}
            busy={isSaving}
            disabledReason={offlineReason(offline, 'Adding a file')}
            onClick={() => picker.current?.click()}
          >
            Add a file
          </Button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files to add to the chart"
            onChange={({ target }) => {
              void save([...(target.files ?? [])])
              // The same file may be picked again after a failure.
              target.value = ''
            }}
          />
        </>
      }
    >
      <QueryState
        query={rows}
        what="The files"
        rows={4}
        empty={
          <Note
            icon={Paperclip}
            title="No files yet"
            detail="Pictures and documents from texts will appear here, and the files that you add to the chart."
          />
        }
      >
        {(files) => (
          <>
            <ul aria-label="Files" className="divide-y divide-line border-t border-line md:px-1">
              {files.map((file) => (
                <li key={file._id}>
                  <FileLine file={file} detail={detailOf(file)} />
                </li>
              ))}
            </ul>
            <LoadMore rows={rows} what="files" quiet />
          </>
        )}
      </QueryState>
    </Card>
  )
}
