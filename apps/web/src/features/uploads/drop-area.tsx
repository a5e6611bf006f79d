import { clsx } from 'clsx'
import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { buttonLook } from '../../ui/button-look.rules.ts'

interface DropAreaProps {
  /** "Drop a spreadsheet here, or" */
  words: string
  help: string
  /** For the browser's dialog; the server decides by the content. */
  accept: string
  label?: string
  multiple?: boolean
  disabledReason?: string | undefined
  onFiles: (files: readonly File[]) => void
}

/** A place for files, by dropping or by the browser's dialog. */
export function DropArea(props: DropAreaProps) {
  const { words, help, accept, label = 'Choose a file', multiple = false, disabledReason, onFiles } = props
  const [isOver, setIsOver] = useState(false)
  const isOff = disabledReason !== undefined

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (!isOff && files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same by keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault()
        if (!isOff) setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={clsx(
        'flex flex-col items-center gap-2 border border-dashed px-4 py-8 text-center max-md:border-x-0 md:rounded-lg',
        isOver ? 'border-accent bg-selected' : 'border-control bg-surface',
      )}
    >
      <Upload aria-hidden size={24} strokeWidth={1.5} className="text-muted" />
      <p className="flex flex-wrap items-center justify-center gap-2 text-sm">
        <span className="max-md:hidden">{words}</span>
        <label
          className={`${buttonLook('primary', 'md', isOff)} focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus`}
        >
          {label}
          <input
            type="file"
            accept={accept}
            multiple={multiple}
            disabled={isOff}
            className="sr-only"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              // The same file may be chosen again after a failure.
              target.value = ''
              if (files.length > 0) onFiles(files)
            }}
          />
        </label>
      </p>
      <p className="max-w-160 text-xs text-subtle">{disabledReason ?? help}</p>
    </div>
  )
}
