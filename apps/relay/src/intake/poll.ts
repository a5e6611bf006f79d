/** Long-polls an API that posts no webhooks: one request at a time for each followed organization. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Ingest } from './ingest.ts'
import { pauseMs } from './pause.rules.ts'

const WAIT_MS = 20_000
/** The pause after an answer from an API that does not wait. */
const PAUSE_MS = 1_000

export interface Poll {
  follow(organizationId: string): void
  unfollow(organizationId: string): void
  stop(): void
}

interface Dependencies {
  readonly ingest: Pick<Ingest, 'await'>
  readonly clock: Clock
  readonly log: Logger
  /** A random number from 0 up to 1. */
  random(): number
}

interface Followed {
  /** Aborts the request in flight. */
  readonly left: AbortController
  failures: number
  cancel: () => void
}

export function createPoll({ ingest, clock, log, random }: Dependencies): Poll {
  const followed = new Map<string, Followed>()

  async function run(organizationId: string, one: Followed): Promise<void> {
    const pause = await ask(organizationId, one)
    if (!one.left.signal.aborted) one.cancel = clock.schedule(pause, () => void run(organizationId, one))
  }

  /** Polls once and returns how long to wait before the next poll. */
  async function ask(organizationId: string, one: Followed): Promise<number> {
    const begun = clock.elapsed()
    const { signal } = one.left
    try {
      const taken = await ingest.await(organizationId, WAIT_MS, signal)
      one.failures = 0
      const isBrief = clock.elapsed() - begun < PAUSE_MS
      return taken === 0 && isBrief ? PAUSE_MS : 0
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'polling the feed failed')
      one.failures += 1
      return pauseMs(one.failures, random())
    }
  }

  function unfollow(organizationId: string): void {
    const one = followed.get(organizationId)
    one?.left.abort()
    one?.cancel()
    followed.delete(organizationId)
  }

  return {
    unfollow,
    follow(organizationId) {
      if (followed.has(organizationId)) return
      const one = { left: new AbortController(), failures: 0, cancel: () => {} }
      followed.set(organizationId, one)
      void run(organizationId, one)
    },
    stop() {
      for (const organizationId of [...followed.keys()]) unfollow(organizationId)
    },
  }
}
