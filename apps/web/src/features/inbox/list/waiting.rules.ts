/** How long a patient has waited for an answer: the main number of a row. */
const MINUTE_MS = 60_000
const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN
const LATE_MIN = 15

/** "now", "5m", "1h 04m", "2d". Shows "now" and never a negative time when the local clock lags behind the server's. */
export function waitingLabel(since: string, now: Date): string {
  const minutes = minutesSince(since, now)
  if (minutes < 1) return 'now'
  if (minutes < HOUR_MIN) return `${minutes}m`
  if (minutes >= DAY_MIN) return `${Math.floor(minutes / DAY_MIN)}d`
  return `${Math.floor(minutes / HOUR_MIN)}h ${String(minutes % HOUR_MIN).padStart(2, '0')}m`
}

/** 0: in time, 1: past a quarter of an hour, 2: past an hour. */
export function waitingTier(since: string, now: Date): 0 | 1 | 2 {
  const minutes = minutesSince(since, now)
  if (minutes >= HOUR_MIN) return 2
  return minutes >= LATE_MIN ? 1 : 0
}

function minutesSince(since: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / MINUTE_MS))
}
