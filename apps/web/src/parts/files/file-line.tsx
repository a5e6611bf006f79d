import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { useMutation } from '@tanstack/react-query'
import { Download, File, FileAudio, FileImage, FileText, FileVideo, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { hasThumbnail, sizeWords } from '../../lib/files.rules.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { notifyError } from '../../ui/notify.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { failureMessage } from '../failure-message.rules.ts'
import { useApi } from '../services.tsx'
import { useBlobUrl } from './use-blob-url.ts'

interface FileLineProps {
  file: Attachment
  /** When and where the file came. */
  detail?: string
}

/** A file as a line of a list; a press downloads it. */
export function FileLine({ file, detail }: FileLineProps) {
  const api = useApi()
  const facts = [sizeWords(file.size), detail].filter((fact) => fact !== undefined).join(', ')
  const download = useMutation({
    mutationFn: () => api.blob(file.url),
    onSuccess: (blob) => saveBlob(blob, file.name),
    onError: (error) => notifyError(`${file.name} was not downloaded. ${failureMessage(error)}`),
  })
  return (
    <button
      type="button"
      aria-label={`Download ${file.name} ${facts}`}
      aria-busy={download.isPending || undefined}
      onClick={() => !download.isPending && download.mutate()}
      className="group flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Look file={file} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 block font-medium wrap-anywhere">{file.name}</span>{' '}
        <span className="num block text-xs text-muted">{facts}</span>
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
