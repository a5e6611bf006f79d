/** When a text or e-mail of a campaign may leave, on the patient's own wall clock. */
import { type DailyHours, quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'

export type Schedule = Pick<CampaignState, 'clock' | 'scheduledAt' | 'timezone'>

/** Nothing of a campaign leaves in these hours of the patient's clock, whatever the organization's quiet hours are. */
export const NIGHT: DailyHours = { from: '21:00', to: '08:00' }

/**
 * The time that the schedule means for a patient in this zone; null: at once. On the patient's clock it is the wall time of
 * `scheduledAt`: a time that the clock skips is the moment it jumps, and one that it shows twice the first.
 */
export function scheduledFor({ clock, scheduledAt, timezone }: Schedule, zone: string): Date | null {
  if (scheduledAt === null || clock === 'organization') return scheduledAt
  return instantAt(wallTime(scheduledAt, timezone), zone)
}

/** Quiet hours lead into the night at most once, and out of it at most once. */
const ROUNDS_MAX = 4

/** The time itself, or the end of the night and of the quiet hours that hold it; null if they leave no time of the day. */
export function allowedAt(at: Date, zone: string, quietHours: DailyHours): Date | null {
  let allowed = at
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const until = quietUntil(allowed, zone, NIGHT) ?? quietUntil(allowed, zone, quietHours)
    if (until === null) return allowed
    allowed = until
  }
  return null
}

/** When it leaves for patients in this zone. A zone whose time has passed goes at once. */
export function leavesAt(schedule: Schedule, zone: string, quietHours: DailyHours, now: Date): Date | null {
  const scheduled = scheduledFor(schedule, zone)
  return allowedAt(scheduled === null || scheduled < now ? now : scheduled, zone, quietHours)
}
