import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import { notifyError } from '../../../ui/notify.tsx'
import { withPicked } from './files.rules.ts'

export type PickedFiles = ReturnType<typeof usePickedFiles>

/** [INBOX-03] The files of the message, whether picked, pasted or dropped. */
export function usePickedFiles(files: readonly File[], onChange: (files: readonly File[]) => void) {
  const [dragging, setDragging] = useState(false)

  const add = useStable((list: FileList | null | undefined): boolean => {
    if (!list || list.length === 0) return false
    const picked = withPicked(files, [...list])
    if (picked.refused !== null) notifyError(picked.refused)
    onChange(picked.files)
    return true
  })

  return {
    files,
    dragging,
    add,
    remove: (file: File) => onChange(files.filter((one) => one !== file)),
    onPaste: (event: ClipboardEvent) => {
      if (add(event.clipboardData.files)) event.preventDefault()
    },
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setDragging(false)
      },
      onDrop: (event: DragEvent) => {
        setDragging(false)
        if (add(event.dataTransfer.files)) event.preventDefault()
      },
    },
  }
}
