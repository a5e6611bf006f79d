/**
 * The campaigns whose figures changed and were not told since. A trigger notes each change of a send or a mark, and a campaign
 * has a row of news as long as it has such changes.
 */
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import { MARKS } from '../../outreach/outreach.ts'
import type { CampaignId } from '../campaigns.store.ts'

export const campaignNews = createQueue<CampaignId>({
  table: 'campaign_news',
  topic: MARKS,
  key: { organizationId: 'organization_id', campaignId: 'campaign_id' },
})

/** Takes the changes that are committed; the caller's next statement sees what they changed. False if there is none. */
export async function takeChanges(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('campaign_changes')
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Removes a row of news unless there is a change by now. It waits for no change that is noted and not committed yet: the row
 * then stays, and is looked at again.
 */
export async function endNews(tx: Tx, campaign: CampaignId): Promise<void> {
  if (!(await campaignNews.lockUnshared(tx, campaign))) return
  const { organizationId, campaignId } = campaign
  // A statement of its own, because it must see every change that was committed before the lock.
  await tx
    .deleteFrom('campaign_news')
    .where('organization_id', '=', organizationId)
    .where('campaign_id', '=', campaignId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('campaign_changes')
            .select('id')
            .where('organization_id', '=', organizationId)
            .where('campaign_id', '=', campaignId),
        ),
      ),
    )
    .execute()
}

/**
 * Has a campaign looked at although none of its sends changes: nothing of it waits. The caller has locked the campaign, as the
 * worker has that removes rows of news.
 */
export async function noteNews(tx: Tx, { organizationId, campaignId }: CampaignId): Promise<void> {
  const row = { organization_id: organizationId, campaign_id: campaignId }
  await Promise.all([
    tx
      .insertInto('campaign_news')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    tx.insertInto('campaign_changes').values(row).execute(),
  ])
  campaignNews.wake(tx)
}

/** Wakes the worker that tells. The trigger has noted the change of a send. */
export function wakeNews(tx: Tx): void {
  campaignNews.wake(tx)
}
