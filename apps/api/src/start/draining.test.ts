import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrain } from './draining.ts'

let server: Server
let agent: Agent
let drain: () => Promise<void>
beforeEach(async () => {
  server = createServer()
  drain = createDrain(server)
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

async function ask(): Promise<IncomingMessage> {
  const asked = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent }).end()
  const [answer] = await once(asked, 'response')
  return answer
}

test('draining server completes the answer of a slow reader [OPEN-100]', async () => {
  const large = Buffer.alloc(32 * 1024 * 1024, 1)
  server.on('request', (_req, res) => res.end(large))
  const answer = await ask()
  const drained = drain()
  expect((await buffer(answer)).length).toBe(large.length)
  await drained
})

test('draining server announces the last answer to a waiting client [OPEN-100]', async () => {
  const waiting: ServerResponse[] = []
  server.on('request', (_req, res) => waiting.push(res))
  const asked = ask()
  await expect.poll(() => waiting.length).toBe(1)
  const drained = drain()
  waiting[0]?.end('done')
  const answer = await asked
  expect([answer.headers.connection, String(await buffer(answer))]).toEqual(['close', 'done'])
  await drained
})

test('draining server closes a connection after an answer that had begun', async () => {
  const begun: ServerResponse[] = []
  server.on('request', (_req, res) => {
    res.write('so ')
    begun.push(res)
  })
  const answer = await ask()
  const drained = drain()
  begun[0]?.end('be it')
  expect(String(await buffer(answer))).toBe('so be it')
  await drained
})

test('draining server closes an idle keep-alive connection', async () => {
  server.on('request', (_req, res) => res.end('done'))
  await buffer(await ask())
  await drain()
})
