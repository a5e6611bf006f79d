/** Runs that wait, as changes of their automation concern them. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { wake } from '../../db/wakes.ts'

/** Rung when a run has become due. */
const RUNS_TOPIC = 'automation-runs'

/** The runs of the automation that wait are due at once, so that their worker ends those that may not go on. Sent without waiting. */
export function hurryRuns(tx: Tx, organizationId: string, automationId: string): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('automation_runs')
      .set({ due_at: sql<Date>`now()` })
      .where('organization_id', '=', organizationId)
      .where('automation_id', '=', automationId)
      .where('state', '=', 'waiting'),
  )
  wake(tx, RUNS_TOPIC, organizationId)
}

/** The runs that wait for the end of a pause go on. Sent without waiting. */
export function hurryPausedRuns(tx: Tx, organizationId: string): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('automation_runs')
      .set({ due_at: sql<Date>`now()` })
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'waiting')
      .where('reason', '=', 'paused'),
  )
  wake(tx, RUNS_TOPIC, organizationId)
}
