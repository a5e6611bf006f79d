import { afterEach, expect, test, vi } from 'vitest'
import { sessionSettled, whileSessionChanges } from './session-change.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One lock for all tabs, as browsers keep it: exclusive, or shared by those who only wait. */
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

test('who asks whether somebody is signed in waits until the new session is there', async () => {
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

test('a change that fails is told, and holds nobody up', async () => {
  stubLocks()
  await expect(whileSessionChanges(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await sessionSettled()
})

test('a change without an answer holds nobody up for ever', async () => {
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

test('without locks nobody waits', async () => {
  vi.stubGlobal('navigator', {})
  expect(await whileSessionChanges(async () => 'done')).toBe('done')
  await sessionSettled()
})
