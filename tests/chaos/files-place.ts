/** The API's own folder, on a disk of its own where one can be had: what lies there, seen from outside. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Disk, mountDisk } from './disk.ts'

interface Lying {
  readonly path: string
  /** As its name says, which is that of a file that is not finished where `isDraft`. */
  readonly id: string
  readonly isDraft: boolean
  readonly size: number
  /** When something last happened to it, by the clock on the wall. */
  readonly touchedAt: number
}

export interface FilesPlace {
  readonly dataDir: string
  /** Null where none could be mounted for it. */
  readonly disk: Disk | null
  /** What is being looked at, before it is anybody's. */
  incoming(): Lying[]
  /** What is kept. */
  stored(): Lying[]
}

const DRAFT = '.part'

export function openFilesPlace(dataDir: string): FilesPlace {
  mkdirSync(dataDir)
  const disk = mountDisk(dataDir)
  // A disk of no size at all would have no bounds.
  writeFileSync(path.join(dataDir, 'ballast'), Buffer.alloc(4096, 1))
  return {
    dataDir,
    disk,
    incoming: () => lyingIn(path.join(dataDir, 'incoming')),
    stored: () => lyingIn(path.join(dataDir, 'attachments')),
  }
}

/** A file may go while it is looked at: then it is not there. */
function lyingIn(folder: string): Lying[] {
  const options = { recursive: true, encoding: 'utf8' } as const
  const names = tried(() => readdirSync(folder, options)) ?? []
  return names.flatMap((name) => {
    const at = path.join(folder, name)
    const found = tried(() => statSync(at))
    if (!found?.isFile()) return []
    const own = path.basename(name, DRAFT)
    return [{ path: at, id: own, isDraft: name.endsWith(DRAFT), size: found.size, touchedAt: Math.ceil(found.ctimeMs) }]
  })
}

function tried<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}
