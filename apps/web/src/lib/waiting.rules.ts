/** How long a patient has waited for an answer, in the clinic's open time: the main number of a row. */
import type { OpenTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { inSentence, sinceLabel } from './time-labels.rules.ts'

const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN
const LATE_MIN = 15

export interface Wait {
  /** Whole minutes; never negative when the local clock lags behind the server's. */
  readonly minutes: number
  /** 0: in time, 1: past a quarter of an hour, 2: past an hour. */
  readonly tier: 0 | 1 | 2
  /** "now", "5m", "1h 04m". Beyond a day "2d", or "26h" of open time, whose days differ in length. */
  readonly label: string
}

/**
 * The sort by wait needs none of this: whoever waits since earlier has waited at least as many open minutes, so the order
 * of `waitingSince` is the order of open minutes too (`open-minutes.test.ts`).
 */
export function waitOf(since: string, now: Date, clinic: OpenTime): Wait {
  const minutes = Math.floor(clinic.minutesBetween(Date.parse(since), now.getTime()))
  const tier = minutes >= HOUR_MIN ? 2 : minutes >= LATE_MIN ? 1 : 0
  return { minutes, tier, label: labelOf(minutes, clinic.hasHours) }
}

function labelOf(minutes: number, isOpenTime: boolean): string {
  const hours = Math.floor(minutes / HOUR_MIN)
  if (minutes < 1) return 'now'
  if (minutes < HOUR_MIN) return `${minutes}m`
  if (minutes >= DAY_MIN) return isOpenTime ? `${hours}h` : `${Math.floor(minutes / DAY_MIN)}d`
  return `${hours}h ${String(minutes % HOUR_MIN).padStart(2, '0')}m`
}

interface Place {
  readonly now: Date
  readonly timezone: string
  readonly clinic: OpenTime
}

/** "Waiting 21 minutes of open time, since Friday 4:50 PM. The clinic is closed now, so the clock stands still." */
export function waitWords(since: string, { now, timezone, clinic }: Place): string {
  const { minutes } = waitOf(since, now, clinic)
  const unit = clinic.hasHours ? ' of open time' : ''
  const when = inSentence(sinceLabel(new Date(since), now, timezone))
  const rest = clinic.isOpen(now.getTime()) ? '' : '. The clinic is closed now, so the clock stands still.'
  return `Waiting ${minuteWords(minutes)}${unit}, since ${when}${rest}`
}

/** "less than a minute", "1 minute", "2 hours 5 minutes" */
function minuteWords(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  const hours = Math.floor(minutes / HOUR_MIN)
  const parts = [
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    ...(minutes % HOUR_MIN > 0 ? [counted(minutes % HOUR_MIN, 'minute')] : []),
  ]
  return parts.join(' ')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
