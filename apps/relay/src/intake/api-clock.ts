import type { Clock } from '../clock.ts'

/** The `Date` header counts whole seconds and the answer takes time to arrive, so smaller differences are ignored. */
const NOTICEABLE_MS = 5_000

export interface ApiClock {
  now(): Date
  /** Takes the `Date` header of an answer that the API has just sent. */
  observe(date: string | null): void
}

/**
 * The current time by the API's clock. The API issues tokens by its clock, so the relay verifies them by it:
 * otherwise a relay whose clock is ten minutes off would refuse every user.
 */
export function createApiClock(clock: Clock): ApiClock {
  let aheadMs = 0
  return {
    now: () => new Date(clock.now().getTime() + aheadMs),
    observe(date) {
      const difference = Date.parse(date ?? '') - clock.now().getTime()
      if (Number.isNaN(difference)) return
      aheadMs = Math.abs(difference) < NOTICEABLE_MS ? 0 : difference
    },
  }
}
