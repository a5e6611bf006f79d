import type { Clock } from '../clock.ts'

/** An HTTP date counts whole seconds and the answer took a while: less than this is no difference. */
const NOTICEABLE_MS = 5_000

export interface ApiClock {
  now(): Date
  /** The `Date` header of an answer of the API that has just come in. */
  heard(date: string | null): void
}

/**
 * What time it is for the API. Tokens are made by its clock and so are judged by it: a relay whose own clock is off by
 * ten minutes would otherwise send everyone away.
 */
export function createApiClock(clock: Clock): ApiClock {
  let aheadMs = 0
  return {
    now: () => new Date(clock.now().getTime() + aheadMs),
    heard(date) {
      const difference = Date.parse(date ?? '') - clock.now().getTime()
      if (Number.isNaN(difference)) return
      aheadMs = Math.abs(difference) < NOTICEABLE_MS ? 0 : difference
    },
  }
}
