import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and its parents, accessible to the owner only. Node's `recursive` option retries forever when the
 * system refuses to create anything in an existing folder.
 */
export function makeFolder(folder: string): void {
  if (isThere(folder)) return
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A concurrent start may have created the folder.
    if (code === 'EEXIST' && isThere(folder)) return
    const parent = path.dirname(folder)
    if (code !== 'ENOENT' || parent === folder || isThere(parent)) throw error
    makeFolder(parent)
    makeFolder(folder)
  }
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}
