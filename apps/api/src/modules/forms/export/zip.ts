/**
 * Writes a zip while its files are made, so that none is held in memory. The libraries at hand stream a workbook of one sheet
 * only. Deflating runs outside the main thread.
 */
import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly text: Iterable<string> | AsyncIterable<string>
}

interface Written {
  readonly name: Buffer
  readonly at: number
  readonly crc: number
  readonly size: number
  readonly packed: number
}

const VERSION = 20
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** The first of January 1980: the file says nothing of when it was made. */
const DAY = 0x0021

export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const written: Written[] = []
  let at = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const start = at
    const head = record(
      0x04034b50,
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DAY],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    )
    yield Buffer.concat([head, name])
    at += head.length + name.length
    const sums = { crc: 0, size: 0, packed: 0 }
    const deflating = Readable.from(counted(entry.text, sums)).compose(createDeflateRaw())
    for await (const chunk of deflating as AsyncIterable<Buffer>) {
      sums.packed += chunk.length
      yield chunk
    }
    const end = record(0x08074b50, [4, sums.crc], [4, sums.packed], [4, sums.size])
    yield end
    at += sums.packed + end.length
    written.push({ name, at: start, ...sums })
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  const { length } = written
  yield record(0x06054b50, [2, 0], [2, 0], [2, length], [2, length], [4, directory.length], [4, at], [2, 0])
}

async function* counted(text: ZipEntry['text'], sums: { crc: number; size: number }): AsyncGenerator<Buffer, void> {
  for await (const part of text) {
    const bytes = Buffer.from(part, 'utf8')
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    yield bytes
  }
}

function directoryEntry({ name, at, crc, size, packed }: Written): Buffer {
  const head = record(
    0x02014b50,
    ...([
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DAY],
      [4, crc],
      [4, packed],
    ] as const),
    ...([
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ] as const),
  )
  return Buffer.concat([head, name])
}

/** A signature and numbers of two or four bytes. */
function record(signature: number, ...numbers: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.alloc(4 + numbers.reduce((sum, [length]) => sum + length, 0))
  bytes.writeUInt32LE(signature, 0)
  let at = 4
  for (const [length, value] of numbers) {
    bytes.writeUIntLE(value, at, length)
    at += length
  }
  return bytes
}
