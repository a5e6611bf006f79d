/** When a text or e-mail of a campaign may leave, on the patient's own wall clock. */
import type { DailyHours } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { allowedAt } from '../../outbound/night.rules.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'

export type Schedule = Pick<CampaignState, 'clock' | 'scheduledAt' | 'timezone'>

/**
 * The time that the schedule means for a patient in this zone; null: at once. On the patient's clock it is the wall time of
 * `scheduledAt`: a time that the clock skips is the moment it jumps, and one that it shows twice the first.
 */
export function scheduledFor({ clock, scheduledAt, timezone }: Schedule, zone: string): Date | null {
  if (scheduledAt === null || clock === 'organization') return scheduledAt
  return instantAt(wallTime(scheduledAt, timezone), zone)
}

/** When it leaves for patients in this zone. A zone whose time has passed goes at once. */
export function leavesAt(schedule: Schedule, zone: string, quietHours: DailyHours, now: Date): Date | null {
  const scheduled = scheduledFor(schedule, zone)
  return allowedAt(scheduled === null || scheduled < now ? now : scheduled, zone, quietHours)
}
