/**
 * Uploaded files on this process's disk while a call is in progress, so that no body is held in memory. Files that a
 * killed process left behind are swept by age.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../http/refusal.ts'
import type { BaseServices } from '../services.ts'
import { storingFailure } from './storing-failure.rules.ts'
import type { UploadQuota } from './upload-quota.ts'

export interface StagedFile {
  readonly path: string
  readonly size: number
  /** A digest of the content: equal files have equal digests. */
  readonly digest: string
}

/** The files of one call. */
export interface Staging {
  newPath(): Promise<string>
  /** Streams to disk; a stream longer than `most` rejects with `TooLong`. */
  take(bytes: Readable, most: number): Promise<StagedFile>
  /** Deletes all files of the call, also those still being written; never rejects. */
  clear(): Promise<void>
}

export class TooLong extends Error {}

type StagingServices = Pick<BaseServices, 'config' | 'newId'>

export const stagingFolder = ({ config }: Pick<StagingServices, 'config'>) => path.join(config.dataDir, 'incoming')

/** `quota` bounds the bytes on disk at one time; without it there is no bound. */
export function openStaging({ config, newId }: StagingServices, quota?: UploadQuota): Staging {
  const folder = stagingFolder({ config })
  const paths: string[] = []
  let isOver = false

  async function newPath(): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const made = path.join(folder, newId())
    paths.push(made)
    return made
  }

  return {
    newPath,
    async take(bytes, most) {
      // The stream can emit `error` before pipeline() attaches; an unhandled `error` event ends the process.
      bytes.on('error', () => undefined)
      let file: string | undefined
      try {
        file = await newPath()
        const meter = createMeter(most, quota)
        await pipeline(bytes, meter.through, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
        return { path: file, ...meter.read() }
      } catch (error) {
        bytes.destroy()
        throw storingFailure(error)
      } finally {
        // The call may have ended while the last bytes were being written; `clear` did not see this file then.
        if (isOver && file !== undefined) await rm(file, { force: true })
        if (isOver) quota?.release()
      }
    },
    async clear() {
      isOver = true
      await Promise.allSettled(paths.splice(0).map((one) => rm(one, { force: true })))
      quota?.release()
    },
  }
}

function createMeter(most: number, quota: UploadQuota | undefined) {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      if (size > most) return done(new TooLong())
      done(quota === undefined || quota.reserve(chunk.length) ? null : quotaExceeded(), chunk)
    },
  })
  return { through, read: () => ({ size, digest: hash.digest('base64') }) }
}

function quotaExceeded(): Refusal {
  return new Refusal(
    'rate_limited',
    'You are sending more files than can be taken at once. Wait until some are sent.',
    {
      retryAfterS: 5,
    },
  )
}

/** Deletes files older than any call in progress; returns how many there were. */
export async function sweepStaging(parts: Pick<StagingServices, 'config'>, olderThan: Date): Promise<number> {
  const folder = stagingFolder(parts)
  const names = await readdir(folder).catch(() => [])
  let swept = 0
  for (const name of names) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found === null || found.mtime >= olderThan) continue
    await rm(file, { force: true })
    swept++
  }
  return swept
}
