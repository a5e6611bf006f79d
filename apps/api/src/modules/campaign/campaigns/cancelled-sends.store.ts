/** What waits in the ledger of a stopped campaign is cancelled, some thousand sends in each transaction. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { CampaignId } from './campaigns.store.ts'

/** About a second of the store's work. */
const AT_ONCE = 5000

/** Whether more may wait. The caller has locked the campaign, so nothing else takes a waiting send. */
export async function cancelWaiting(tx: Tx, { organizationId, campaignId }: CampaignId, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update campaign_sends set state = 'cancelled', at = ${at}, due_at = null
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
      and (step, patient_id) in (
        select step, patient_id from campaign_sends
        where organization_id = ${organizationId} and campaign_id = ${campaignId} and state = 'waiting'
        limit ${AT_ONCE})`.execute(tx)
  return numAffectedRows === BigInt(AT_ONCE)
}
