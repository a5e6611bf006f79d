/** The campaigns whose figures changed and were not told since. A trigger notes them with each change of a send or a mark. */
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import { MARKS } from '../../outreach/outreach.ts'
import type { CampaignId } from '../campaigns.store.ts'

export const campaignNews = createQueue<CampaignId>({
  table: 'campaign_news',
  topic: MARKS,
  key: { organizationId: 'organization_id', campaignId: 'campaign_id' },
})

/** Waits for the changes that are noted and not committed yet, so that the caller's next statement sees them. */
export async function takeNews(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('campaign_news')
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Has a campaign looked at although none of its sends changes: nothing of it waits. */
export async function noteNews(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<void> {
  await tx
    .insertInto('campaign_news')
    .values({ organization_id: organizationId, campaign_id: campaignId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  campaignNews.wake(tx)
}

/** Wakes the worker that tells. The trigger has noted the change of a send. */
export function wakeNews(tx: Tx): void {
  campaignNews.wake(tx)
}
