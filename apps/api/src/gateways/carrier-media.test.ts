import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMediaGateway, type MediaGateway } from './carrier-media.ts'

const account = { accountSid: 'AC1', authToken: 'secret', mediaHosts: ['media.carrier.test'] }
const OWN = '/carrier/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1'
const MOST = 1000

let baseUrl: string
let gateway: MediaGateway
let asked: { path: string; authorization: string | undefined }[]
let answer: (res: ServerResponse) => void

const server = createServer((req: IncomingMessage, res) => {
  asked.push({ path: req.url ?? '', authorization: req.headers.authorization })
  answer(res)
})
const gives =
  (status: number, headers: Record<string, string> = {}, body = 'bytes') =>
  (res: ServerResponse) =>
    void res.writeHead(status, headers).end(body)

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway = createMediaGateway({ ...account, baseUrl: `${baseUrl}/carrier` })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  asked = []
  answer = gives(200, { 'content-type': 'Image/PNG; charset=x' })
})

test("media gateway fetches from the carrier's address with the account's credentials", async () => {
  const found = await gateway.fetch(baseUrl + OWN, MOST)
  expect(found).toMatchObject({ outcome: 'had', contentType: 'image/png' })
  expect((found.outcome === 'had' && (await buffer(found.bytes))).toString()).toBe('bytes')
  expect(asked).toEqual([{ path: OWN, authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}` }])
})

describe('media gateway sends no request to a foreign address [OPEN-101]', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/x',
    'https://carrier.example/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'nonsense',
    '',
  ])('%s', async (address) => {
    expect(await gateway.fetch(address, MOST)).toEqual({ outcome: 'foreign' })
    expect(asked).toEqual([])
  })

  test.each([
    ['another path', (own: string) => own.replace('/Messages/', '/Calls/')],
    ['another account', (own: string) => own.replace('/AC1/', '/AC2/')],
    ['a way out of the path', (own: string) => `${own}/../../../../../../admin`],
    ['the same hidden', (own: string) => own.replace('/MM1/', '/%2e%2e/%2e%2e/%2e%2e/')],
    ['its own name and password', (own: string) => own.replace('http://', 'http://a:b@')],
    ['another port', (own: string) => own.replace(/:(\d+)\//, ':1/')],
    ['another scheme', (own: string) => own.replace('http:', 'https:')],
    ['a host that only begins alike', (own: string) => own.replace('127.0.0.1', '127.0.0.1.evil.test')],
  ])('%s', async (_what, change) => {
    expect(await gateway.fetch(change(baseUrl + OWN), MOST)).toEqual({ outcome: 'foreign' })
    expect(asked).toEqual([])
  })
})

describe('media gateway that is redirected', () => {
  test.each([301, 302, 303, 307, 308])('does not follow a %d to a foreign address', async (status) => {
    for (const location of [
      `${baseUrl}/elsewhere`,
      baseUrl + OWN,
      'http://169.254.169.254/',
      '//evil.test/',
      'http://media.carrier.test/',
      'https://media.carrier.test:8443/',
      '',
    ]) {
      asked = []
      answer = gives(status, location ? { location } : {})
      expect(await gateway.fetch(baseUrl + OWN, MOST), location).toEqual({ outcome: 'foreign' })
      expect(asked).toHaveLength(1)
    }
  })

  test('follows one redirect to a configured host, over TLS and without credentials', async () => {
    const hops: [string, unknown][] = []
    const reach = (async (url: URL, init: RequestInit) => {
      hops.push([url.href, init.headers])
      const location = `https://media.carrier.test/x?signed=${hops.length}`
      return hops.length === 1 ? new Response(null, { status: 307, headers: { location } }) : answers.shift()
    }) as typeof fetch
    const answers = [
      new Response('bytes'),
      new Response(null, { status: 302, headers: { location: 'https://media.carrier.test/y' } }),
    ]
    const careful = createMediaGateway({ ...account, baseUrl: 'https://api.carrier.test' }, { reach })
    const own = 'https://api.carrier.test/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1'
    expect(await careful.fetch(own, MOST)).toMatchObject({ outcome: 'had' })
    expect(hops).toEqual([
      [own, { authorization: expect.any(String) }],
      ['https://media.carrier.test/x?signed=1', {}],
    ])
    hops.splice(0)
    expect(await careful.fetch(own, MOST)).toEqual({ outcome: 'foreign' })
    expect(hops).toHaveLength(2)
  })
})

describe('media gateway without a usable answer', () => {
  test.each([
    ['gone', gives(404), { outcome: 'absent' }],
    ['gone for good', gives(410), { outcome: 'absent' }],
    ['too large, as it says', gives(200, { 'content-length': '1001' }, 'x'.repeat(1001)), { outcome: 'too_large' }],
    ['wrong credentials', gives(401), { outcome: 'busy', retryAfterMs: null }],
    ['too many', gives(429, { 'retry-after': '7' }), { outcome: 'busy', retryAfterMs: 7000 }],
    ['broken', gives(500), { outcome: 'busy', retryAfterMs: null }],
    ['a connection that breaks', (res: ServerResponse) => void res.destroy(), { outcome: 'busy', retryAfterMs: null }],
  ])('%s', async (_what, given, outcome) => {
    answer = given
    expect(await gateway.fetch(baseUrl + OWN, MOST)).toEqual(outcome)
  })

  test('reports busy when no answer arrives in time', async () => {
    answer = () => undefined
    const hasty = createMediaGateway({ ...account, baseUrl: `${baseUrl}/carrier` }, { timeoutMs: 300 })
    expect(await hasty.fetch(baseUrl + OWN, MOST)).toEqual({ outcome: 'busy', retryAfterMs: null })
  })

  test('fails in time when the bytes stop arriving', async () => {
    answer = (res) => void res.writeHead(200).write('some')
    const time = new AbortController()
    using _ = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal)
    const found = await gateway.fetch(baseUrl + OWN, MOST)
    time.abort(new DOMException('Its time is over.', 'TimeoutError'))
    await expect(found.outcome === 'had' && buffer(found.bytes)).rejects.toThrow()
  })
})
