import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { FileStorage } from './file-storage.ts'
import { createFolder } from './folder.ts'

/** Opens the storage that the configuration names: a bucket, or a folder of the data directory. */
export async function createFileStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  if (config.s3 === null) return createFolder(path.join(config.dataDir, 'attachments'))
  // Imported late: the S3 library is large, and most processes do not need it.
  const { createBucket } = await import('../gateways/bucket.ts')
  return createBucket(config.s3)
}
