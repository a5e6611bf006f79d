/**
 * Stores files in a bucket of any S3-compatible service. Streams in both directions; the length is known, so nothing
 * is buffered.
 */
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/config.ts'
import { assertFileId } from '../files/file-id.rules.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { filesUnavailable, storageFull } from '../files/storing-failure.rules.ts'
import { notFound, type Refusal } from '../http/refusal.ts'

const CONNECT_MS = 3_000
const REQUEST_MS = 30_000

const say = () => undefined
const SILENT = { trace: say, debug: say, info: say, warn: say, error: say }

export function createBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): FileStorage {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    // Not every service has a host name per bucket.
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Older services don't support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown, and the caller logs them.
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
  })
  const objectOf = (id: string) => {
    assertFileId(id)
    return { Bucket: bucket, Key: `attachments/${id}` }
  }

  return {
    async put(id, bytes, size) {
      const object = objectOf(id)
      try {
        await client.send(new PutObjectCommand({ ...object, Body: bytes, ContentLength: size }))
      } catch (error) {
        bytes.destroy()
        throw isFull(error) ? storageFull(error) : refusalOf(error)
      }
    },

    async get(id, range) {
      const asked = { ...objectOf(id), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
      try {
        const { Body } = await client.send(new GetObjectCommand(asked))
        if (!(Body instanceof Readable)) throw new Error('The bucket answered without a body.')
        return Body
      } catch (error) {
        throw refusalOf(error)
      }
    },

    async delete(id) {
      const object = objectOf(id)
      try {
        await client.send(new DeleteObjectCommand(object))
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}

function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return error.$metadata.httpStatusCode === 507 || /QuotaExceeded|StorageFull|InsufficientStorage/.test(error.name)
}

/** A missing object is permanent; any other failure may be temporary. */
function refusalOf(error: unknown): Refusal {
  const isAbsent = error instanceof S3ServiceException && error.name === 'NoSuchKey'
  return isAbsent ? notFound() : filesUnavailable(error)
}
