import type { Tx } from '../../../db/database.ts'
import type { ConversationState } from '../conversations.rules.ts'
import { readTimezone } from '../patients.store.ts'
import { readSettings } from './inbox-settings.store.ts'
import { quietUntil } from './quiet-hours.rules.ts'
import { isZone } from './wall-clock.rules.ts'

/** How long a text that this patient did not ask for has to wait from now, by their own clock; 0 where it may go. */
export async function heldMs(tx: Tx, { organizationId, patientId }: ConversationState, now: Date): Promise<number> {
  const { settings } = await readSettings(tx, organizationId)
  const own = patientId === null ? null : await readTimezone(tx, organizationId, patientId)
  const zone = own !== null && isZone(own) ? own : settings.timezone
  const until = quietUntil(now, zone, settings.quietHours)
  return until === null ? 0 : until.getTime() - now.getTime()
}
