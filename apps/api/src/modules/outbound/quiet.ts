import { quietUntil } from '@foyer/contracts/time/quiet-hours.rules.ts'
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

/** How long a proactive text waits for the end of quiet hours in the patient's time zone; 0 if it may leave now. */
export async function heldMs(tx: Tx, recipient: Recipient, now: Date): Promise<number> {
  const { zone, quietHours } = await readQuiet(tx, recipient)
  const until = quietUntil(now, zone, quietHours)
  return until === null ? 0 : until.getTime() - now.getTime()
}

/** A text of a campaign waits for the end of the night too; null if the quiet hours leave it no time of the day. */
export async function campaignHeldMs(tx: Tx, recipient: Recipient, now: Date): Promise<number | null> {
  const { zone, quietHours } = await readQuiet(tx, recipient)
  const allowed = allowedAt(now, zone, quietHours)
  return allowed === null ? null : allowed.getTime() - now.getTime()
}

async function readQuiet(tx: Tx, { organizationId, patientId }: Recipient) {
  const { settings } = await readInboxSettings(tx, organizationId)
  const own = patientId === null ? null : await readTimezone(tx, organizationId, patientId)
  const { quietHours, timezone } = settings
  return { zone: own !== null && isZone(own) ? own : timezone, quietHours }
}
