import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEvery } from './every.ts'
import { startLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Passes that end when the test ends them. */
function passes() {
  const begun: PromiseWithResolvers<number | undefined>[] = []
  const pass = () => {
    const one = Promise.withResolvers<number | undefined>()
    begun.push(one)
    return one.promise
  }
  const end = async (waitMs?: number) => {
    begun.at(-1)!.resolve(waitMs)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { begun, pass, end }
}
const onError = vi.fn()
const pollMs = () => 1000

test('a loop runs a pass at its start and another after one poll interval', async () => {
  const { begun, pass, end } = passes()
  const loop = startLoop({ pass, pollMs, onError })
  expect(begun).toHaveLength(1)
  await end()
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toHaveLength(2)
  await end()
  await loop.stop()
})

test('a loop never runs two passes at once and runs one more when it is woken during a pass', async () => {
  const { begun, pass, end } = passes()
  const loop = startLoop({ pass, pollMs, onError })
  for (let n = 0; n < 5; n++) loop.wake()
  expect(begun).toHaveLength(1)
  await end()
  expect(begun).toHaveLength(2)
  await end()
  expect(begun).toHaveLength(2)
  await loop.stop()
})

test('a loop still polls when it is woken all the time', async () => {
  const onPoll = vi.fn()
  const pass = vi.fn().mockResolvedValue(undefined)
  const loop = startLoop({ pass, pollMs, onPoll, onError })
  for (let n = 0; n < 30; n++) {
    await vi.advanceTimersByTimeAsync(100)
    loop.wake()
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(onPoll).toHaveBeenCalledTimes(4)
  expect(pass.mock.calls.length).toBeGreaterThan(30)
  await loop.stop()
})

test('a loop waits as long as its pass returns, even when a longer wait has begun', async () => {
  const { begun, pass, end } = passes()
  const loop = startLoop({ pass, pollMs, onError })
  await end(5000)
  await vi.advanceTimersByTimeAsync(4000)
  loop.wake()
  await end(10)
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toHaveLength(3)
  await end()
  await loop.stop()
})

test('a loop reports the error and continues at the next poll when its pass fails', async () => {
  const pass = vi.fn().mockRejectedValueOnce(new Error('no store')).mockResolvedValue(undefined)
  const loop = startLoop({ pass, pollMs, onError })
  await vi.advanceTimersByTimeAsync(1000)
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no store'))
  expect(pass).toHaveBeenCalledTimes(2)
  await loop.stop()
})

test('stop waits for the current pass and starts no other', async () => {
  const { begun, pass, end } = passes()
  const loop = startLoop({ pass, pollMs, onError })
  const stopped = vi.fn()
  const stopping = loop.stop().then(stopped)
  loop.wake()
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).not.toHaveBeenCalled()
  await end()
  await stopping
  await vi.advanceTimersByTimeAsync(5000)
  expect(begun).toHaveLength(1)
})

test('startEvery varies its period by a tenth, runs at its start only with atStart, and aborts the run when it stops', async () => {
  const log = { warn: vi.fn() }
  const runs: AbortSignal[] = []
  const run = async (signal: AbortSignal) => void runs.push(signal)
  const parts = { log } as unknown as Parameters<typeof startEvery>[0]
  const later = startEvery(parts, { name: 'the test', everyMs: 1000, run }, () => 0)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(899)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(1)
  await later.stop()
  expect(runs[0]?.aborted).toBe(true)
  const now = startEvery(parts, { name: 'the test', everyMs: 1000, atStart: true, run }, () => 0)
  expect(runs).toHaveLength(2)
  await now.stop()
})

test('startEvery logs its name and runs again when a run fails', async () => {
  const log = { warn: vi.fn() }
  const run = vi.fn().mockRejectedValueOnce(new Error('no store')).mockResolvedValue(undefined)
  const parts = { log } as unknown as Parameters<typeof startEvery>[0]
  const worker = startEvery(parts, { name: 'the test', everyMs: 1000, atStart: true, run }, () => 0.5)
  await vi.advanceTimersByTimeAsync(1000)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('no store') },
    'the test failed; it runs again at its next time',
  )
  expect(run).toHaveBeenCalledTimes(2)
  await worker.stop()
})
