import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createReceivedTexts, type ReceivedTexts } from './received-texts.ts'

const LIST = '/2010-04-01/Accounts/AC1/Messages.json'
const CLINIC = '+15125550100'
const from = new Date('2026-11-21T10:00:00.400Z')
const until = new Date('2026-11-21T11:00:00.900Z')
const { signal } = new AbortController()

let asked: { url: URL; authorization: string | undefined }[]
let answers: Record<string, unknown>[]
const server = createServer((req, res) => {
  asked.push({ url: new URL(req.url ?? '', 'http://carrier.test'), authorization: req.headers.authorization })
  const { status = 200, ...body } = answers.shift() ?? { status: 503 }
  res.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let carrier: ReceivedTexts
let baseUrl: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`
  const account = { accountSid: 'AC1', authToken: 'secret', mediaHosts: [] }
  carrier = createReceivedTexts({ ...account, baseUrl })
})
afterAll(() => void server.close())
beforeEach(() => {
  asked = []
  answers = []
})

const listed = (sid: string, at: string, more = {}) => ({
  ...{ sid, direction: 'inbound', from: '+15125550142', to: CLINIC, body: sid, num_media: '0' },
  ...{ date_sent: new Date(at).toUTCString(), date_created: new Date(at).toUTCString(), ...more },
})
const list = () => carrier.list({ to: CLINIC, from, until }, signal)

describe("list of a number's received texts", () => {
  test('returns all pages, oldest first, each text once, and nothing else', async () => {
    const next_page_uri = `${LIST}?PageSize=1000&Page=1&PageToken=PAx`
    answers = [
      {
        messages: [
          listed('SM4', '2026-11-21T10:30:00Z'),
          listed('SM3', '2026-11-21T10:30:00Z'),
          listed('SMout', '2026-11-21T10:20:00Z', { direction: 'outbound-reply' }),
        ],
        next_page_uri,
      },
      {
        messages: [
          listed('SM3', '2026-11-21T10:30:00Z'),
          listed('SM2', '2026-11-21T10:10:00Z', { body: null, num_media: '2', date_sent: null }),
          listed('SMother', '2026-11-21T10:05:00Z', { to: '+16175550100' }),
          listed('SM1', '2026-11-21T10:00:00Z'),
          listed('SM0', '2026-11-21T09:59:59Z'),
        ],
        next_page_uri: null,
      },
    ]
    const texts = await list()
    expect(texts.map(({ sid }) => sid)).toEqual(['SM1', 'SM2', 'SM3', 'SM4'])
    expect(texts[1]).toEqual({
      ...{ sid: 'SM2', from: '+15125550142', to: CLINIC, body: '', media: 2 },
      sentAt: new Date('2026-11-21T10:10:00Z'),
    })
    expect(asked.map(({ url }) => url.pathname)).toEqual([`/below${LIST}`, `/below${LIST}`])
    expect(Object.fromEntries(asked[0]!.url.searchParams)).toEqual({
      ...{ To: CLINIC, PageSize: '1000' },
      ...{ 'DateSent>': '2026-11-21T10:00:00Z', 'DateSent<': '2026-11-21T11:00:00Z' },
    })
    expect(asked[1]!.url.searchParams.get('PageToken')).toBe('PAx')
    expect(asked[0]!.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  })

  test.each([
    'https://elsewhere.test/2010-04-01/Accounts/AC1/Messages.json',
    '//elsewhere.test/2010-04-01/Accounts/AC1/Messages.json',
    '/2010-04-01/Accounts/AC2/Messages.json',
    '/2010-04-01/Accounts/AC1/Messages/../../AC2/Messages.json',
    '@elsewhere.test/',
  ])('does not send credentials to %s [SEC-08]', async (next_page_uri) => {
    answers = [{ messages: [], next_page_uri }]
    await expect(list()).rejects.toThrow('outside of the account')
    expect(asked).toHaveLength(1)
  })

  test.each([[{ status: 429 }], [{ status: 500 }], [{ messages: 'none' }], [{ messages: [listed('SM1', 'at noon')] }]])(
    'rejects on %j, so that it is not taken for a complete list',
    async (answer) => {
      answers = [answer]
      await expect(list()).rejects.toThrow('could not be read')
    },
  )
})

describe('files of a received text', () => {
  test('are those that the carrier lists, without the description', async () => {
    const uri = '/2010-04-01/Accounts/AC1/Messages/SM1/Media/ME1.json'
    answers = [{ media_list: [{ uri, content_type: 'image/jpeg' }] }]
    const url = `${baseUrl}${uri.replace('.json', '')}`
    expect(await carrier.media('SM1', signal)).toEqual([{ url, contentType: 'image/jpeg' }])
  })

  test('are none when the carrier no longer has the text, and unknown when it fails', async () => {
    answers = [{ status: 404 }, { status: 500 }]
    expect(await carrier.media('SM1', signal)).toEqual([])
    await expect(carrier.media('SM1', signal)).rejects.toThrow('could not be read')
  })

  test('are not fetched from elsewhere [SEC-08]', async () => {
    answers = [{ media_list: [{ uri: 'https://elsewhere.test/ME1', content_type: 'image/jpeg' }] }]
    await expect(carrier.media('SM1', signal)).rejects.toThrow('outside of the account')
  })
})
