/** Serves the bytes of a kept file. */
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { Refusal } from '../http/refusal.ts'
import { contentDisposition } from './file-name.rules.ts'
import type { ByteRange, FileStorage } from './file-storage.ts'

interface ServedFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

/** Keeps browsers from running any file as a page of ours. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
}

/** Sends the bytes of a kept file, whole or by `Range`, as a download. */
export async function serveFile(files: FileStorage, file: ServedFile, { req, res }: { req: Request; res: Response }) {
  const range = rangeOf(req, res, file.size)
  const isHead = req.method === 'HEAD'
  const bytes = isHead ? null : await files.get(file.id, range ?? undefined)
  const isText = file.contentType.startsWith('text/')
  res.status(range ? 206 : 200).set(HEADERS)
  res.setHeader('Content-Type', isText ? `${file.contentType}; charset=utf-8` : file.contentType)
  res.setHeader('Content-Disposition', contentDisposition(file.name))
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : file.size)
  if (range) res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  if (bytes === null) return void res.end()
  try {
    await pipeline(bytes, res)
  } catch (error) {
    // The client closed the connection and needs no answer.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  }
}

/** The requested range; null for the whole file. Requests for several ranges, or invalid ones, get the whole file. */
function rangeOf(req: Request, res: Response, size: number): ByteRange | null {
  // A file has one version and no entity tag, so If-Range can never match.
  if (req.headers['if-range'] !== undefined) return null
  const ranges = req.range(size, { combine: true })
  if (ranges === -1) {
    res.set('Content-Range', `bytes */${size}`)
    throw new Refusal('range_not_satisfiable', 'The file has no such part.')
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  const [only] = ranges
  return only ? { start: only.start, end: only.end } : null
}
