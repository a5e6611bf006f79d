/** Tests against a small local server that implements the used part of S3 and checks its requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileStorage } from '../files/file-storage.ts'
import { createBucket } from './bucket.ts'

const ID = '0199f0aa-3c00-7000-8000-0000000000ab'
const PATH = `/files/attachments/${ID}`
const objects = new Map<string, Buffer>()
let asked: { method: string; path: string; authorization: string; range: string | undefined }[]
let fault: { status: number; code: string } | 'hang up' | null

const server = createServer(async (req, res) => {
  const url = new URL(req.url ?? '', 'http://bucket.test')
  const { authorization = '', range } = req.headers
  asked.push({ method: req.method ?? '', path: url.pathname, authorization, range })
  if (fault === 'hang up') return void res.destroy()
  if (fault) return void res.writeHead(fault.status, { 'content-type': 'application/xml' }).end(xml(fault.code))
  const held = objects.get(url.pathname)
  if (req.method === 'PUT') {
    const body = await buffer(req).catch(() => null)
    if (body === null) return
    objects.set(url.pathname, body)
    res.writeHead(200, { etag: '"1"' }).end()
  } else if (req.method === 'DELETE') {
    objects.delete(url.pathname)
    res.writeHead(204).end()
  } else if (!held) {
    res.writeHead(404, { 'content-type': 'application/xml' }).end(xml('NoSuchKey'))
  } else {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    res.writeHead(range ? 206 : 200).end(range ? held.subarray(Number(start), Number(end) + 1) : held)
  }
})
const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

let files: FileStorage
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  files = createBucket({
    endpoint,
    bucket: 'files',
    region: 'eu-west-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'secret',
  })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  asked = []
  fault = null
})

const put = (bytes: Buffer) => files.put(ID, Readable.from([bytes]), bytes.length)

test('bucket returns what was stored, whole or in part, until it is deleted [OPEN-071]', async () => {
  await put(Buffer.from('0123456789'))
  expect(objects.get(PATH)?.toString()).toBe('0123456789')
  expect((await buffer(await files.get(ID))).toString()).toBe('0123456789')
  expect((await buffer(await files.get(ID, { start: 2, end: 4 }))).toString()).toBe('234')
  await files.delete(ID)
  await expect(files.get(ID)).rejects.toMatchObject({ reason: 'not_found' })
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(
    ['PUT', 'GET', 'GET', 'DELETE', 'GET'].map((method) => `${method} ${PATH}`),
  )
  for (const { authorization } of asked)
    expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=KEY\/\d+\/eu-west-1\/s3\//)
})

test.each(['../x', '..', 'a/b', '', 'ab', `${ID}/..`, `${ID}?versionId=1`, `${ID}\u0000`])(
  'bucket refuses %j as the id of a file [SEC-08]',
  async (id) => {
    await expect(files.put(id, Readable.from([]), 0)).rejects.toThrow('under a generated id')
    await expect(files.get(id)).rejects.toThrow('under a generated id')
    await expect(files.delete(id)).rejects.toThrow('under a generated id')
    expect(asked).toEqual([])
  },
)

test('bucket streams a large file while it is read', async () => {
  const piece = Buffer.alloc(64 * 1024, 1)
  let pulled = 0
  let most = 0
  let arrived = 0
  const counting = createServer((req, res) => {
    req.on('data', (chunk: Buffer) => (arrived += chunk.length))
    req.on('end', () => res.writeHead(200).end())
  })
  counting.listen(0, '127.0.0.1')
  await once(counting, 'listening')
  const endpoint = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`
  const bucket = createBucket({ endpoint, bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' })
  async function* pieces() {
    for (; pulled < 320; pulled++) {
      most = Math.max(most, pulled * piece.length - arrived)
      yield piece
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await bucket.put(ID, Readable.from(pieces()), 320 * piece.length)
  expect(arrived).toBe(20 * 1024 * 1024)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(12 * 1024 * 1024)
  counting.close()
  counting.closeAllConnections()
})

test.each([
  [{ status: 507, code: 'InsufficientStorage' }, 'storage_full'],
  [{ status: 400, code: 'QuotaExceeded' }, 'storage_full'],
  [{ status: 403, code: 'AccessDenied' }, 'unavailable'],
  ['hang up', 'unavailable'],
] as const)('bucket answers %j with %s', async (given, reason) => {
  fault = given
  await expect(put(Buffer.from('x'))).rejects.toMatchObject({ reason, cause: expect.any(Error) })
  // A read stores nothing, so a full bucket is not mentioned.
  await expect(files.get(ID)).rejects.toMatchObject({ reason: 'unavailable', cause: expect.any(Error) })
})
