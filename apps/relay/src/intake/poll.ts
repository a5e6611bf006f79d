/**
 * The other source: an API that posts no webhooks is long-polled, once for each organization that is followed. One request
 * is under way for each of them and no more; it follows whoever opens and leaves the organization.
 */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Ingest } from './ingest.ts'
import { pauseMs } from './pause.rules.ts'

const WAIT_MS = 20_000
/** For an API that answers at once instead of waiting. */
const PAUSE_MS = 1_000

export interface Poll {
  follow(organizationId: string): void
  unfollow(organizationId: string): void
  stop(): void
}

interface Parts {
  readonly ingest: Pick<Ingest, 'await'>
  readonly clock: Clock
  readonly log: Logger
  /** From 0 to 1. */
  random(): number
}

interface Followed {
  /** Ends the request that is under way. */
  readonly left: AbortController
  failures: number
  cancel: () => void
}

export function createPoll({ ingest, clock, log, random }: Parts): Poll {
  const followed = new Map<string, Followed>()

  async function run(organizationId: string, one: Followed): Promise<void> {
    const pause = await ask(organizationId, one)
    if (!one.left.signal.aborted) one.cancel = clock.schedule(pause, () => void run(organizationId, one))
  }

  /** Gives how long to wait before asking again. */
  async function ask(organizationId: string, one: Followed): Promise<number> {
    const begun = clock.elapsed()
    const { signal } = one.left
    try {
      const taken = await ingest.await(organizationId, WAIT_MS, signal)
      one.failures = 0
      const isBrief = clock.elapsed() - begun < PAUSE_MS
      return taken === 0 && isBrief ? PAUSE_MS : 0
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'the feed could not be polled')
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
