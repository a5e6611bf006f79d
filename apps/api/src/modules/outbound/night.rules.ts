/** When the quiet hours and the night of a patient's clock let a text of a campaign leave. */
import { type DailyHours, quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'

/** Nothing of a campaign leaves in these hours of the patient's clock, whatever the organization's quiet hours are. */
export const NIGHT: DailyHours = { from: '21:00', to: '08:00' }

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
