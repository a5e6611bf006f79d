/** The campaigns that the limit of the day keeps back go on when more texts of the day are theirs. */
import type { Tx } from '../../../db/tx.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { nextMorning } from './pace.rules.ts'
import { endDayLimit } from './pace.store.ts'

export async function goOnToday(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const { timezone } = await readClinic(tx, organizationId)
  await endDayLimit(tx, organizationId, nextMorning(now, timezone), now)
}
