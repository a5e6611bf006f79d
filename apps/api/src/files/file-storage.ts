/** Where the bytes of files lie: outside the database, each under an id that we made and nobody chose. */
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { createFolder } from './folder.ts'

export interface ByteRange {
  readonly start: number
  /** The last byte, itself included. */
  readonly end: number
}

export interface FileStorage {
  /** Once this resolves the bytes are there for good; when it rejects nothing of them is. */
  put(id: string, bytes: Readable, size: number): Promise<void>
  /** Refused as `not_found` where there is nothing of this id. */
  get(id: string, range?: ByteRange): Promise<Readable>
  /** Nothing to delete is fine. */
  delete(id: string): Promise<void>
}

/** The one that the configuration names: a bucket, or a folder of the data directory. */
export async function createFileStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  if (config.s3 === null) return createFolder(path.join(config.dataDir, 'attachments'))
  // Its library is large, and most processes do without.
  const { createBucket } = await import('../gateways/bucket.ts')
  return createBucket(config.s3)
}
