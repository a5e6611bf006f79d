import { quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { isZone } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { readTimezone } from '../patients/patients.ts'

interface Recipient {
  readonly organizationId: string
  /** Null if the number belongs to no known patient. */
  readonly patientId: string | null
}

/** How long a proactive text waits for the end of quiet hours in the patient's time zone; 0 if it may leave now. */
export async function heldMs(tx: Tx, { organizationId, patientId }: Recipient, now: Date): Promise<number> {
  const { settings } = await readInboxSettings(tx, organizationId)
  const own = patientId === null ? null : await readTimezone(tx, organizationId, patientId)
  const zone = own !== null && isZone(own) ? own : settings.timezone
  const until = quietUntil(now, zone, settings.quietHours)
  return until === null ? 0 : until.getTime() - now.getTime()
}
