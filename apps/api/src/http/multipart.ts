/** Reads `multipart/form-data`: fields as text, each file straight to disk. No file is held in memory. */
import type { FileParts } from '@foyer/contracts/call.ts'
import type { Request, Response } from 'express'
import multer from 'multer'
import type { Staging } from '../files/staging.ts'
import { TooLong } from '../files/staging.ts'
import { storingFailure } from '../files/storing-failure.rules.ts'
import { notValid, Refusal } from './refusal.ts'
import type { UploadedFile } from './route.ts'

export const MULTIPART_TYPE = 'multipart/form-data'
const FIELDS_MAX = 20
const FIELD_BYTES = 64 * 1024
const OVERHEAD_BYTES = 1024 * 1024

export async function readMultipart(
  parts: FileParts,
  { req, res, staging }: { req: Request; res: Response; staging: Staging },
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  // The declared length exceeds the limit, so the body is not read.
  if (Number(req.headers['content-length'] ?? 0) > parts.most * parts.bytes + OVERHEAD_BYTES) throw tooLarge(parts)
  const files: UploadedFile[] = []
  const parser = multer({
    storage: toStaging(staging, parts, files),
    // Clients send names in UTF-8; the library would assume Latin-1.
    defParamCharset: 'utf8',
    limits: {
      files: parts.most,
      fileSize: parts.bytes,
      fields: FIELDS_MAX,
      parts: parts.most + FIELDS_MAX,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      fieldNestingDepth: 1,
      fieldArrayIndexLimit: 10,
    },
    fileFilter: (_req, { fieldname }, done) =>
      fieldname === parts.part ? done(null, true) : done(notValid(fieldname, 'No files are taken here')),
  }).any()
  await new Promise<void>((resolve, reject) => {
    void parser(req, res, (error?: unknown) => (error ? reject(refusalOf(error, parts)) : resolve()))
  })
  return { fields: { ...(req.body as Record<string, unknown>) }, files }
}

/** Collects the files in the order of their parts, not in the order in which writing finishes. */
function toStaging(staging: Staging, { bytes }: FileParts, files: UploadedFile[]): multer.StorageEngine {
  let begun = 0
  return {
    _handleFile(_req, file, done) {
      const place = begun++
      staging.take(file.stream, bytes).then(
        (staged) => {
          files[place] = { ...staged, name: file.originalname }
          done(null)
        },
        (error: unknown) => done(error),
      )
    },
    // `staging.clear` deletes the staged files with the rest of the request.
    _removeFile: (_req, _file, done) => done(null),
  }
}

/** The library's errors are mapped by code. Their messages may quote the body and are dropped. */
function refusalOf(error: unknown, parts: FileParts): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof TooLong) return tooLarge(parts)
  if (error instanceof multer.MulterError) {
    if (['LIMIT_FILE_SIZE', 'LIMIT_FILE_COUNT', 'LIMIT_PART_COUNT'].includes(error.code)) return tooLarge(parts)
    if (error.code === 'LIMIT_FIELD_VALUE') return new Refusal('too_large', 'A field of the form is too large.')
    return notValid(error.field ?? '', 'Not a field of this form')
  }
  // A disk failure has a code and also breaks the form's stream. Any other error is a form that can't be parsed.
  const hasCode = error instanceof Error && 'code' in error
  return hasCode ? storingFailure(error) : new Refusal('not_valid', 'The form could not be read to its end.')
}

function tooLarge({ most, bytes }: FileParts): Refusal {
  return new Refusal(
    'too_large',
    `At most ${most} files of ${Math.floor(bytes / 1024 / 1024)} MB each can be sent at once.`,
  )
}
