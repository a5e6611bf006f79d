import { setTimeout as pause } from 'node:timers/promises'

/** Repeats `ask` until it returns a value; on timeout the last error is the cause. */
export async function until<T>(ask: () => Promise<T | undefined> | T | undefined, timeoutMs = 60_000): Promise<T> {
  const deadline = performance.now() + timeoutMs
  let failure: unknown
  // Short pauses first, so that a quick answer is seen soon; longer ones later.
  let waitMs = 5
  while (performance.now() < deadline) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
      failure = undefined
    } catch (error) {
      failure = error
    }
    await pause(waitMs)
    waitMs = Math.min(50, waitMs * 2)
  }
  const because = failure instanceof Error ? `: ${failure.message}` : ''
  throw new Error(`There was no answer within ${timeoutMs} ms${because}`, { cause: failure })
}
