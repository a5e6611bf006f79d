import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blankHeic } from './heic.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'foyer-heic-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const number = (value: number, size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
const box = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  return Buffer.concat([number(body.length + 8, 4), Buffer.from(type), body])
}
const full = (type: string, version: number, ...parts: (Buffer | string)[]) =>
  box(type, number(version, 1), number(0, 3), ...parts)

const PLACE = 'N 30 16 / W 97 44'
const EXIF = Buffer.concat([number(0, 4), Buffer.from(`MM\0*\0\0\0\x08${PLACE}`)])
const XMP = `<x:xmpmeta>${PLACE}</x:xmpmeta>`
const PIXELS = `the picture, which also says ${PLACE.toLowerCase()}`

/** A picture in three parts: its pixels and Exif after the metadata box, and XMP inside that box. */
function heic({ version = 1, exifAt = 0, more = [] as Buffer[] } = {}): Buffer {
  const ftyp = box('ftyp', 'heic', number(0, 4), 'mif1heic')
  const entry = (id: number, kind: string, words = '') =>
    full('infe', 2, number(id, 2), number(0, 2), kind, `\0${words}`)
  const iinf = full(
    'iinf',
    0,
    number(3, 2),
    entry(1, 'hvc1'),
    entry(2, 'Exif'),
    entry(3, 'mime', 'application/rdf+xml\0'),
  )
  const where = (id: number, method: number, at: number, length: number) => [
    ...[number(id, 2), ...(version === 0 ? [] : [number(method, 2)]), number(0, 2), number(0, 4)],
    ...[number(1, 2), number(at, 4), number(length, 4)],
  ]
  const head = (body: number) =>
    full(
      ...(['meta', 0] as const),
      iinf,
      full(
        ...(['iloc', version] as const),
        ...[number(0x44, 1), number(0x40, 1), number(version === 0 ? 2 : 3, 2)],
        ...where(1, 0, body, PIXELS.length),
        ...where(2, 0, exifAt || body + PIXELS.length, EXIF.length),
        ...(version === 0 ? [] : where(3, 1, 0, XMP.length)),
      ),
      ...(version === 0 ? [] : [box('idat', XMP)]),
    )
  const begin = ftyp.length + head(0).length + 8
  return Buffer.concat([ftyp, head(begin), box('mdat', PIXELS, EXIF), ...more])
}

async function blanked(bytes: Buffer): Promise<Buffer> {
  const file = path.join(folder, 'a.heic')
  writeFileSync(file, bytes)
  await blankHeic(file)
  return readFileSync(file)
}

test.each([0, 1])(
  'blankHeic removes the location and keeps the picture with offsets of version %i [SEC-08]',
  async (version) => {
    const before = heic({ version })
    const after = await blanked(before)
    expect([before.includes(PLACE), after.includes(PLACE)]).toEqual([true, false])
    expect([after.length, after.includes(PIXELS)]).toEqual([before.length, true])
    // A reader finds an empty Exif block.
    expect(after.includes(Buffer.from('MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1'))).toBe(true)
  },
)

test('blankHeic removes foreign boxes beside the picture [SEC-08]', async () => {
  const after = await blanked(heic({ more: [box('uuid', PLACE), box('moov', box('udta', PLACE))] }))
  expect([after.includes(PLACE), after.includes(PIXELS)]).toEqual([false, true])
})

test('blankHeic leaves a picture without metadata unchanged', async () => {
  const plain = box('ftyp', 'heic', number(0, 4), 'mif1heic')
  expect(await blanked(plain)).toEqual(plain)
})

test.each([
  ['whose Exif lies beyond its end', heic({ exifAt: 100_000 })],
  ['that ends in the middle of its head', heic().subarray(0, 80)],
  ['with a box that is longer than it', Buffer.concat([heic(), number(999, 4), Buffer.from('free')])],
  ['with a box that has no length', Buffer.concat([heic(), number(4, 4), Buffer.from('free')])],
])('blankHeic refuses a file %s [SEC-08]', async (_what, bytes) => {
  await expect(blanked(bytes)).rejects.toThrow()
})
