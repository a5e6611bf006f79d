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
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
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

/** Lets time pass until nothing of it is on the way any more: what was given may take a turn or two to be heard. */
async function pass(ms: number) {
  vi.advanceTimersByTime(ms)
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate)
}
const bytesHeard = () => heard.join('').length

test('what is narrow passes so many bytes in a second, in order, and stays narrow for the next', async () => {
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
    expect(bytesHeard()).toBe(most)
  }
  await say(words)
  await pass(1_000)
  expect(bytesHeard()).toBe(4_000)
  expect(words + words).toContain(heard.join(''))
})

test('what is narrow and far away comes narrow, and late', async () => {
  line.narrow(1_000)
  line.delay(800)
  await say('x'.repeat(500))
  await pass(800)
  expect(bytesHeard()).toBe(0)
  await pass(100)
  expect(bytesHeard()).toBe(100)
  await pass(400)
  expect(bytesHeard()).toBe(500)
})

test('it is as narrow the other way, and each way for itself', async () => {
  line.narrow(1_000)
  const back: string[] = []
  near.on('data', (piece) => back.push(String(piece)))
  await say('x'.repeat(500))
  far.write('y'.repeat(500))
  while (vi.getTimerCount() < 2) await new Promise(setImmediate)
  await pass(300)
  expect([bytesHeard(), back.join('').length]).toEqual([300, 300])
})

test('what does not fit through waits with whoever sends it', async () => {
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

test('once it is wide again all that waited comes at once, and what is said next after it', async () => {
  line.narrow(1_000)
  await say('a'.repeat(2_000))
  await pass(200)
  line.narrow(0)
  near.write('b')
  await pass(100)
  await pass(1)
  expect(heard.join('')).toBe(`${'a'.repeat(2_000)}b`)
})

test('what waited in front of a narrow line when the other end hung up still arrives', async () => {
  line.narrow(1_000)
  await say('a'.repeat(2_000))
  near.end()
  await once(far, 'end')
  expect(bytesHeard()).toBe(2_000)
})
