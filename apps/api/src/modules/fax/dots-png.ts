/** Writes dots as a PNG with one bit a dot. An encoder that looks for the best two colours takes half a second a page. */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BLACK = 0
const packed = promisify<Buffer, Buffer>(deflate)

interface Size {
  /** The dots of one line. */
  readonly width: number
  readonly height: number
  /** The dots of one line of the picture; a narrower page stands in its middle, between white. */
  readonly wide: number
}

/** A byte a dot: 0 is black, 255 white. */
export async function pngOfDots(dots: Buffer, { width, height, wide }: Size): Promise<Buffer> {
  const lines = await packed(linesOf(dots, { width, height, wide }))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(wide, 0)
  header.writeUInt32BE(height, 4)
  // One bit of grey; packing, filters and order are the only ones or the plainest.
  header[8] = 1
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

/** Each line begins with the byte of its filter, which is none. */
function linesOf(dots: Buffer, { width, height, wide }: Size): Buffer {
  const left = Math.floor((wide - width) / 2)
  const length = 1 + Math.ceil(wide / 8)
  const lines = Buffer.alloc(length * height, 0xff)
  for (let line = 0, at = 0; line < height; line++) {
    const begin = line * length
    lines[begin] = 0
    for (let place = left; place < left + width; place++, at++) {
      if (dots[at] !== BLACK) continue
      const byte = begin + 1 + (place >> 3)
      lines[byte] = (lines[byte] ?? 0) & ~(0x80 >> (place & 7))
    }
  }
  return lines
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
