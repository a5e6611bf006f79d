/** Sample files for tests: small ones of every accepted kind, and some that only look like one. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Colour = 'red' | 'green' | 'blue'

/** A photo with a GPS location, as phones store them. */
export function photo(colour: Colour = 'red', side = 64): Promise<Buffer> {
  const gps = { GPSLatitude: '30/1 16/1 0/1', GPSLatitudeRef: 'N' }
  return sharp({ create: { width: side, height: side / 2, channels: 3, background: colour } })
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: gps })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export function png(colour: Colour = 'blue'): Promise<Buffer> {
  return sharp({ create: { width: 16, height: 16, channels: 4, background: colour } })
    .png()
    .toBuffer()
}

/** A picture of these pixels, three bytes each. */
export function pngOf(pixels: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** The decoded pixels of a picture. */
export async function pixelsOf(picture: Buffer): Promise<{ pixels: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

export function webp(): Promise<Buffer> {
  return sharp({ create: { width: 16, height: 16, channels: 3, background: 'green' } })
    .webp()
    .toBuffer()
}

/** An animation with two different frames. */
export async function movingGif(): Promise<Buffer> {
  const frame = (background: Colour) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

export const pdf = (words = 'x') => Buffer.from(`%PDF-1.4\n% ${words}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
export const mp3 = () =>
  Buffer.concat([
    Buffer.from('ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000'),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(413),
  ])
export const mp4 = () => Buffer.from('\u0000\u0000\u0000\u0018ftypmp42\u0000\u0000\u0000\u0000mp42isom', 'latin1')
export const heic = () => Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1')
export const exe = () => Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), Buffer.alloc(200)])
export const svg = () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
export const html = () => Buffer.from('<!doctype html><script>alert(1)</script>')

/** The container of Word and Excel before 2007, with the stream name that tells them apart. */
export function oldOffice(stream: string): Buffer {
  const bytes = Buffer.alloc(2048)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  Buffer.from(stream, 'utf16le').copy(bytes, 1024)
  return bytes
}

/** The minimal parts of a current Office document. */
export function office(type: 'wordprocessingml.document' | 'spreadsheetml.sheet', folder: 'word' | 'xl'): Buffer {
  const main = `application/vnd.openxmlformats-officedocument.${type}.main+xml`
  const types = `<?xml version="1.0"?><Types><Override PartName="/${folder}/main.xml" ContentType="${main}"/></Types>`
  return zip([
    ['[Content_Types].xml', types],
    [`${folder}/main.xml`, '<x/>'],
  ])
}

export function file(bytes: Buffer | string, name: string, type = ''): File {
  return new File([Buffer.from(bytes as string)], name, { type })
}

/** A ZIP without compression, sufficient for readers of its entries. */
function zip(entries: readonly (readonly [name: string, text: string])[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of entries) {
    const data = Buffer.from(text)
    const fields = Buffer.alloc(22)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length, 0)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, lengths, Buffer.from(name), data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, lengths, place, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const entriesEnd = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(entriesEnd.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, entriesEnd, Buffer.from('PK\u0005\u0006'), end])
}
