import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until there is an answer; what it last threw tells why there was none in time. */
export async function until<T>(ask: () => Promise<T | undefined> | T | undefined, timeoutMs = 10_000): Promise<T> {
  const deadline = performance.now() + timeoutMs
  let failure: unknown
  // What comes soon is seen soon; what takes its time isn't asked for all the time.
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
  throw new Error(`Nothing came of it within ${timeoutMs} ms`, { cause: failure })
}
