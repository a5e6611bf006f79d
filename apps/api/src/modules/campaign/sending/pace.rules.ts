/** How fast the texts of campaigns leave. */
import { daysFrom } from '@foyer/contracts/time/wall-clock.rules.ts'
import { NIGHT } from '../../outbound/night.rules.ts'

/** The most campaign texts of an organization that are on their way to the carrier. */
export const IN_FLIGHT_MAX = 20

const HOUR_MS = 3_600_000
const SECOND_MS = 1000
/** The next slot is counted from the last one if a worker is at most so late. Then as many texts follow at once as have passed. */
const LATE_MS = 1000
const LATE_SLOTS = 4

/** The time between two texts of a campaign; 0: as fast as the number can. */
export function campaignStepMs(perHour: number | null): number {
  return perHour === null ? 0 : HOUR_MS / perHour
}

/** How long a text of so many segments keeps the organization's number. */
export function numberStepMs(segments: number, segmentsPerSecond: number): number {
  return (segments * SECOND_MS) / segmentsPerSecond
}

/** When the next text may leave after one that leaves at `now`. Slots that passed long ago are lost. */
export function nextSlot(slot: Date | null, now: Date, stepMs: number): Date {
  const lateMs = slot === null ? Number.POSITIVE_INFINITY : now.getTime() - slot.getTime()
  const begun = slot !== null && lateMs >= 0 && lateMs <= Math.min(LATE_MS, LATE_SLOTS * stepMs) ? slot : now
  return new Date(begun.getTime() + Math.ceil(stepMs))
}

/** The latest of the times; null for none. */
export function latest(...times: readonly (Date | null)[]): Date | null {
  return times.reduce((late, time) => (late === null || (time !== null && time > late) ? time : late), null)
}

/** The first hour of the next day at which campaigns may send, on the organization's clock. */
export function nextMorning(now: Date, timezone: string): Date {
  return daysFrom(now, { days: 1, time: NIGHT.to }, timezone)
}

interface Ahead {
  /** The sends that wait. */
  readonly waiting: number
  /** When the last of them is due; null if none waits. */
  readonly lastDue: Date | null
  /** When the next text may leave; null: at once. */
  readonly slot: Date | null
  /** The longer of the two times between texts. */
  readonly stepMs: number
}

/** When the last text is expected to leave; null where nothing waits. */
export function etaOf({ waiting, lastDue, slot, stepMs }: Ahead, now: Date): Date | null {
  if (waiting === 0 || lastDue === null) return null
  const begins = latest(slot, now) ?? now
  return latest(lastDue, new Date(begins.getTime() + Math.round((waiting - 1) * stepMs)))
}
