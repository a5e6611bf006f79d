import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStaging, type Staging, stagingFolder } from '../files/staging.ts'
import { storingFailure } from '../files/storing-failure.rules.ts'
import { readMultipart } from './multipart.ts'

const PARTS = { part: 'attachments', most: 3, bytes: 1024 * 1024 } as const
const MIB = 1024 * 1024

let dataDir: string
let staging: Staging
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-multipart-'))
  staging = openStaging({ config: { dataDir } as never, newId: () => crypto.randomUUID() })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const field = (name: string, value: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const head = (name: string, fileName: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/html\r\n\r\n`
const attached = (fileName: string, content: string) => `${head('attachments', fileName)}${content}\r\n`
const END = '--edge--\r\n'

function read(
  body: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
  parts = PARTS as { part: string; most: number; bytes: number },
) {
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'transfer-encoding': 'chunked' }
  const req = Object.assign(Readable.from(body), { headers }) as never
  return readMultipart(parts, { req, res: {} as never, staging })
}

test('readMultipart returns fields as text and files in order with their names [CALL-INBOX-09]', async () => {
  const body = [
    field('message', 'Grüße'),
    attached('naïve “1”.txt', 'one'),
    field('private', 'false'),
    attached('b.png', 'two'),
    END,
  ]
  const { fields, files } = await read(body)
  expect(fields).toEqual({ message: 'Grüße', private: 'false' })
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['naïve “1”.txt', 3],
    ['b.png', 3],
  ])
  expect(files.map((file) => readFileSync(file.path, 'utf8'))).toEqual(['one', 'two'])
  expect(files[0]?.digest).not.toBe(files[1]?.digest)
})

test.each<[string, string[], object]>([
  ['a file that is too long', [attached('a', 'x'.repeat(MIB + 1)), END], { reason: 'too_large' }],
  ['too many files', [...Array(4).fill(attached('a', 'x')), END], { reason: 'too_large' }],
  ['a field that is too long', [field('message', 'x'.repeat(70_000)), END], { reason: 'too_large' }],
  ['too many parts', [...Array(24).fill(field('a', 'x')), END], { reason: 'not_valid' }],
  [
    'a file in another part',
    [`${head('picture', 'a')}x\r\n`, END],
    { reason: 'not_valid', issues: [{ path: 'picture' }] },
  ],
  ['no end', [attached('a', 'x')], { reason: 'not_valid' }],
  ['half a part', [`${head('attachments', 'a')}x`], { reason: 'not_valid' }],
  ['half a head', ['--edge\r\nContent-Disp'], { reason: 'not_valid' }],
  ['no form at all', ['{}'], { reason: 'not_valid' }],
  ['a part without a name', ['--edge\r\nContent-Disposition: form-data\r\n\r\nx\r\n', END], { reason: 'not_valid' }],
  ['a field of fields', [field('a[b][c]', 'x'), END], { reason: 'not_valid' }],
])('readMultipart refuses %s [SEC-08]', async (_what, body, refusal) => {
  await expect(read(body)).rejects.toMatchObject(refusal)
  await staging.clear()
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => name !== 'incoming')).toEqual([])
})

test('readMultipart reports a full disk in words [OPEN-097]', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  staging = {
    ...staging,
    async take(bytes) {
      // The form's own stream fails as well, with the system's error.
      await pipeline(bytes, new Writable({ write: (_chunk, _encoding, done) => done(full) })).catch(
        (error: unknown) => {
          throw storingFailure(error)
        },
      )
      throw new Error('There was room.')
    },
  }
  async function* body() {
    yield head('attachments', 'a.txt')
    for (let piece = 0; piece < 5; piece++) {
      yield 'x'.repeat(9000)
      await new Promise(setImmediate)
    }
    yield `\r\n${END}`
  }
  await expect(read(body())).rejects.toMatchObject({ reason: 'storage_full' })
})

test('readMultipart does not read a form whose declared length is too large', async () => {
  const req = Object.assign(Readable.from([]), { headers: { 'content-length': String(5 * MIB) } }) as never
  await expect(readMultipart(PARTS, { req, res: {} as never, staging })).rejects.toMatchObject({ reason: 'too_large' })
})

test('readMultipart streams files to disk with constant memory', async () => {
  const piece = Buffer.alloc(64 * 1024, 7)
  const folder = stagingFolder({ config: { dataDir } as never })
  let most = 0
  async function* body() {
    yield head('attachments', 'large.bin')
    for (let given = 0; given < 320; given++) {
      const [name] = given > 16 ? readdirSync(folder) : []
      const onDisk = name ? statSync(path.join(folder, name)).size : 0
      most = Math.max(most, given * piece.length - onDisk)
      yield piece
    }
    yield `\r\n${END}`
  }
  const { files } = await read(body(), { ...PARTS, bytes: 32 * MIB })
  expect(files[0]?.size).toBe(20 * MIB)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(3 * MIB)
})

test.each(['to its end', 'torn off'])(
  'readMultipart deletes a file that is written after the call was cleared: %s [SEC-08]',
  async (how) => {
    const bytes = new PassThrough()
    const taken = staging.take(bytes, MIB).catch(() => null)
    bytes.write('of somebody who went away')
    await staging.clear()
    if (how === 'torn off') bytes.destroy(new Error('gone'))
    else bytes.end()
    await taken
    expect(readdirSync(dataDir, { recursive: true }).filter((name) => name !== 'incoming')).toEqual([])
  },
)
