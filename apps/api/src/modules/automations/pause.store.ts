/** Whether all automations of an organization are paused. */
import type { AutomationPause } from '@foyer/contracts/automations/automation.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

/** A pause that has ended by itself is still told: screens compare its time. */
export async function readPause(tx: Tx, organizationId: string): Promise<AutomationPause> {
  const row = await tx
    .selectFrom('automation_settings')
    .select(['paused_until', 'paused_by', 'paused_by_name', 'version'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!row) return { organizationId, pausedUntil: null, pausedBy: null, version: 0 }
  const { paused_until: until, paused_by: id, paused_by_name: name, version } = row
  const pausedBy = id === null ? null : { id, name: name ?? '' }
  return { organizationId, pausedUntil: until?.toISOString() ?? null, pausedBy, version }
}

/** Inserts or replaces the pause, without waiting. */
export function savePause(tx: Tx, { organizationId, pausedUntil, pausedBy, version }: AutomationPause): void {
  const columns = {
    ...{ paused_until: pausedUntil === null ? null : new Date(pausedUntil), version },
    ...{ paused_by: pausedBy?.id ?? null, paused_by_name: pausedBy?.name ?? null },
  }
  sendUnawaited(
    tx,
    tx
      .insertInto('automation_settings')
      .values({ organization_id: organizationId, ...columns })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(columns)),
  )
}
