import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import { useEffect, useRef, useState } from 'react'
import { type PicturesParts, startPictures } from './pictures.actors.ts'
import type { PicturesActor } from './pictures.machine.ts'
import type { Match } from './targets.rules.ts'

interface PicturesOptions {
  upload: PicturesParts['upload']
  /** The doctor or referral that the file's name means; null if the server has to look it up. */
  match: (fileName: string) => Match | null
  look?: PicturesParts['look']
  /** No file goes up before a person has seen its doctor or referral. */
  isHeld?: boolean
}

const unknown = async (): Promise<Match> => ({ kind: 'none' })

/** Files that go up each by its own call, while the component is mounted. */
export function usePictures(options: PicturesOptions) {
  const [actor, setActor] = useState<PicturesActor | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const started = startPictures({
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
