/** The two edges, of `npm start` and of the containers, and in which encoding each sends the files of the web app. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeFiles } from '../apps/web/build/encoded-files.ts'
import { serve } from '../tests/support/services.ts'
import { createEdge } from './edge.ts'

const nginx = readFileSync('docker/nginx.conf', 'utf8')
const SCRIPT = 'export const words = "the same words again and again"\n'.repeat(200)
const PAGE = `<!doctype html>\n<title>Foyer</title>\n${'<!-- and again -->\n'.repeat(50)}`
let edge: Awaited<ReturnType<typeof serve>>
let webRoot: string
beforeAll(async () => {
  webRoot = mkdtempSync(path.join(tmpdir(), 'foyer-encoded-'))
  mkdirSync(path.join(webRoot, 'assets'))
  writeFileSync(path.join(webRoot, 'index.html'), PAGE)
  writeFileSync(path.join(webRoot, 'assets', 'main-1.js'), SCRIPT)
  writeFileSync(path.join(webRoot, 'assets', 'tiny-1.js'), 'x()')
  writeFileSync(path.join(webRoot, 'assets', 'font-1.woff2'), SCRIPT)
  await encodeFiles(webRoot)
  edge = await serve(createEdge({ members: [], webRoot, isStopping: () => false }))
})
afterAll(async () => {
  await edge.close()
  rmSync(webRoot, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** Without the decoding that `fetch` does by itself. */
function get(file: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(edge.url + file, { headers }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const told = res.headers as Record<string, string | undefined>
        resolve({ status: res.statusCode ?? 0, headers: told, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}

const plain = (body: Buffer) => body
const DECODERS: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync, '': plain }

/** The encodings that a browser, an old one, a proxy or a script accepts, and the one that it is sent. */
const NEGOTIATED = [
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0.001', 'gzip'],
  ['BR', 'br'],
  ['brotli, xgzip', ''],
  ['gzip;q=0', ''],
  ['identity', ''],
  ['', ''],
] as const

test.each(NEGOTIATED)('the edge answers "%s" with a file encoded as "%s"', async (accepted, encoding) => {
  for (const [file, type, content] of [
    ['/assets/main-1.js', 'text/javascript; charset=utf-8', SCRIPT],
    ['/inbox', 'text/html; charset=utf-8', PAGE],
  ] as const) {
    const { status, headers, body } = await get(file, { 'accept-encoding': accepted })
    expect([status, headers['content-type'], headers['content-encoding'] ?? '']).toEqual([200, type, encoding])
    expect(headers.vary).toBe('Accept-Encoding')
    expect(Number(headers['content-length'])).toBe(body.length)
    expect(DECODERS[encoding]?.(body).toString()).toBe(content)
  }
})

test.each(NEGOTIATED)('nginx chooses for "%s" what the other edge chooses: "%s"', (accepted, encoding) => {
  expect(chosenByNginx(accepted)).toBe(encoding)
})

/** The map of the configuration, evaluated: nginx takes the first of its patterns that matches. */
function chosenByNginx(accepted: string): string {
  const [, block = ''] = /map \$http_accept_encoding \$encoding \{([^}]*)\}/.exec(nginx) ?? []
  const patterns = [...block.matchAll(/"~\*([^"]+)" (\w+);/g)]
  expect(patterns).toHaveLength(2)
  return patterns.find(([, pattern = '']) => new RegExp(pattern, 'i').test(accepted))?.[2] ?? ''
}

test('both edges look for the encoded file before the plain one, and hide the folder of encoded files', async () => {
  const blocks = [...nginx.matchAll(/try_files ([^;]+);/g)].map(([, files = '']) => files.split(' ')[0])
  expect(blocks).toEqual(['/encoded/$encoding$uri', '/encoded/$encoding$uri'])
  expect(nginx).toMatch(/location \/encoded\/ \{ return 404; \}/)
  expect((await get('/encoded/br/assets/main-1.js', { 'accept-encoding': 'br' })).status).toBe(404)
})

test('each encoding of a file has an entity tag of its own, and is not sent again when it is known', async () => {
  const tags = await Promise.all(
    ['br', 'gzip', 'identity'].map(async (accepted) => {
      const { headers } = await get('/assets/main-1.js', { 'accept-encoding': accepted })
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      return headers.etag ?? ''
    }),
  )
  expect(new Set(tags).size).toBe(3)
  const again = await get('/assets/main-1.js', { 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' })
  expect([again.status, again.body.length]).toEqual([304, 0])
  const other = await get('/assets/main-1.js', { 'accept-encoding': 'br', 'if-none-match': tags[1] ?? '' })
  expect(other.status).toBe(200)
  const page = await get('/inbox', { 'accept-encoding': 'br' })
  expect(page.headers['cache-control']).toBe('no-cache')
})

test('a file that compression would not make smaller is sent as it is', async () => {
  for (const file of ['/assets/tiny-1.js', '/assets/font-1.woff2']) {
    const { status, headers } = await get(file, { 'accept-encoding': 'gzip, br' })
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding'])
  }
})
