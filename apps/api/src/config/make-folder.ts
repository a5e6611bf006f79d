import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * A folder and what leads to it, for its owner alone. Node's own way with `recursive` tries for ever where the system lets
 * nothing be made in a folder that is there.
 */
export function makeFolder(folder: string): void {
  if (isThere(folder)) return
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Of two starts at once one makes it and the other finds it.
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
