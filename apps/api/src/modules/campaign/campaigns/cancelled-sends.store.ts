/** What waits in the ledger of a stopped campaign is cancelled, some thousand sends in each transaction. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { CampaignId } from '../campaigns.store.ts'

/** The most sends that one transaction cancels, because the campaign is locked meanwhile. */
export const CANCELLED_AT_ONCE = 2000

/** Whether more may wait. The caller has locked the campaign, so nothing else takes a waiting send. */
export async function cancelWaiting(tx: Tx, { organizationId, campaignId }: CampaignId, at: Date): Promise<boolean> {
  const waiting = sql`organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'`
  const { numAffectedRows = 0n } = await sql`
    with last as (
      select step, ordinal from campaign_sends where ${waiting}
      order by step, ordinal offset ${sql.lit(CANCELLED_AT_ONCE - 1)} limit 1)
    update campaign_sends set state = 'cancelled', at = ${at}, due_at = null
    where ${waiting}
      and (not exists (select from last) or (step, ordinal) <= (select step, ordinal from last))`.execute(tx)
  return numAffectedRows >= BigInt(CANCELLED_AT_ONCE)
}
