import { type DailyHours, quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { isZone } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { readTimezone } from '../patients/patients.ts'
import { allowedAt } from './night.rules.ts'

interface Recipient {
  readonly organizationId: string
  /** Null if the number belongs to no known patient. */
  readonly patientId: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * How long a proactive text waits for the end of quiet hours in the patient's time zone, and a text of a campaign for the end of
 * the night too; 0 if it may leave now.
 */
export async function heldMs(
  tx: Tx,
  { organizationId, patientId }: Recipient,
  now: Date,
  kind: 'proactive' | 'campaign' = 'proactive',
): Promise<number> {
  const { settings } = await readInboxSettings(tx, organizationId)
  const own = patientId === null ? null : await readTimezone(tx, organizationId, patientId)
  const zone = own !== null && isZone(own) ? own : settings.timezone
  const { quietHours } = settings
  const until = kind === 'proactive' ? quietUntil(now, zone, quietHours) : nightUntil(now, zone, quietHours)
  return until === null ? 0 : until.getTime() - now.getTime()
}

/** A day that is quiet throughout is looked at again after it. */
function nightUntil(now: Date, zone: string, quietHours: DailyHours): Date {
  return allowedAt(now, zone, quietHours) ?? new Date(now.getTime() + DAY_MS)
}
