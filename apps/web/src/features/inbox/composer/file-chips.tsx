import { clsx } from 'clsx'
import { CircleAlert, FileText, X } from 'lucide-react'
import { isPicture, sizeWords } from '../../../lib/files.rules.ts'
import type { ComposerModel } from './composer-model.rules.ts'
import { useLocalUrl } from './use-local-url.ts'

interface FileChipsProps {
  files: readonly File[]
  bad: ComposerModel['badFile']
  onRemove: (file: File) => void
}

/** [INBOX-03] The files attached to the message before it is sent. */
export function FileChips({ files, bad, onRemove }: FileChipsProps) {
  return (
    <div className="px-3 pt-2">
      {files.length > 0 && (
        <ul aria-label="Attached files" className="flex flex-wrap gap-1.5">
          {files.map((file, place) => (
            <li key={`${file.name} ${place}`} className="min-w-0">
              <Chip file={file} bad={bad?.file === file} onRemove={() => onRemove(file)} />
            </li>
          ))}
        </ul>
      )}
      {bad !== null && (
        <p role="alert" className="mt-1.5 flex items-start gap-1 text-xs text-bad-text">
          <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />
          <span>{bad.words}</span>
        </p>
      )}
    </div>
  )
}

function Chip({ file, bad, onRemove }: { file: File; bad: boolean; onRemove: () => void }) {
  const shows = isPicture(file.type)
  const url = useLocalUrl(file, shows)
  return (
    <span
      className={clsx(
        'flex h-11 max-w-60 items-center gap-2 rounded-md border bg-surface pl-1.5 text-xs',
        bad ? 'border-bad-fill' : 'border-line-strong',
      )}
    >
      {url === null ? (
        <FileText aria-hidden size={18} strokeWidth={1.75} className={bad ? 'text-bad-text' : 'text-muted'} />
      ) : (
        <img src={url} alt="" className="size-8 shrink-0 rounded-sm object-cover" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-ink">{file.name}</span>
        <span className="num block text-muted">{sizeWords(file.size)}</span>
      </span>
      <button
        type="button"
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
        className="grid h-full w-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink pointer-coarse:w-11"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}
