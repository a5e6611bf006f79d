/** Repeats a request that a busy API refuses, as its `Retry-After` asks. */
import { setTimeout } from 'node:timers/promises'

/** The longest that an API on a busy machine may refuse. */
export const BUSY_MS = 180_000
/** The shortest pause between two tries. */
const PAUSE_MS = 50

interface Served {
  readonly status: number
  readonly headers: Headers
}

interface Passing {
  readonly now: () => number
  readonly pause: (ms: number) => Promise<unknown>
}

const real: Passing = { now: () => performance.now(), pause: (ms) => setTimeout(ms) }

/** Returns the first answer that asks for no other try, or the last one within the time. */
export async function untilServed<Answer extends Served>(
  ask: () => Promise<Answer>,
  { now, pause }: Passing = real,
): Promise<Answer> {
  const deadline = now() + BUSY_MS
  for (;;) {
    const answer = await ask()
    const retryAfter = answer.headers.get('retry-after')
    // Without the header another try changes nothing, such as a service that is not set up.
    if (answer.status !== 503 || retryAfter === null) return answer
    const waitMs = Math.max(PAUSE_MS, Number(retryAfter) * 1_000)
    if (now() + waitMs > deadline) return answer
    await pause(waitMs)
  }
}
