import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Line, openLine } from './line.ts'

let server: Server
let line: Line
let near: Socket
let far: Socket
let received: string[]

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
  received = []
  far.on('data', (piece) => received.push(String(piece)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  near.destroy()
  far.destroy()
  await line.close()
  await new Promise((done) => server.close(done))
})

/** Writes it and waits until the line has it: it has arrived, or a timer of the line holds it. */
async function say(words: string) {
  const before = vi.getTimerCount() + received.length
  near.write(words)
  while (vi.getTimerCount() + received.length === before) await new Promise(setImmediate)
}

test('line keeps the order when its delay is removed', async () => {
  line.delay(1_000)
  await say('a')
  await say('b')
  line.delay(0)
  await say('c')
  vi.runAllTimers()
  await vi.waitFor(() => expect(received.join('')).toBe('abc'))
})

test('line still delivers delayed bytes when the sender hangs up', async () => {
  line.delay(1_000)
  await say('a')
  await say('b')
  near.end()
  await once(far, 'end')
  expect(received.join('')).toBe('ab')
})

/** Advances the clock and gives the sockets turns of the event loop to deliver the bytes. */
async function pass(ms: number) {
  vi.advanceTimersByTime(ms)
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
}
const bytesReceived = () => received.join('').length

test('line passes the given bytes a second, in order, when its rate is limited', async () => {
  line.narrow(1_000)
  const words = 'abcdefghij'.repeat(300)
  await say(words)
  for (const [ms, most] of [
    [900, 900],
    [1_000, 1_900],
    [1_000, 2_900],
    [100, 3_000],
    [5_000, 3_000],
  ] as const) {
    await pass(ms)
    expect(bytesReceived()).toBe(most)
  }
  await say(words)
  await pass(1_000)
  expect(bytesReceived()).toBe(4_000)
  expect(words + words).toContain(received.join(''))
})

test('line delays bytes and limits their rate when both are set', async () => {
  line.narrow(1_000)
  line.delay(800)
  await say('x'.repeat(500))
  await pass(800)
  expect(bytesReceived()).toBe(0)
  await pass(100)
  expect(bytesReceived()).toBe(100)
  await pass(400)
  expect(bytesReceived()).toBe(500)
})

test('line limits each direction separately when its rate is limited', async () => {
  line.narrow(1_000)
  const back: string[] = []
  near.on('data', (piece) => back.push(String(piece)))
  await say('x'.repeat(500))
  far.write('y'.repeat(500))
  while (vi.getTimerCount() < 2) await new Promise(setImmediate)
  await pass(300)
  expect([bytesReceived(), back.join('').length]).toEqual([300, 300])
})

test('line leaves bytes at the sender when they exceed its rate', async () => {
  line.narrow(1_000)
  const MUCH = 40_000_000
  near.write(Buffer.alloc(MUCH))
  let left = 0
  for (let still = 0; still < 50; still += near.writableLength === left ? 1 : 0) {
    left = near.writableLength
    await new Promise(setImmediate)
  }
  expect(near.writableLength).toBeGreaterThan(0)
})

test('line delivers waiting bytes at once and in order when its limit is removed', async () => {
  line.narrow(1_000)
  await say('a'.repeat(2_000))
  await pass(200)
  line.narrow(0)
  near.write('b')
  await pass(100)
  await pass(1)
  expect(received.join('')).toBe(`${'a'.repeat(2_000)}b`)
})

test('line still delivers bytes held by its rate limit when the sender hangs up', async () => {
  line.narrow(1_000)
  await say('a'.repeat(2_000))
  near.end()
  await once(far, 'end')
  expect(bytesReceived()).toBe(2_000)
})
