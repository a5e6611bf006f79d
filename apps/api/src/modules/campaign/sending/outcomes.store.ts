import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { CampaignId } from '../campaigns.store.ts'
import { OUTCOMES_MAX, type Outcomes } from './progress.rules.ts'

/** The newest outcomes of a campaign's sends since then. */
export async function readOutcomes(
  tx: Tx,
  { organizationId, campaignId }: CampaignId,
  since: Date | null,
): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'failed')::int as failed
    from (
      select state from campaign_sends
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and state in ('delivered', 'failed')
        and at >= ${since ?? new Date(0)}
      order by at desc limit ${sql.lit(OUTCOMES_MAX)}
    ) as newest`.execute(tx)
  return rows[0] ?? { delivered: 0, failed: 0 }
}
