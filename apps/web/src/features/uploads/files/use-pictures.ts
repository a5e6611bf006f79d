import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import { useEffect, useRef, useState } from 'react'
import { type FileUpload, startPictures } from './pictures.actors.ts'
import type { PicturesActor } from './pictures.machine.ts'

/** Files that go up each by its own call, while the component is mounted. */
export function usePictures(
  upload: (asked: FileUpload) => Promise<unknown>,
  /** Whose a file is, by its name; null if somebody has to choose. */
  targetOf: (fileName: string) => string | null,
) {
  const [actor, setActor] = useState<PicturesActor | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(upload)
  useEffect(() => {
    latest.current = upload
  })
  useEffect(() => {
    const started = startPictures(
      (asked) => latest.current(asked),
      () => crypto.randomUUID(),
    )
    setActor(started)
    return () => void started.stop()
  }, [])

  function add(files: readonly File[]) {
    const good = files.filter(({ size }) => size > 0 && size <= FILE_BYTES_MAX)
    const bad = files.filter((file) => !good.includes(file)).map(problemOf)
    setProblem(bad.length === 0 ? null : bad.join(' '))
    const added = good.map((file) => ({
      id: crypto.randomUUID(),
      file,
      targetId: targetOf(file.name),
    }))
    if (added.length > 0) actor?.send({ type: 'added', files: added })
  }
  return { actor, add, problem }
}

function problemOf({ name, size }: File): string {
  return size === 0 ? `${name} is empty.` : `${name} is larger than 10 MB.`
}
