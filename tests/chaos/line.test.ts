import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Line, openLine } from './line.ts'

let server: Server
let line: Line
let near: Socket
let far: Socket
let heard: string[]

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('The server has no port.')
  line = await openLine('test', () => [address.port])
  const taken = once(server, 'connection')
  near = connect(line.port, '127.0.0.1')
  near.setNoDelay(true)
  ;[far] = await taken
  heard = []
  far.on('data', (piece) => heard.push(String(piece)))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  near.destroy()
  far.destroy()
  await line.close()
  await new Promise((done) => server.close(done))
})

/** Says it, and waits until the line has it: it has come, or a timer of the line's holds it. */
async function say(words: string) {
  const before = vi.getTimerCount() + heard.length
  near.write(words)
  while (vi.getTimerCount() + heard.length === before) await new Promise(setImmediate)
}

test('what waited on a slow line comes before what is said once it is fast', async () => {
  line.delay(1_000)
  await say('a')
  await say('b')
  line.delay(0)
  await say('c')
  vi.runAllTimers()
  await vi.waitFor(() => expect(heard.join('')).toBe('abc'))
})

test('what waited when the other end hung up still arrives', async () => {
  line.delay(1_000)
  await say('a')
  await say('b')
  near.end()
  await once(far, 'end')
  expect(heard.join('')).toBe('ab')
})
