import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

/** An unexpected console error or warning fails the test: `expectConsole('error')` expects one. */
let expected: Set<'error' | 'warn'>
const spies = () => [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')] as const

beforeEach(() => {
  expected = new Set()
  for (const spy of spies()) spy.mockImplementation(() => undefined).mockClear()
})

afterEach(() => {
  const [error, warn] = spies()
  if (!expected.has('error')) expect(error.mock.calls, 'console.error was called').toEqual([])
  if (!expected.has('warn')) expect(warn.mock.calls, 'console.warn was called').toEqual([])
})

/** Allows this test to log; returns the spy, so that the test can check the output. */
export function expectConsole(method: 'error' | 'warn') {
  expected.add(method)
  return spies()[method === 'error' ? 0 : 1]
}

/** Test files of one worker share its timers: the next file would wait for ever for those that this one has replaced. */
const kept = globalThis as { ownTimeout?: typeof setTimeout }
kept.ownTimeout ??= globalThis.setTimeout
afterAll(() => expect(globalThis.setTimeout === kept.ownTimeout, 'the file leaves the real setTimeout').toBe(true))
