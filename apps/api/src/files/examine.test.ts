import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { examine, FileRefused } from './examine.ts'
import * as sample from './sample-files.suite.ts'
import { openStaging, type Staging, stagingFolder } from './staging.ts'
import { codeInWords, storingFailure } from './storing-failure.rules.ts'

let dataDir: string
let staging: Staging
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-examine-'))
  staging = openStaging({ config: { dataDir } as never, newId: () => crypto.randomUUID() })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function look(bytes: Buffer | string, name: string) {
  const staged = await staging.take(Readable.from([Buffer.from(bytes as string)]), 20_000_000)
  return examine({ ...staged, name }, staging)
}

describe('accepted files by their content [SEC-08]', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string, string]>([
    ['scan.jpg', sample.photo, 'image/jpeg', 'scan.jpg'],
    ['scan.JPEG', sample.photo, 'image/jpeg', 'scan.jpeg'],
    ['a.png', sample.png, 'image/png', 'a.png'],
    ['a.webp', sample.webp, 'image/webp', 'a.webp'],
    ['a.gif', sample.movingGif, 'image/gif', 'a.gif'],
    ['a.heic', sample.heic, 'image/heic', 'a.heic'],
    ['a.pdf', sample.pdf, 'application/pdf', 'a.pdf'],
    ['a.mp3', sample.mp3, 'audio/mpeg', 'a.mp3'],
    ['a.mp4', sample.mp4, 'video/mp4', 'a.mp4'],
    ['a.txt', () => Buffer.from('Grüße, 20 < 30'), 'text/plain', 'a.txt'],
    ['a.csv', () => Buffer.from('\ufeffBMI,Name\n22,Zoë\n'), 'text/csv', 'a.csv'],
    ['b.csv', () => Buffer.from('BMI,Name\n'), 'text/csv', 'b.csv'],
    ['a.doc', () => sample.oldOffice('WordDocument'), 'application/msword', 'a.doc'],
    ['a.xls', () => sample.oldOffice('Workbook'), 'application/vnd.ms-excel', 'a.xls'],
    [
      'a.docx',
      () => sample.office('wordprocessingml.document', 'word'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'a.docx',
    ],
    [
      'a.xlsx',
      () => sample.office('spreadsheetml.sheet', 'xl'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'a.xlsx',
    ],
    // The content decides, and the name gets an extension that matches it.
    ['page.html', sample.pdf, 'application/pdf', 'page.html.pdf'],
    ['picture', sample.png, 'image/png', 'picture.png'],
    ['notes.txt', sample.png, 'image/png', 'notes.txt.png'],
  ])('%s', async (name, bytes, contentType, shown) => {
    expect(await look(await bytes(), name)).toMatchObject({ contentType, name: shown })
  })
})

describe('refused files [SEC-08]', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['setup.png', sample.exe],
    ['setup.exe', sample.exe],
    ['drawing.svg', sample.svg],
    ['drawing.png', sample.svg],
    ['page.html', sample.html],
    ['page.png', sample.html],
    ['page.txt', sample.html],
    ['page.csv', () => Buffer.from(' \n\t<!-- x --><ScRiPt>alert(1)</script>')],
    ['binary.txt', () => Buffer.from([0x61, 0x00, 0x62])],
    ['latin.txt', () => Buffer.from([0x47, 0x72, 0xfc, 0xdf])],
    ['torn.txt', () => Buffer.from('Zo\u00eb').subarray(0, 3)],
    ['words', () => Buffer.from('only words')],
    ['installer.doc', () => sample.oldOffice('SummaryInformation')],
    ['archive.zip', () => Buffer.from('504b0506'.padEnd(44, '0'), 'hex')],
    ['empty.pdf', () => Buffer.alloc(0)],
    ['half.jpg', async () => (await sample.photo('red', 256)).subarray(0, 300)],
    ['mark.png', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), sample.html()])],
    ['mark.gif', () => Buffer.from('GIF89a<script>alert(1)</script>')],
  ])('%s', async (name, bytes) => {
    await expect(look(await bytes(), name)).rejects.toThrow(/^is /)
  })

  test('picture with more pixels than the limit is refused', async () => {
    const wide = sharp({ create: { width: 64_010, height: 1000, channels: 3, background: 'red' } })
    const bomb = await wide.toColourspace('b-w').png().toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    await expect(look(bomb, 'bomb.png')).rejects.toThrow('too large to be shown')
  })
})

