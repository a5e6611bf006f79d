/** Random files of three real types, and how staff and patients send them. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@foyer/contracts/random.rules.ts'
import { pixelsOf, pngOf } from '../../apps/api/src/files/sample-files.suite.ts'

export interface DrawnFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
  readonly essence: string
}

/** A form as it is sent; some senders are slow. */
export interface Form {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly pieces: number
  readonly pauseMs: number
}

const PDF = 'application/pdf'
const CSV = 'text/csv'
const PNG = 'image/png'
const LARGE_BYTES = 400_000
const USUAL_BYTES = 20_000

/** Draws one file or, seldom, two; their names and contents carry the clinic's mark. */
export async function drawFiles(
  mine: Random,
  { mark, number }: { mark: string; number: number },
): Promise<DrawnFile[]> {
  const files: DrawnFile[] = []
  for (let count = mine.chance(0.2) ? 2 : 1; count > 0; count -= 1)
    files.push(await drawFile(mine, `${mark} plan ${number} ${count}`))
  return files
}

async function drawFile(mine: Random, title: string): Promise<DrawnFile> {
  const type = mine.pick([PDF, PDF, CSV, PNG])
  const length = mine.between(100, mine.chance(0.15) ? LARGE_BYTES : USUAL_BYTES)
  const bytes = await bytesOf(type, { title, noise: noise(mine, length) })
  const name = `${title}.${type.slice(type.indexOf('/') + 1)}`
  return { name, type, bytes, essence: await essenceOf(type, bytes) }
}

async function bytesOf(type: string, { title, noise }: { title: string; noise: Buffer }): Promise<Buffer> {
  if (type === CSV) return Buffer.from(`title,noise\n${title},${noise.toString('hex')}\n`)
  if (type === PNG) {
    const width = 16
    const height = Math.ceil(Math.min(noise.length, USUAL_BYTES) / (3 * width))
    return pngOf(Buffer.alloc(width * height * 3, noise), { width, height })
  }
  const words = Buffer.from(`%PDF-1.4\n% ${title}\n% `)
  return Buffer.concat([words, noise, Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n')])
}

/** Repeats a short random piece, because 400,000 random draws take too long on a busy machine. */
function noise(mine: Random, length: number): Buffer {
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 97 }, () => mine.between(0, 255))))
}

/** A digest of the bytes; for a picture, which the product re-encodes, of its pixels. */
export async function essenceOf(type: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  if (type !== PNG) return hash.update(bytes).digest('base64')
  const { pixels, width, height } = await pixelsOf(bytes)
  return hash.update(`${width} ${height}`).update(pixels).digest('base64')
}

/** Builds the form once, so that every attempt sends the same bytes. */
export async function formOf(
  mine: Random,
  fields: Readonly<Record<string, string>>,
  files: readonly DrawnFile[],
): Promise<Form> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, type, bytes } of files)
    form.append('attachments', new File([new Uint8Array(bytes)], name, { type }))
  const made = new Response(form)
  const contentType = made.headers.get('content-type') ?? ''
  const isSlow = mine.chance(0.3)
  const [pieces, pauseMs] = isSlow ? [mine.between(3, 10), mine.between(50, 250)] : [1, 0]
  return { contentType, bytes: new Uint8Array(await made.arrayBuffer()), pieces, pauseMs }
}

export function bodyOf({ bytes, pieces, pauseMs }: Form): RequestInit {
  if (pieces === 1) return { body: bytes }
  const size = Math.ceil(bytes.length / pieces)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(wire) {
      if (at > 0) await pause(pauseMs)
      wire.enqueue(bytes.subarray(at, at + size))
      at += size
      if (at >= bytes.length) wire.close()
    },
  })
  return { body, duplex: 'half' } as RequestInit
}

/** Uploads a file to the carrier, as a phone does before it texts; returns its sid. */
export async function putIntoDrawer(sandboxUrl: string, { type, bytes }: DrawnFile): Promise<string> {
  const answer = await fetch(`${sandboxUrl}/sandbox/media`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return ((await answer.json()) as { sid: string }).sid
}
