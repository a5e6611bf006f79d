import { afterEach, expect, test, vi } from 'vitest'
import { sessionSettled, whileSessionChanges, whileSessionStays } from './session-change.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One lock for all tabs, like a browser's: exclusive, or shared by those that only wait. */
function stubLocks() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as () => unknown
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

test('sessionSettled waits until the new session exists', async () => {
  stubLocks()
  const { promise, resolve } = Promise.withResolvers<string>()
  const told: string[] = []
  const change = whileSessionChanges(() => promise)
  const settled = sessionSettled().then(() => void told.push('asks'))
  void change.then((word) => told.push(word))
  await Promise.resolve()
  expect(told).toEqual([])
  resolve('changed')
  await settled
  expect(told).toEqual(['changed', 'asks'])
})

test('whileSessionChanges waits for a question to the server that is under way, and later questions wait for it', async () => {
  stubLocks()
  const { promise, resolve } = Promise.withResolvers<void>()
  const told: string[] = []
  const asked = whileSessionStays(() => promise.then(() => void told.push('answered')))
  const changed = whileSessionChanges(async () => void told.push('changed'))
  const askedLater = whileSessionStays(async () => void told.push('answered later'))
  await Promise.resolve()
  expect(told).toEqual([])
  resolve()
  await Promise.all([asked, changed, askedLater])
  expect(told).toEqual(['answered', 'changed', 'answered later'])
})

test('sessionSettled continues after a change that failed, and the failure is passed on', async () => {
  stubLocks()
  await expect(whileSessionChanges(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await sessionSettled()
})

test('sessionSettled continues when a change gets no answer', async () => {
  vi.useFakeTimers()
  stubLocks()
  void whileSessionChanges(() => new Promise(() => undefined))
  const settled = vi.fn()
  void sessionSettled().then(settled)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(settled).toHaveBeenCalled()
})

test('sessionSettled continues at once when there are no locks', async () => {
  vi.stubGlobal('navigator', {})
  expect(await whileSessionChanges(async () => 'done')).toBe('done')
  await sessionSettled()
})
