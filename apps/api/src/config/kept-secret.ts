import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from './make-folder.ts'

/**
 * Returns a secret that is not configured: generated once and stored in the data directory, readable by its owner
 * only. The file is written under a temporary name and linked, so that two concurrent first starts get the same
 * complete secret.
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
