import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { useMutation } from '@tanstack/react-query'
import { Download, File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from '../../../lib/save-blob.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { hasThumbnail, sizeWords } from '../files.rules.ts'
import { useBlobUrl } from '../use-blob-url.ts'
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

function FileLine({ file }: { file: Attachment }) {
  const api = useApi()
  const download = useMutation({
    mutationFn: () => api.blob(file.url),
    onSuccess: (blob) => saveBlob(blob, file.name),
    onError: (error) => notifyError(`${file.name} was not downloaded. ${failureMessage(error)}`),
  })
  return (
    <button
      type="button"
      aria-label={`Download ${file.name} ${sizeWords(file.size)}`}
      aria-busy={download.isPending || undefined}
      onClick={() => !download.isPending && download.mutate()}
      className="group flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Look file={file} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 block font-medium wrap-anywhere">{file.name}</span>{' '}
        <span className="num block text-xs text-muted">{sizeWords(file.size)}</span>
      </span>
      {download.isPending ? (
        <Spinner />
      ) : (
        <Download aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted group-hover:text-ink" />
      )}
    </button>
  )
}

const ICONS: [string, LucideIcon][] = [
  ['image/', FileImage],
  ['audio/', FileAudio],
  ['video/', FileVideo],
  ['text/', FileText],
  ['application/pdf', FileText],
]

function Look({ file }: { file: Attachment }) {
  const [broken, setBroken] = useState(false)
  // If the thumbnail fails, an icon replaces it, and the download reports the error.
  const { url } = useBlobUrl(hasThumbnail(file) ? file.url : null)
  if (url !== null && !broken) {
    return (
      <img
        src={url}
        alt=""
        onError={() => setBroken(true)}
        className="size-10 shrink-0 rounded-sm border border-line object-cover"
      />
    )
  }
  const Icon = ICONS.find(([start]) => file.contentType.startsWith(start))?.[1] ?? File
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
      <Icon aria-hidden size={18} strokeWidth={1.5} />
    </span>
  )
}
