import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../../tests/support/free-port.ts'
import { createFaxGateway, type FaxGateway, type OutgoingFax } from './sinch.ts'

const fax: OutgoingFax = {
  ...{ to: '+15125550177', from: '+15125550190', cover: new Uint8Array([1]), headerText: 'Cedar Ridge' },
  file: { bytes: new Blob(['x']), name: 'referral.pdf', contentType: 'application/pdf' },
  ...{ timezone: 'America/Chicago', callbackUrl: 'https://foyer.test/hook?fax=f1&attempt=1' },
}
const now = new Date('2026-11-19T15:16:00Z')
const clock = { now: () => now, elapsed: () => 0 }

let asked: { path: string; body: string }[]
let answerToken: (res: ServerResponse) => void
let answerFax: (res: ServerResponse) => void
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (res: ServerResponse) =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const server = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += String(chunk)
  asked.push({ path: req.url ?? '', body })
  if (req.url === '/oauth2/token') answerToken(res)
  else answerFax(res)
})

let gateway: FaxGateway
const made = (port: number) => {
  const url = `http://127.0.0.1:${port}`
  const keys = { projectId: 'p1', keyId: 'k', keySecret: 's', webhookKey: 'w' }
  return createFaxGateway({ ...keys, faxUrl: url, authUrl: url }, { clock })
}
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
beforeEach(() => {
  asked = []
  answerToken = json(200, { access_token: 't', expires_in: 3600 })
  gateway = made((server.address() as AddressInfo).port)
})
afterAll(() => void server.close())

test('send posts both files with the numbers, no retries and the address to call back', async () => {
  answerFax = json(200, { id: 's1', status: 'QUEUED' })
  expect(await gateway.send(fax)).toEqual({ outcome: 'accepted', sinchId: 's1' })
  expect(asked.map(({ path }) => path)).toEqual(['/oauth2/token', '/v3/projects/p1/faxes'])
  for (const words of ['+15125550177', '+15125550190', 'cover.pdf', 'referral.pdf', 'name="maxRetries"\r\n\r\n0'])
    expect(asked[1]?.body).toContain(words)
})

/** As Sinch documents it, and as its other services write it. */
const about = (...fields: string[]) => ({
  ...{ code: '422', error: 'Invalid parameters', message: 'The request could not be understood by the server.' },
  details: { fieldViolations: fields.map((field) => ({ field, description: 'is wrong' })) },
})
const nested = (field: string) => ({
  error: { code: 400, details: [{ type: 'Other' }, { type: 'BadRequest', fieldViolations: [{ field }] }] },
})

test.each([
  ['402 without money', 402, { code: '402', error: 'Payment required' }, 'account'],
  ['403', 403, {}, 'account'],
  ['404 of an unknown project', 404, { code: '404', error: 'Not found' }, 'account'],
  ['422 about the number', 422, about('to'), 'number_refused'],
  ['400 about the number', 400, nested('body.to'), 'number_refused'],
  ['400 about one of several numbers', 400, nested('to[0]'), 'number_refused'],
  ["422 about the clinic's own number", 422, about('from'), 'own_number_refused'],
  ['422 about the file', 422, about('file'), 'document'],
  ['413', 413, 'too large', 'document'],
  ['400 that names nothing', 400, { code: '400', error: 'Bad Request' }, 'refused'],
  ['422 about something else', 422, about('headerText'), 'refused'],
  ['400 that is not of that form', 400, { details: 'none', error: ['x'] }, 'refused'],
])('send is refused by %s, and says why', async (_, status, body, cause) => {
  answerFax = json(status, body)
  expect(await gateway.send(fax)).toEqual({ outcome: 'refused', cause })
})

test('send is refused by an answer that is no JSON', async () => {
  answerFax = (res) => void res.writeHead(400).end('<html>Bad Request</html>')
  expect(await gateway.send(fax)).toEqual({ outcome: 'refused', cause: 'refused' })
})

test('send is refused for the account when the key is refused, and when no new token helps', async () => {
  answerFax = json(401, {})
  expect(await gateway.send(fax)).toEqual({ outcome: 'refused', cause: 'account' })
  expect(asked.map(({ path }) => path)).toEqual([
    ...['/oauth2/token', '/v3/projects/p1/faxes', '/oauth2/token', '/v3/projects/p1/faxes'],
  ])
  answerToken = json(401, { error: 'invalid_client' })
  gateway = made((server.address() as AddressInfo).port)
  expect(await gateway.send(fax)).toEqual({ outcome: 'refused', cause: 'account' })
})

test.each([
  ['429 with a time', 429, { 'retry-after': '7' }, { outcome: 'busy', retryAfterMs: 7000 }],
  ['429', 429, {}, { outcome: 'busy', retryAfterMs: null }],
  ['500', 500, {}, { outcome: 'busy', retryAfterMs: null }],
  ['503', 503, { 'retry-after': '2' }, { outcome: 'busy', retryAfterMs: 2000 }],
  ['408', 408, {}, { outcome: 'unknown' }],
  ['502', 502, {}, { outcome: 'unknown' }],
  ['504', 504, {}, { outcome: 'unknown' }],
  ['a redirect', 302, { location: '/' }, { outcome: 'unknown' }],
] as const)('send of a fax that is answered by %s is tried later or looked up', async (_, status, headers, outcome) => {
  answerFax = json(status, about('to'), headers)
  expect(await gateway.send(fax)).toEqual(outcome)
})

test('send has not left when nobody listens or no token is given, and may have been taken when the connection breaks', async () => {
  expect(await made(await freePort()).send(fax)).toEqual({ outcome: 'busy', retryAfterMs: null })
  answerFax = (res) => void res.socket?.destroy()
  expect(await gateway.send(fax)).toEqual({ outcome: 'unknown' })
  answerToken = json(500, {})
  const fresh = made((server.address() as AddressInfo).port)
  expect(await fresh.send(fax)).toEqual({ outcome: 'busy', retryAfterMs: null })
})
