import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { useMutation } from '@tanstack/react-query'
import { Download, File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { createFetchBlob } from '../../../api/blob.ts'
import { useParts } from '../../../parts/parts.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { failureWords } from './failure-words.rules.ts'
import { isDrawn, sizeLabel } from './files.rules.ts'
import { TabEmpty, TabEnd, TabFailed, TabLoading } from './tab-states.tsx'
import { useBlobAddress } from './use-blob-address.ts'
import { useFiles } from './use-files.ts'

/** [CALL-INBOX-07] What was sent with the conversation's messages, newest first. */
export function FilesTab({ conversation: { id, organizationId } }: { conversation: Conversation }) {
  const query = useFiles(organizationId, id)
  const { files } = query
  if (!files) {
    if (!query.isError) return <TabLoading label="Loading files" />
    const again = () => void query.refetch()
    return <TabFailed title="Files did not load" words={failureWords(query.error)} onRetry={again} />
  }
  if (files.length === 0) {
    return (
      <TabEmpty
        icon={Paperclip}
        title="No files yet"
        detail="Pictures and documents of this conversation stand here."
      />
    )
  }
  return (
    <>
      <ul aria-label="Files" className="divide-y divide-line">
        {files.map((file) => (
          <li key={file._id}>
            <FileLine file={file} />
          </li>
        ))}
      </ul>
      <TabEnd
        hasMore={query.hasNextPage}
        busy={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function FileLine({ file }: { file: Attachment }) {
  const { fetch, token } = useParts()
  const download = useMutation({
    mutationFn: () => createFetchBlob({ fetch, token })(file.url),
    onSuccess: (blob) => save(blob, file.name),
    onError: (error) => notifyError(`${file.name} was not downloaded. ${failureWords(error)}`),
  })
  return (
    <button
      type="button"
      aria-label={`Download ${file.name} ${sizeLabel(file.size)}`}
      aria-busy={download.isPending || undefined}
      onClick={() => !download.isPending && download.mutate()}
      className="group flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Look file={file} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 block font-medium wrap-anywhere">{file.name}</span>{' '}
        <span className="num block text-xs text-muted">{sizeLabel(file.size)}</span>
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
  const address = useBlobAddress(file.url, isDrawn(file))
  if (address !== null && !broken) {
    return (
      <img
        src={address}
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

/** As a download, never as a page: what a patient sent must not run here. */
function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun by the time this task is over.
  setTimeout(() => URL.revokeObjectURL(address))
}
