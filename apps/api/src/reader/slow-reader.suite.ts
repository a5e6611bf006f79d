/** Test setup: a reader that brings nothing until its caller gives up. */
import { vi } from 'vitest'
import type { Reader } from './reader.ts'

/** The outcome of a call that reads, once a proxy has ended it; `reads` is called with a reader that never answers. */
export async function outcomeOfSlowRead(reads: (reader: Reader) => Promise<unknown>): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = Promise.withResolvers<void>()
    const reader: Reader = {
      async *read(_program, _path, _input, signal) {
        asked.resolve()
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
    }
    const outcome = reads(reader).catch((error: unknown) => error)
    await asked.promise
    vi.advanceTimersByTime(59_000)
    return await Promise.race([outcome, new Promise((resolve) => setImmediate(resolve, 'still reading'))])
  } finally {
    vi.useRealTimers()
  }
}
