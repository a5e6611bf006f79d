import type { ComponentProps } from 'react'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { DropArea } from '../drop-area.tsx'
import { FileProblem } from './file-problem.tsx'
import { FileRows } from './file-rows.tsx'
import { type FileUploadsOptions, useFileUploads } from './use-file-uploads.ts'

interface FileUploadsProps extends FileUploadsOptions {
  drop: Pick<ComponentProps<typeof DropArea>, 'words' | 'help' | 'accept'>
  rows: Omit<ComponentProps<typeof FileRows>, 'actor' | 'off'>
}

/** A place for files, and below it a row for each file that goes up. */
export function FileUploads({ drop, rows, ...options }: FileUploadsProps) {
  const off = offlineReason(useOffline(), 'Sending')
  const { actor, add, problem } = useFileUploads(options)
  return (
    <>
      <DropArea {...drop} multiple label="Choose files" disabledReason={off} onFiles={add} />
      <FileProblem>{problem}</FileProblem>
      {actor && <FileRows {...rows} {...{ actor, off }} />}
    </>
  )
}