describe('re-encoding of a picture', () => {
  test('removes metadata and applies the orientation [SEC-08]', async () => {
    const original = await sample.photo()
    expect(original.includes('Exif')).toBe(true)
    const { path: kept, size } = await look(original, 'a.jpg')
    const bytes = readFileSync(kept)
    expect([bytes.includes('Exif'), bytes.includes('Somebody'), size]).toEqual([false, false, bytes.length])
    const { width, height, exif } = await sharp(kept).metadata()
    // The orientation tag turns 64 by 32 into 32 by 64.
    expect([width, height, exif]).toEqual([32, 64, undefined])
  })

  test('removes a page appended to the picture', async () => {
    const { path: kept } = await look(Buffer.concat([await sample.png(), sample.html()]), 'a.png')
    expect(readFileSync(kept).includes('script')).toBe(false)
  })

  test('keeps an animation', async () => {
    const { path: kept } = await look(await sample.movingGif(), 'a.gif')
    expect((await sharp(kept).metadata()).pages).toBe(2)
  })

  test('scales down a picture larger than the limit', async () => {
    const wide = await sharp({ create: { width: 6000, height: 10, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const { path: kept } = await look(wide, 'a.jpg')
    expect((await sharp(kept).metadata()).width).toBe(4096)
  })
})

describe('file that cannot be read now is not refused as invalid [OPEN-097]', () => {
  test.each([['a.pdf'], ['a.csv'], ['a.doc']])('%s', async (name) => {
    const absent = { path: path.join(dataDir, 'absent'), size: 9, digest: '', name }
    await expect(examine(absent, staging)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('picture is not called damaged when it cannot be re-encoded now', async () => {
    const staged = await staging.take(Readable.from([await sample.png()]), 20_000_000)
    const newPath = () => {
      rmSync(staged.path)
      return staging.newPath()
    }
    const looked = examine({ ...staged, name: 'a.png' }, { ...staging, newPath })
    await expect(looked).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' })
  })

  test('picture is not refused when it opens on a second try', async () => {
    const staged = await staging.take(Readable.from([await sample.png()]), 20_000_000)
    const aside = `${staged.path}.aside`
    let tries = 0
    const newPath = () => {
      if (++tries === 1) {
        // For the image library a folder looks like a file that a process without free descriptors opens: present and
        // of no format.
        renameSync(staged.path, aside)
        mkdirSync(staged.path)
      } else {
        rmdirSync(staged.path)
        renameSync(aside, staged.path)
      }
      return staging.newPath()
    }
    const { path: kept } = await examine({ ...staged, name: 'a.png' }, { ...staging, newPath })
    expect([(await sharp(kept).metadata()).format, tries]).toEqual(['png', 2])
  })

  test.each<[string, number, () => Buffer | Promise<Buffer>]>([
    ['that is none', 2, () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['that ends too early', 1, async () => (await sample.photo('red', 256)).subarray(0, -20)],
  ])('picture is refused when it is %s', async (_what, tries, bytes) => {
    let paths = 0
    const counted: Staging = {
      ...staging,
      newPath() {
        paths++
        return staging.newPath()
      },
    }
    const staged = await staging.take(Readable.from([await bytes()]), 20_000_000)
    await expect(examine({ ...staged, name: 'a' }, counted)).rejects.toBeInstanceOf(FileRefused)
    expect(paths).toBe(tries)
  })

  test.runIf(existsSync('/dev/full'))(
    'picture is not refused when the disk is full for its re-encoded copy',
    async () => {
      const room = path.join(dataDir, 'no-room')
      symlinkSync('/dev/full', room)
      const staged = await staging.take(Readable.from([await sample.png()]), 20_000_000)
      const looked = examine({ ...staged, name: 'a.png' }, { ...staging, newPath: async () => room })
      await expect(looked).rejects.toMatchObject({ reason: 'storage_full', cause: { code: 'ENOSPC' } })
    },
  )

  test.each([
    ['Disk quota exceeded', 'EDQUOT'],
    ['Too many open files in system', 'ENFILE'],
    ['Too many open files', 'EMFILE'],
    ['bad signature', undefined],
  ])("codeInWords finds the code of the image library's message: %s", (words, code) => {
    expect(codeInWords(`unable to open for write\nunix error: ${words}`)).toBe(code)
  })

  test.each([
    ['EMFILE', 503],
    ['ENFILE', 503],
    ['ENOSPC', 507],
    ['EDQUOT', 507],
  ])('storingFailure answers %s with %i and a message', (code, status) => {
    expect(storingFailure(Object.assign(new Error(), { code }))).toMatchObject({
      status,
      retryAfterS: expect.any(Number),
      cause: { code },
    })
  })
})

test('staging leaves nothing on the disk when the work ends [OPEN-071]', async () => {
  await look(await sample.png(), 'a.png')
  await look(sample.exe(), 'a.png').catch(() => undefined)
  expect(readdirSync(stagingFolder({ config: { dataDir } as never }))).toHaveLength(3)
  await staging.clear()
  expect(readdirSync(stagingFolder({ config: { dataDir } as never }))).toEqual([])
})
