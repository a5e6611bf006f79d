import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet } from '../../events/append.ts'
import { stageReminded } from './reminders/reminder-change.ts'

interface About {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  readonly now: Date
}

/**
 * Locks the appointments of the patients and tells of them, because they show another conversation. To be appended after the
 * change of the patients, whose locks the caller holds.
 */
export async function tellOfVisits(tx: Tx, { organizationId, patientIds, now }: About): Promise<ChangeSet[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`patient_id = any(${[...patientIds]}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const visits = rows.map(({ id }) => ({ id, history: [] }))
  return stageReminded(tx, { organizationId, by: null, now }, visits).changes
}
