/**
 * Stores files in a local folder. A file is written beside its final name, flushed and renamed, so it exists whole or
 * not at all.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notFound } from '../http/refusal.ts'
import { assertFileId } from './file-id.rules.ts'
import type { FileStorage } from './file-storage.ts'
import { readingFailure, storingFailure } from './storing-failure.rules.ts'

export function createFolder(root: string): FileStorage {
  /** The last characters of an id are random, so the subfolders fill evenly. */
  const placeOf = (id: string) => {
    assertFileId(id)
    const folder = path.join(root, id.slice(-2))
    return { folder, file: path.join(folder, id), draft: path.join(folder, `${id}.part`) }
  }

  return {
    async put(id, bytes) {
      const { folder, file, draft } = placeOf(id)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, file)
        await flushFolder(folder)
      } catch (error) {
        bytes.destroy()
        await Promise.all([rm(draft, { force: true }), rm(file, { force: true })])
        throw storingFailure(error)
      }
    },

    async get(id, range) {
      const { file } = placeOf(id)
      // The file is opened before the answer begins, so that a missing one is a 404 and not a broken answer.
      const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? notFound() : readingFailure(error)
      })
      return handle.createReadStream({ ...range })
    },

    async delete(id) {
      const { file, draft } = placeOf(id)
      await Promise.all([rm(file, { force: true }), rm(draft, { force: true })])
    },
  }
}

/** The new directory entry must survive a power cut, too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
