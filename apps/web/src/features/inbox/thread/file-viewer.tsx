import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { Download, X } from 'lucide-react'
import { sizeWords } from '../../../lib/files.rules.ts'
import { saveAs } from '../../../lib/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'

interface FileViewerProps {
  file: Attachment
  /** The object URL of the file's bytes. */
  url: string
  onClose: () => void
}

/** A picture as large as the screen allows. */
export function FileViewer({ file, url, onClose }: FileViewerProps) {
  useFocusBack()
  return (
    <Dialog open onClose={onClose} className="relative z-(--z-dialog)">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <DialogPanel className="fixed inset-0 m-auto flex h-fit max-h-[calc(100dvh-2rem)] w-fit max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl bg-surface text-ink shadow-sheet max-md:inset-x-4">
        <header className="flex shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4">
          <DialogTitle className="min-w-0 flex-1 truncate text-base font-semibold">{file.name}</DialogTitle>
          <span className="num shrink-0 text-xs text-muted max-md:sr-only">{sizeWords(file.size)}</span>
          <Button icon={Download} onClick={() => saveAs(url, file.name)} className="pointer-coarse:h-11">
            Download
          </Button>
          <IconButton icon={X} label="Close" size="lg" onClick={onClose} />
        </header>
        <div className="min-h-0 overflow-auto bg-sunken">
          <img
            src={url}
            alt={file.name}
            className="mx-auto max-h-[calc(100dvh-7rem)] min-w-48 max-w-full object-contain"
          />
        </div>
      </DialogPanel>
    </Dialog>
  )
}
