import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { RelayError } from '../../process-log.ts'
import { createInboxClient } from './inbox-client.ts'
import { countedOf, digestOf, itemsOf } from './items.rules.ts'

const { signal } = new AbortController()

async function answering(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createInboxClient({ url, token: 'secret-token', userId: 'usr_relay' })
}

test("inbox client makes the clients' calls with its token, for one organization [CALL-INBOX-04] [CALL-INBOX-05] [OPEN-093]", async () => {
  const seen: unknown[] = []
  const client = await answering(({ url, method, headers }, res) => {
    seen.push([method, url, headers.authorization, headers.userid, headers.organizationid, headers.activity])
    res.setHeader('etag', '"7"').end('{"data":[]}')
  })
  expect(await client.conversations('org_cedar', 3, { signal })).toEqual({ items: [], tag: '"7"' })
  await client.messages('org_cedar', 'con_1', { signal })
  const said = ['Bearer secret-token', 'usr_relay', 'org_cedar', 'none']
  const list = 'organizationId=org_cedar&status=all&filter=all&page=3&limit=50&userId=usr_relay'
  expect(seen).toEqual([
    ['GET', `/api/inbox/conversations?${list}`, ...said],
    ['GET', '/api/inbox/messages?organizationId=org_cedar&conversationId=con_1', ...said],
  ])
})

test('inbox client reports an unchanged answer by its tag, and null for what does not exist [OPEN-098]', async () => {
  const client = await answering(({ headers, url }, res) => {
    res.statusCode = url?.includes('/messages') ? 404 : headers['if-none-match'] === '"7"' ? 304 : 500
    res.end()
  })
  expect(await client.conversations('org_cedar', 1, { tag: '"7"', signal })).toBe('unchanged')
  expect(await client.messages('org_cedar', 'con_1', { signal })).toBeNull()
})

test.each([
  ['another status', (res: ServerResponse) => void res.writeHead(500), 'returned 500'],
  ['a body that is not JSON', (res: ServerResponse) => void res.write('<p>Ada Lovelace'), 'is not JSON'],
  [
    'an object instead of a list',
    (res: ServerResponse) => void res.write('{"data":"Ada Lovelace"}'),
    'is no list of items of the organization',
  ],
  [
    'an item of another organization',
    (res: ServerResponse) => void res.write('[{"id":"a"},{"id":"b","organizationId":"org_harbor"}]'),
    'is no list of items of the organization',
  ],
  [
    'an item without an id',
    (res: ServerResponse) => void res.write('[{"name":"Ada Lovelace"}]'),
    'is no list of items',
  ],
  ['a body that is too long', (res: ServerResponse) => void res.write(`"${'x'.repeat(9_000_000)}"`), 'is too long'],
  ['a redirect', (res: ServerResponse) => void res.writeHead(302, { location: 'http://x.test' }), 'fetch failed'],
])('inbox client refuses, without quoting it, %s [SEC-11]', async (_what, write, said) => {
  const client = await answering((_req, res) => {
    write(res)
    res.end()
  })
  const failure = await client.conversations('org_cedar', 1, { signal }).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(said === 'fetch failed' ? TypeError : RelayError)
  expect(String(failure)).toContain(said)
  expect(String(failure)).not.toMatch(/Ada|secret-token/)
})

test('items have an id, a digest and counts, whatever fields the service sends [DESIGN-04] [OPEN-020]', () => {
  expect(itemsOf({ data: null }, 'o')).toEqual([])
  expect(itemsOf([{ _id: 'a' }], 'o')).toEqual([{ id: 'a', fields: { _id: 'a' } }])
  const item = (fields: Record<string, unknown>) => ({ id: 'a', fields })
  const digest = digestOf(item({ a: 1, b: { c: 2, d: [1, 2] } }))
  expect(digestOf(item({ version: 9, b: { d: [1, 2], c: 2 }, a: 1 }))).toBe(digest)
  expect(digestOf(item({ a: 1, b: { c: 2, d: [2, 1] } }))).not.toBe(digest)
  expect(countedOf(item({ status: 'OPEN', requestType: 'Concierge', isUnread: true, feedback: 'down' }))).toMatchObject(
    {
      ...{ unreadMessages: 1, openConciergeRequests: 1, thumbsDown: 1, openRequests: 0 },
    },
  )
  expect(countedOf(item({}))).toMatchObject({ unreadMessages: 0, openRequests: 0, otherRequests: 0 })
})
