import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import { useEffect, useRef, useState } from 'react'
import { type FileUploadsParts, startFileUploads } from './file-uploads.actors.ts'
import type { FileUploadsActor } from './file-uploads.machine.ts'
import type { Match } from './targets.rules.ts'

export interface FileUploadsOptions {
  upload: FileUploadsParts['upload']
  /** The doctor or referral that the file's name means; null if the server has to look it up. */
  match: (fileName: string) => Match | null
  look?: FileUploadsParts['look']
  /** No file goes up before a person has seen its doctor or referral. */
  isHeld?: boolean
}

const unknown = async (): Promise<Match> => ({ kind: 'none' })

/** Files that go up each by its own call, while the component is mounted. */
export function useFileUploads(options: FileUploadsOptions) {
  const [actor, setActor] = useState<FileUploadsActor | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const started = startFileUploads({
      upload: (asked) => latest.current.upload(asked),
      look: (fileName, signal) => (latest.current.look ?? unknown)(fileName, signal),
      newId: () => crypto.randomUUID(),
    })
    setActor(started)
    return () => void started.stop()
  }, [])

  function add(files: readonly File[]) {
    const good = files.filter(({ size }) => size > 0 && size <= FILE_BYTES_MAX)
    const bad = files.filter((file) => !good.includes(file)).map(problemOf)
    setProblem(bad.length === 0 ? null : bad.join(' '))
    const { match, isHeld = false } = options
    const added = good.map((file) => ({ id: crypto.randomUUID(), file, match: match(file.name), isHeld }))
    if (added.length > 0) actor?.send({ type: 'added', files: added })
  }
  return { actor, add, problem }
}

function problemOf({ name, size }: File): string {
  return size === 0 ? `${name} is empty.` : `${name} is larger than 10 MB.`
}
