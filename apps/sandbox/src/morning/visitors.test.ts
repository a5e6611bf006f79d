import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTimers } from '../clock.ts'
import { createVisitors, type Visitors } from './visitors.ts'

const line = (body: string) => ({ organizationId: 'org_cedar', body })
let server: Server
let visitors: Visitors
/** Status codes of the next answers; later answers are 200. */
let answers: number[]
/** The calls that the API accepted. */
let asked: string[]
let tokens: number
let clientIds: string[]

beforeEach(async () => {
  answers = []
  asked = []
  clientIds = []
  tokens = 0
  server = createServer((req, res) => {
    void bodyOf(req).then((body) => {
      const status = answers.shift() ?? 200
      const { message, clientId, secret } = body
      if (clientId) clientIds.push(clientId)
      if (status === 200) asked.push([req.url, message ?? secret, req.headers.authorization].filter(Boolean).join(' '))
      if (status === 200 && req.url !== '/api/chat/messages') tokens += 1
      const data = { visitorId: 'visitor_1', secret: 'the secret', token: `token ${tokens}` }
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 'ok', data }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A pause between two tries takes no time here.
  const after = (_ms: number, run: () => void) => {
    const soon = setImmediate(run)
    return () => clearImmediate(soon)
  }
  const timers = createTimers({ now: () => new Date(0), after })
  let ids = 0
  visitors = createVisitors({ apiUrl, timers, newId: () => `id ${++ids}` })
})
afterEach(async () => {
  visitors.clear()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a visitor writes line after line with one token', async () => {
  await Promise.all([visitors.say('one', line('hello')), visitors.say('one', line('anybody there?'))])
  expect(asked).toEqual([
    '/api/chat/session',
    '/api/chat/messages hello Bearer token 1',
    '/api/chat/messages anybody there? Bearer token 1',
  ])
})

test('a returning visitor keeps its visitor id, by its secret', async () => {
  await visitors.say('one', line('hello'))
  visitors.leave('one')
  await visitors.say('one', line('me again'))
  expect(asked.slice(2)).toEqual(['/api/chat/token the secret', '/api/chat/messages me again Bearer token 2'])
})

test('a visitor that the API no longer knows starts a new session', async () => {
  await visitors.say('one', line('hello'))
  visitors.leave('one')
  answers = [401]
  await visitors.say('one', line('me again'))
  expect(asked.slice(2)).toEqual(['/api/chat/session', '/api/chat/messages me again Bearer token 2'])
})

test('a line is sent again under the same id while the API is away or the token is too old', async () => {
  await visitors.say('one', line('hello'))
  answers = [503, 429, 401, 200, 200]
  await visitors.say('one', line('still here'))
  expect(asked.at(-1)).toBe('/api/chat/messages still here Bearer token 2')
  expect(new Set(clientIds.slice(1)).size).toBe(1)
})

test('a line that the API refuses is given up, and the next one is sent', async () => {
  await visitors.say('one', line('hello'))
  answers = [400]
  await expect(visitors.say('one', line('x'.repeat(2_000)))).rejects.toThrow('The API answered 400.')
  await visitors.say('one', line('shorter'))
  expect(asked.at(-1)).toBe('/api/chat/messages shorter Bearer token 1')
})

test('a visitor gives up after eight tries', async () => {
  answers = Array.from({ length: 8 }, () => 503)
  await expect(visitors.say('one', line('hello'))).rejects.toThrow('The API answered 503.')
  expect(asked).toEqual([])
})

test('a line of a visitor who leaves is dropped without an error', async () => {
  const said = visitors.say('one', line('hello'))
  visitors.leave('one')
  await said
  expect(asked).toEqual([])
})

async function bodyOf(req: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
