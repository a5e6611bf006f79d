/** Deletes what automations no longer need. */
import { sql } from 'kysely'
import type { RetentionStep } from '../../../events/retention.ts'

const DAY_MS = 86_400_000
const RUNS_KEPT_DAYS = 400
/** The most rows that one statement deletes, so that other transactions do not wait long for its locks. */
const CHUNK = 2000

export const retentionOfRuns: readonly RetentionStep[] = [
  async ({ database, clock }) => {
    const before = new Date(clock.now().getTime() - RUNS_KEPT_DAYS * DAY_MS)
    const deleteChunk = () =>
      database.system(async (tx) => {
        const { rows } = await sql`
          with old as (
            select organization_id, id from automation_runs
            where started_at < ${before} and state <> 'waiting' order by started_at limit ${CHUNK}
          )
          delete from automation_runs as runs using old
          where runs.organization_id = old.organization_id and runs.id = old.id
          returning runs.id`.execute(tx)
        return rows.length
      })
    while ((await deleteChunk()) === CHUNK);
  },
  ({ database, clock }) =>
    database.system(async (tx) => {
      await tx.deleteFrom('automation_numbers').where('until', '<', clock.now()).execute()
    }),
]
