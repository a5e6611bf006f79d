import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Paperclip } from 'lucide-react'
import { FileLine } from '../../../parts/files/file-line.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { useFiles } from './use-files.ts'

/** [CALL-INBOX-07] The files of the conversation's messages, newest first. */
export function FilesTab({ conversation: { id, organizationId } }: { conversation: Conversation }) {
  const rows = useFiles(organizationId, id)
  return (
    <QueryState query={rows} what="The files" rows={4} empty={EMPTY}>
      {(files) => (
        <>
          <ul aria-label="Files" className="divide-y divide-line">
            {files.map((file) => (
              <li key={file._id}>
                <FileLine file={file} />
              </li>
            ))}
          </ul>
          <LoadMore rows={rows} quiet />
        </>
      )}
    </QueryState>
  )
}

const EMPTY = (
  <Note icon={Paperclip} title="No files yet" detail="Pictures and documents from this conversation appear here." />
)
