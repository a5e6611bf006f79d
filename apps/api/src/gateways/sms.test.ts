import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../../tests/support/free-port.ts'
import { createSmsGateway, type SmsGateway } from './sms.ts'

const text = {
  to: '+15125550142',
  from: '+15125550100',
  body: 'See you & soon +1',
  mediaUrls: [],
  statusCallback: 'http://foyer.test/s?messageId=m1',
}
const account = { accountSid: 'AC1', authToken: 'secret', mediaHosts: [] }
const none = async () => new Set<string>()

let gateway: SmsGateway
/**
 * A gateway with a short timeout, for a carrier that never answers; other tests use one that tolerates a busy
 * machine.
 */
let hasty: SmsGateway
let asked: { method: string; url: URL; form: URLSearchParams; authorization: string | undefined }[]
let answer: (res: ServerResponse) => void

const server = createServer(async (req: IncomingMessage, res) => {
  let body = ''
  for await (const chunk of req) body += String(chunk)
  const url = new URL(req.url ?? '', 'http://carrier.test')
  asked.push({
    method: req.method ?? '',
    url,
    form: new URLSearchParams(body),
    authorization: req.headers.authorization,
  })
  answer(res)
})
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (res: ServerResponse) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  gateway = createSmsGateway({ ...account, baseUrl })
  hasty = createSmsGateway({ ...account, baseUrl }, { timeoutMs: 300 })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  asked = []
})

describe('send', () => {
  test("sends the request that the carrier's API expects", async () => {
    answer = json(201, { sid: 'SM1', status: 'queued' })
    expect(await gateway.send(text)).toEqual({ outcome: 'accepted', sid: 'SM1' })
    expect(asked[0]?.url.pathname).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
    expect(Object.fromEntries(asked[0]!.form)).toEqual({
      To: text.to,
      From: text.from,
      Body: text.body,
      StatusCallback: text.statusCallback,
    })
  })

  test('passes the address of each attached file [INBOX-03]', async () => {
    answer = json(201, { sid: 'SM1' })
    await gateway.send({ ...text, body: '', mediaUrls: ['https://foyer.test/a?token=1', 'https://foyer.test/b'] })
    expect(asked[0]!.form.getAll('MediaUrl')).toEqual(['https://foyer.test/a?token=1', 'https://foyer.test/b'])
    expect(asked[0]!.form.get('Body')).toBe('')
  })

  test.each([
    [
      'an opted-out number',
      json(400, { code: 21610, message: '', status: 400 }),
      { outcome: 'refused', code: '21610' },
    ],
    ['a refusal without a code', json(400, 'no'), { outcome: 'refused', code: null }],
    ['too many', json(429, { code: 20429 }, { 'retry-after': '7' }), { outcome: 'busy', retryAfterMs: 7000 }],
    ['too many, without a time', json(429, {}), { outcome: 'busy', retryAfterMs: null }],
    ['wrong credentials', json(401, { code: 20003 }), { outcome: 'busy', retryAfterMs: null }],
    ['a failure of its own', json(500, {}), { outcome: 'unknown' }],
    ['a success without a sid', json(201, {}), { outcome: 'unknown' }],
    ['a connection that breaks', (res: ServerResponse) => void res.destroy(), { outcome: 'unknown' }],
  ])('%s', async (_what, given, outcome) => {
    answer = given
    expect(await gateway.send(text)).toEqual(outcome)
  })

  test.each([
    ['no answer in time', () => undefined],
    ['half an answer', (res: ServerResponse) => void res.writeHead(201).write('{"sid":')],
  ])('%s', async (_what, given) => {
    answer = given
    expect(await hasty.send(text)).toEqual({ outcome: 'unknown' })
  })

  test('reports busy when no server listens, because nothing was sent', async () => {
    const gone = createSmsGateway({ ...account, baseUrl: `http://127.0.0.1:${await freePort()}` })
    expect(await gone.send(text)).toEqual({ outcome: 'busy', retryAfterMs: null })
    expect(await gone.find(text, new Date(), none)).toEqual({ outcome: 'unknown' })
  })
})

describe('find', () => {
  const since = new Date('2026-11-19T00:00:30Z')
  const listed = (sid: string, body: string, at: string) => ({ sid, body, date_created: new Date(at).toUTCString() })

  test('finds the text accepted since then among unknown ones', async () => {
    answer = json(200, {
      messages: [
        listed('SM4', 'Another', '2026-11-19T00:00:31Z'),
        listed('SM3', text.body, '2026-11-19T00:00:31Z'),
        listed('SM2', text.body, '2026-11-19T00:00:30Z'),
      ],
    })
    expect(await gateway.find(text, since, async () => new Set(['SM3']))).toEqual({ outcome: 'found', sid: 'SM2' })
    expect(asked[0]?.method).toBe('GET')
    const query = asked[0]!.url.searchParams
    expect([query.get('To'), query.get('From'), query.get('DateSent>')]).toEqual([text.to, text.from, '2026-11-18'])
  })

  test('does not match a text with another number of files', async () => {
    const at = new Date('2026-11-19T00:00:31Z').toUTCString()
    answer = json(200, {
      messages: [
        { sid: 'SM1', body: null, num_media: '0', date_created: at },
        { sid: 'SM2', body: null, num_media: '1', date_created: at },
      ],
    })
    const picture = { ...text, body: '', mediaUrls: ['https://foyer.test/a'] }
    expect(await gateway.find(picture, since, none)).toEqual({ outcome: 'found', sid: 'SM2' })
  })

  test('does not match an earlier text with the same words', async () => {
    answer = json(200, { messages: [listed('SM1', text.body, '2026-11-18T23:00:00Z')] })
    expect(await gateway.find(text, since, none)).toEqual({ outcome: 'absent' })
  })

  test.each([
    ['fails', json(503, {})],
    ['answers something else', json(200, { messages: 'none' })],
  ])('reports unknown when the carrier %s', async (_what, given) => {
    answer = given
    expect(await gateway.find(text, since, none)).toEqual({ outcome: 'unknown' })
  })
})
