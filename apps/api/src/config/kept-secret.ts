import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from './make-folder.ts'

/**
 * A secret that nobody configured: made once, kept in the data directory, readable by its owner alone.
 * It is written beside its name and linked to it, so that of two first starts both get the same one, and whole.
 */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets', name)
  makeFolder(path.dirname(file))
  const kept = read(file)
  if (kept !== undefined) return kept
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'w', flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
