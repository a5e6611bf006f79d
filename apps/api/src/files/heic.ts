/**
 * Overwrites the metadata of a HEIC picture (location, time, device) in place, because the image library can't
 * re-encode HEIC. No byte moves, so the picture is unchanged. Parses ISO/IEC 14496-12 and 23008-12; throws for any
 * other structure.
 */
import { type FileHandle, open } from 'node:fs/promises'

/** Bounds the metadata box; a phone's picture has a few thousand bytes. */
const META_MAX = 4 * 1024 * 1024
const BOXES_MAX = 1000
/** The boxes of a still picture; any other box is a video's or foreign. */
const OF_A_PICTURE = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip'])
/** Item types that hold metadata instead of pixels. */
const TOLD = new Set(['Exif', 'mime', 'uri '])
/** An empty Exif block. */
const NO_EXIF = Buffer.from('000000004d4d002a00000008000000000000', 'hex')

export async function blankHeic(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    for (const box of await topBoxes(file, size)) {
      if (box.type === 'meta') await blankItems(file, size, box)
      else if (!OF_A_PICTURE.has(box.type)) {
        await file.write('free', box.start + 4, 'latin1')
        await blank(file, { at: box.body, length: box.end - box.body })
      }
    }
  } finally {
    await file.close()
  }
}

interface Box {
  readonly type: string
  readonly start: number
  readonly body: number
  readonly end: number
}

async function topBoxes(file: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at)
    const box = boxAt(buffer.subarray(0, bytesRead), { at: 0, offset: at, end: size })
    if (boxes.push(box) > BOXES_MAX) throw new Error('The picture has too many boxes.')
    at = box.end
  }
  return boxes
}

/** Reads the box whose header is at `at`; its positions are relative to `offset`. */
function boxAt(bytes: Buffer, { at, offset, end }: { at: number; offset: number; end: number }): Box {
  const size = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  const start = offset + at
  const head = size === 1 ? 16 : 8
  const length = size === 0 ? end - start : size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
  if (length < head || start + length > end) throw new Error('A box extends beyond its container.')
  return { type, start, body: start + head, end: start + length }
}

interface Extent {
  readonly at: number
  readonly length: number
  readonly isExif?: boolean
}

async function blankItems(file: FileHandle, size: number, meta: Box): Promise<void> {
  const length = meta.end - meta.body
  if (length > META_MAX) throw new Error('The metadata box is too large.')
  const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, meta.body)
  if (bytesRead < length) throw new Error('The metadata box is truncated.')
  const parts = new Map<string, Box>()
  // The box's version and flags take 4 bytes.
  for (let at = 4; at < length; ) {
    const box = boxAt(bytes, { at, offset: 0, end: length })
    parts.set(box.type, box)
    at = box.end
  }
  const [iinf, iloc, idat] = [parts.get('iinf'), parts.get('iloc'), parts.get('idat')]
  if (!iinf) return
  const items = toldItems(bytes, iinf)
  if (items.size === 0) return
  if (!iloc) throw new Error('The item location box is missing.')
  const inside = idat ? meta.body + idat.body : null
  for (const extent of extentsOf(bytes.subarray(iloc.body, iloc.end), items, inside)) {
    if (extent.length === 0 || extent.at + extent.length > size) throw new Error('An item extends beyond the file.')
    await blank(file, extent)
  }
}

/** The metadata items and their types, by id. */
function toldItems(bytes: Buffer, { body, end }: Box): Map<number, string> {
  const items = new Map<number, string>()
  for (let at = body + (bytes[body] === 0 ? 6 : 8); at < end; ) {
    const { type, body: entry, end: next } = boxAt(bytes, { at, offset: 0, end })
    const version = bytes[entry] ?? 0
    if (type === 'infe' && version >= 2) {
      const id = version === 2 ? bytes.readUInt16BE(entry + 4) : bytes.readUInt32BE(entry + 4)
      const kind = bytes.toString('latin1', entry + (version === 2 ? 8 : 10), entry + (version === 2 ? 12 : 14))
      if (TOLD.has(kind)) items.set(id, kind)
    }
    at = next
  }
  return items
}

/** The positions of these items in the file. `idat` is the position of data inside the metadata box. */
function extentsOf(iloc: Buffer, items: ReadonlyMap<number, string>, idat: number | null): Extent[] {
  let at = 0
  const take = (size: number): number => {
    if (![0, 1, 2, 4, 8].includes(size)) throw new Error('An integer has an invalid size.')
    const from = at
    at += size
    if (size === 0) return 0
    return size === 8 ? Number(iloc.readBigUInt64BE(from)) : iloc.readUIntBE(from, size)
  }
  const version = take(1)
  at += 3
  const [sizes, more] = [take(1), take(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version === 0 ? 0 : more & 15
  const count = take(version < 2 ? 2 : 4)
  const extents: Extent[] = []
  for (let item = 0; item < count; item++) {
    const id = take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : take(2) & 15
    at += 2
    const base = take(baseSize)
    const inItem = take(2)
    for (let extent = 0; extent < inItem; extent++) {
      take(indexSize)
      const [offset, length] = [take(offsetSize), take(lengthSize)]
      const kind = items.get(id)
      if (kind === undefined) continue
      const start = method === 0 ? 0 : method === 1 ? idat : null
      if (start === null) throw new Error('An item uses an unsupported location method.')
      extents.push({ at: start + base + offset, length, isExif: kind === 'Exif' && extent === 0 })
    }
  }
  return extents
}

const ZEROS = Buffer.alloc(64 * 1024)

async function blank(file: FileHandle, { at, length, isExif = false }: Extent): Promise<void> {
  for (let done = 0; done < length; done += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, length - done), at + done)
  if (isExif && length >= NO_EXIF.length) await file.write(NO_EXIF, 0, NO_EXIF.length, at)
}
