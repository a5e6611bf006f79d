/** Cancels what waits of stopped campaigns, beyond what the call that stopped them has cancelled. */
import { sql } from 'kysely'
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { createQueue } from '../../../workers/queue.ts'
import { CAMPAIGNS_TOPIC, type CampaignId, lockCampaignRow } from '../campaigns.store.ts'
import { tellCampaign } from './campaign-change.ts'
import { cancelWaiting } from './cancelled-sends.store.ts'

/** The figures that were told last name those that still wait. */
const stoppedCampaigns = createQueue<CampaignId>({
  table: 'campaigns',
  topic: CAMPAIGNS_TOPIC,
  key: { organizationId: 'organization_id', campaignId: 'id' },
  open: sql`status = 'stopped' and (states ->> 'waiting')::int > 0`,
  attempts: 'attempts',
})

export function startCancelWorker(parts: Services, options: { readonly pollMs?: number } = {}): Worker {
  const work = {
    name: 'the sends of a stopped campaign',
    queue: stoppedCampaigns,
    take: (campaign: CampaignId) => cancelSome(parts, campaign),
  }
  return startDueWorker(parts, work, options)
}

async function cancelSome({ database, clock }: Pick<Services, 'database' | 'clock'>, campaign: CampaignId) {
  const { organizationId } = campaign
  return database.write(
    organizationId,
    async (tx) => {
      const at = clock.now()
      const state = await lockCampaignRow(tx, campaign, { withDeleted: true })
      if (state?.status !== 'stopped') return 'gone'
      const isMore = await cancelWaiting(tx, campaign, at)
      const { change } = await tellCampaign(tx, state, { due: 'now', endsLease: true })
      await appendEvents(tx, { organizationId, at }, [change])
      return isMore ? 'more' : 'done'
    },
    'bulk',
  )
}
