import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { RetentionStep } from '../../events/retention.ts'

interface Counted {
  readonly organizationId: string
  readonly userId: string
  /** In the organization's time zone. */
  readonly day: string
  readonly limit: number
}

/** Counts one more test message of the member's day; false if the limit is reached. */
export async function countTest(tx: Tx, { organizationId, userId, day, limit }: Counted): Promise<boolean> {
  const { rows } = await sql`
    insert into campaign_test_days as days (organization_id, user_id, day, sent)
    values (${organizationId}, ${userId}, ${day}::date, 1)
    on conflict (organization_id, user_id, day) do update set sent = days.sent + 1 where days.sent < ${limit}
    returning sent`.execute(tx)
  return rows.length > 0
}

/** Zones differ by a day, so yesterday's counts may still be today's somewhere. */
const KEPT_MS = 3 * 86_400_000

export const retentionOfTests: RetentionStep = async ({ database, clock }) => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await database.system((tx) => sql`delete from campaign_test_days where day < ${before}::date`.execute(tx))
}
