/** The API's data folder, on a separate disk if one can be mounted, and the files in it. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Disk, mountDisk } from './disk.ts'

interface Lying {
  readonly path: string
  /** From the file's name; `isDraft` if the name is that of an unfinished file. */
  readonly id: string
  readonly isDraft: boolean
  readonly size: number
  /** The last change of the file, in wall-clock milliseconds. */
  readonly touchedAt: number
}

export interface FilesPlace {
  readonly dataDir: string
  /** Null if no disk could be mounted. */
  readonly disk: Disk | null
  /** Staged files of uploads that are being checked. */
  incoming(): Lying[]
  /** Stored files. */
  stored(): Lying[]
}

const DRAFT = '.part'

export function openFilesPlace(dataDir: string): FilesPlace {
  mkdirSync(dataDir)
  const disk = mountDisk(dataDir)
  // A tmpfs of size 0 has no limit, so the folder must not be empty.
  writeFileSync(path.join(dataDir, 'ballast'), Buffer.alloc(4096, 1))
  return {
    dataDir,
    disk,
    incoming: () => lyingIn(path.join(dataDir, 'incoming')),
    stored: () => lyingIn(path.join(dataDir, 'attachments')),
  }
}

/** A file that is removed during the read is left out. */
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
