import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Refusal } from '../http/refusal.ts'
import { createReader, endOfCall, type ReaderLimits } from './reader.ts'

const program = {
  url: new URL('./misbehaving.suite.ts', import.meta.url),
  input: z.object({ does: z.string(), other: z.string().optional() }),
  result: z.union([z.string(), z.array(z.string())]),
}
/** Other tests would take the processor from processes of a low priority. */
const LIMITS = {
  ...{ atOnce: 2, memoryMb: 64, timeMs: 60_000, waitMs: 600_000 },
  priority: constants.priority.PRIORITY_NORMAL,
}
const SECRET = 'Rosalind Carver 1951'
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reader-'))
  file = path.join(folder, 'staged')
  await writeFile(file, SECRET)
})

afterAll(() => rm(folder, { recursive: true }))

/** The results, or what was thrown. */
async function outcome(
  does: string,
  { other = '', limits = LIMITS }: { other?: string; limits?: Partial<ReaderLimits> } = {},
) {
  const results: unknown[] = []
  try {
    for await (const result of createReader(limits).read(program, file, { does, other })) results.push(result)
  } catch (error) {
    return error as Refusal
  }
  return results
}

const DAMAGED = { reason: 'unreadable_file', status: 422, message: 'The file is too large or damaged.' }

test('the reader yields what the program reads of its file', async () => {
  expect(await outcome('read')).toEqual([SECRET, 'last'])
})

test('the process has the lowest priority when its limits name no other', { timeout: 600_000 }, async () => {
  // Each other process comes before it, so on a busy machine it takes its time.
  expect(await outcome('rank', { limits: { waitMs: 600_000 } })).toEqual([
    String(constants.priority.PRIORITY_LOW),
    'last',
  ])
})

test('the reader passes over what a library prints', async () => {
  expect(await outcome('print')).toEqual(['last'])
})

test('the reader repeats the refusal of a program', async () => {
  expect(await outcome('refuse')).toMatchObject({ reason: 'not_valid', message: 'This is a PDF.' })
})

test.each([
  ['kill', 'SIGKILL'],
  ['fill', 'SIGABRT'],
  ['stop', 'exit 0'],
  ['shout', 'no message'],
])('the reader refuses the file when its process does %s', async (does, code) => {
  expect(await outcome(does)).toMatchObject({ ...DAMAGED, cause: { code } })
})

test('the reader ends a process that hangs', async () => {
  const limits = { ...LIMITS, timeMs: 1500 }
  expect(await outcome('hang', { limits })).toMatchObject({ ...DAMAGED, cause: { code: 'timeout' } })
})

test('the reader refuses for now, and blames no file, when the process gets no processor', async () => {
  // The start takes processor time, far less than the limit. A wait that counted would reach the limit first.
  const limits = { ...LIMITS, timeMs: 5000, waitMs: 6000 }
  expect(await outcome('rest', { limits })).toMatchObject({ reason: 'unavailable', status: 503 })
})

test('the reader says nothing of the content when the program breaks', async () => {
  const refusal = (await outcome('break')) as Refusal
  expect(refusal).toMatchObject({ ...DAMAGED, cause: { code: 'TypeError' } })
  const { stack = '' } = refusal.cause as Error
  expect(stack).toContain('misbehaving.suite.ts')
  expect(`${stack}${refusal.message}${refusal.stack}`).not.toContain('Carver')
})

test('the program reaches no other file, no network and no variable', async () => {
  const server = createServer((_, res) => res.end()).listen(0, '127.0.0.1')
  const beside = path.join(folder, 'beside')
  await writeFile(beside, 'of another clinic')
  try {
    const { port } = server.address() as { port: number }
    expect(await outcome('look', { other: beside })).toEqual(['ERR_ACCESS_DENIED', 'last'])
    expect(await outcome('look', { other: '/etc/passwd' })).toEqual(['ERR_ACCESS_DENIED', 'last'])
    expect((await outcome('call', { other: `http://127.0.0.1:${port}/` })) as string[]).not.toContain('allowed')
    expect(await outcome('environment')).toEqual([['TZ'], 'last'])
  } finally {
    server.close()
  }
})

test('the process ends when the caller stops reading, and when the caller aborts', async () => {
  const reader = createReader({ ...LIMITS, atOnce: 1 })
  for await (const result of reader.read(program, file, { does: 'many' })) {
    expect(result).toHaveLength(10_000)
    break
  }
  const stop = new AbortController()
  const reading = reader.read(program, file, { does: 'many' }, stop.signal)
  await reading.next()
  stop.abort(new Error('enough'))
  await expect(reading.next()).rejects.toThrow('enough')
  // The only slot is free again, so both processes have ended.
  expect(await Array.fromAsync(reader.read(program, file, { does: 'read' }))).toEqual([SECRET, 'last'])
})

test('a third reading waits for one of two, and leaves the queue when it is aborted', async () => {
  const reader = createReader(LIMITS)
  const [one, two] = [1, 2].map(() => reader.read(program, file, { does: 'many' }))
  await Promise.all([one?.next(), two?.next()])
  const stop = new AbortController()
  const aborted = reader.read(program, file, { does: 'read' }, stop.signal).next()
  const third = reader.read(program, file, { does: 'read' })
  const first = third.next()
  stop.abort(new Error('left'))
  await expect(aborted).rejects.toThrow('left')
  expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting')
  await one?.return()
  expect(await first).toEqual({ value: SECRET, done: false })
  await Promise.all([two?.return(), third.return()])
})

test('endOfCall refuses a reading for now, and one that waits for its turn, when the time of a call is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reader = createReader({ ...LIMITS, atOnce: 1 })
    const [reading, waiting] = [1, 2].map(() => reader.read(program, file, { does: 'many' }, endOfCall()))
    await reading?.next()
    const queued = waiting?.next()
    vi.advanceTimersByTime(50_000)
    expect((await reading?.next())?.done).toBe(false)
    vi.advanceTimersByTime(8_000)
    const refusal = { reason: 'unavailable', status: 503 }
    await expect(queued).rejects.toMatchObject(refusal)
    await expect(reading?.next()).rejects.toMatchObject(refusal)
    // The only slot is free again.
    expect(await Array.fromAsync(reader.read(program, file, { does: 'read' }))).toEqual([SECRET, 'last'])
  } finally {
    vi.useRealTimers()
  }
})
