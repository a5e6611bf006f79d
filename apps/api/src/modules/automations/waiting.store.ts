/** Runs that wait, as changes of their automation concern them. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { wake } from '../../db/wakes.ts'

/** Rung when a run has become due. */
const RUNS_TOPIC = 'automation-runs'

/** Why a run that waits ends before its next turn, whatever became of its automation since. */
export const ENDS = ['switched_off', 'removed', 'new_version'] as const
export type RunsEnd = (typeof ENDS)[number]

interface Ended {
  readonly organizationId: string
  readonly automationId: string
  readonly reason: RunsEnd
}

/**
 * The runs of the automation that wait may not go on: they are due at once, so that their worker ends them. Sent without waiting,
 * and before the lock of the head: the worker locks a run first.
 */
export function endRuns(tx: Tx, { organizationId, automationId, reason }: Ended): void {
  sendUnawaited(
    tx,
    tx
      .updateTable('automation_runs')
      .set({ due_at: sql<Date>`now()`, reason })
      .where('organization_id', '=', organizationId)
      .where('automation_id', '=', automationId)
      .where('state', '=', 'waiting'),
  )
  wake(tx, RUNS_TOPIC, organizationId)
}

/**
 * The runs that wait for the end of a pause beyond its new end are due at once: each goes on, or waits for the new end, which its
 * event tells. Sent without waiting.
 */
export function hurryPausedRuns(tx: Tx, organizationId: string, until: Date | null): void {
  const end = until === null ? sql<Date>`now()` : sql<Date>`${until}::timestamptz`
  sendUnawaited(
    tx,
    tx
      .updateTable('automation_runs')
      .set({ due_at: sql<Date>`now()` })
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'waiting')
      .where('reason', '=', 'paused')
      .where('due_at', '>', end),
  )
  wake(tx, RUNS_TOPIC, organizationId)
}
