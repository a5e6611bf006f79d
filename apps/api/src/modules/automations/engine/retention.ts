/** Deletes what automations no longer need. */
import { sql } from 'kysely'
import { deleteInChunks } from '../../../db/delete-in-chunks.ts'
import type { RetentionStep } from '../../../events/retention.ts'

const DAY_MS = 86_400_000
const RUNS_KEPT_DAYS = 400

export const retentionOfRuns: readonly RetentionStep[] = [
  (parts) => {
    const before = new Date(parts.clock.now().getTime() - RUNS_KEPT_DAYS * DAY_MS)
    return deleteInChunks(parts, async (tx, chunk) => {
      const { rows } = await sql`
        with old as (
          select organization_id, id from automation_runs
          where started_at < ${before} and state <> 'waiting' order by started_at limit ${chunk}
        )
        delete from automation_runs as runs using old
        where runs.organization_id = old.organization_id and runs.id = old.id
        returning runs.id`.execute(tx)
      return rows.length
    })
  },
  ({ database, clock }) =>
    database.system(async (tx) => {
      await tx.deleteFrom('automation_numbers').where('until', '<', clock.now()).execute()
    }),
]
