import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { clsx } from 'clsx'
import { Download, FileText, ImageOff, LoaderCircle } from 'lucide-react'
import { Suspense, useState } from 'react'
import { isPicture, sizeWords } from '../../../lib/files.rules.ts'
import { saveBlob } from '../../../lib/save-blob.ts'
import { useBlobUrl } from '../../../parts/files/use-blob-url.ts'
import { useApi } from '../../../parts/services.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { useLocalUrl } from '../composer/use-local-url.ts'

const FileViewer = lazyPart(async () => (await import('./file-viewer.tsx')).FileViewer)

/** [INBOX-03] [OPEN-071] The files of a message: images as pictures, all others by name. */
export function MessageFiles({ files, end }: { files: readonly Attachment[]; end: boolean }) {
  return (
    <ul aria-label="Files" className={clsx('mt-1 flex flex-wrap gap-1.5', end && 'justify-end')}>
      {files.map((file) => (
        <li key={file._id} className="min-w-0 max-w-full">
          {isPicture(file.contentType) ? <Picture file={file} /> : <FileChip file={file} />}
        </li>
      ))}
    </ul>
  )
}

const FRAME =
  'grid h-20 w-28 place-items-center overflow-hidden rounded-lg border border-line-strong bg-sunken text-muted'

function Picture({ file }: { file: Attachment }) {
  const { state, url, retry } = useBlobUrl(file.url)
  const [open, setOpen] = useState(false)
  if (state === 'failed')
    return (
      <button type="button" onClick={retry} className={`${FRAME} px-1 text-xs`}>
        <ImageOff aria-hidden size={18} />
        <span>
          <span className="sr-only">{`${file.name} did not load. `}</span>Load again
        </span>
      </button>
    )
  if (url === null)
    return (
      <span role="img" aria-busy aria-label={`${file.name}, loading`} className={FRAME}>
        <LoaderCircle aria-hidden size={18} className="motion-safe:animate-spin" />
      </span>
    )
  return (
    <>
      <button type="button" aria-label={`Open ${file.name}`} onClick={() => setOpen(true)} className={FRAME}>
        <img src={url} alt="" className="size-full object-cover" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <FileViewer file={file} url={url} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function FileChip({ file }: { file: Attachment }) {
  const api = useApi()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      saveBlob(await api.blob(file.url), file.name)
    } catch {
      notifyError(`${file.name} did not load. Try again.`)
    }
    setBusy(false)
  }

  const Icon = busy ? LoaderCircle : Download
  return (
    <button
      type="button"
      aria-label={`Download ${file.name} ${sizeWords(file.size)}`}
      aria-busy={busy}
      onClick={() => !busy && void download()}
      className={`${CHIP} hover:bg-hover`}
    >
      <FileText aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      {/* The spaces make the visible text part of the accessible name, so that voice control finds the button. */}
      <span className="min-w-0 truncate font-medium">{file.name}</span>{' '}
      <span className="num shrink-0 text-xs text-muted">{sizeWords(file.size)}</span>
      <Icon aria-hidden size={14} className={clsx('shrink-0 text-muted', busy && 'motion-safe:animate-spin')} />
    </button>
  )
}

const CHIP =
  'flex h-8 max-w-[min(18rem,100%)] items-center gap-1.5 rounded-md border border-line-strong bg-raised px-2 text-sm text-ink pointer-coarse:h-11'

/** The files of a message that this screen is sending. */
export function PendingFiles({ files, end }: { files: readonly File[]; end: boolean }) {
  return (
    <ul aria-label="Files" className={clsx('mt-1 flex flex-wrap gap-1.5', end && 'justify-end')}>
      {files.map((file, place) => (
        <li key={`${file.name} ${place}`} className="min-w-0 max-w-full">
          <PendingFile file={file} />
        </li>
      ))}
    </ul>
  )
}

function PendingFile({ file }: { file: File }) {
  const shows = isPicture(file.type)
  const url = useLocalUrl(file, shows)
  if (url !== null)
    return (
      <span className={FRAME}>
        <img src={url} alt={file.name} className="size-full object-cover opacity-70" />
      </span>
    )
  return (
    <span className={`${CHIP} opacity-80`}>
      <FileText aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="min-w-0 truncate font-medium">{file.name}</span>
      <span className="num shrink-0 text-xs text-muted">{sizeWords(file.size)}</span>
    </span>
  )
}
