import { sql } from 'kysely'
import type { Queries } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'

/** An organization whose texts this worker reconciles while it holds the lease. */
export interface ReconciliationRun {
  readonly organizationId: string
  readonly smsNumber: string
  readonly begunAt: Date
  readonly coveredUntil: Date
}

export const reconciliationRuns = createQueue<ReconciliationRun>({
  table: 'reconciliation_runs',
  topic: null,
  key: { organizationId: 'organization_id' },
  fields: {
    smsNumber: sql`(select sms_number from organizations where organizations.id = leased.organization_id)`,
    begunAt: 'begun_at',
    coveredUntil: 'covered_until',
  },
  open: sql`exists (
    select from organizations where organizations.id = waiting.organization_id and sms_number is not null)`,
})

/** System scope: adds each organization that has a number and is not in the queue yet. */
export async function beginRuns(queries: Queries, now: Date): Promise<void> {
  await sql`
    insert into reconciliation_runs (organization_id, begun_at, covered_until)
    select id, ${now}, ${now} from organizations where sms_number is not null
    on conflict do nothing`.execute(queries)
}

/** System scope: everything up to then is stored. Renews the lease for the rest of the run. */
export async function advanceWatermark(
  queries: Queries,
  run: ReconciliationRun,
  { worker, until, leaseS }: { worker: string; until: Date; leaseS: number },
): Promise<boolean> {
  const set = { covered_until: sql`greatest(covered_until, ${until})` }
  return (await reconciliationRuns.renew(queries, run, { worker, leaseS, set })) !== undefined
}

/** System scope: ends the run and schedules the next one, for any worker. */
export function endRun(
  queries: Queries,
  run: ReconciliationRun,
  { worker, delayMs }: { worker: string; delayMs: number },
): Promise<boolean> {
  return reconciliationRuns.release(queries, run, { worker, delayMs, set: { attempted_at: sql`now()` } })
}
