/** The queue of launched campaigns whose audience is still to be read, and of withdrawn ones whose ledger is to be emptied. */
import { sql } from 'kysely'
import { createQueue } from '../../../workers/queue.ts'
import { CAMPAIGNS_TOPIC, type CampaignId } from '../campaigns.store.ts'

/** Long enough for a chunk with its retries, and short enough for the campaign of a dead process to go on soon. */
export const LEASE_S = 15

export interface Unprepared extends CampaignId {
  readonly attempts: number
}

export const unpreparedCampaigns = createQueue<Unprepared>({
  table: 'campaigns',
  topic: CAMPAIGNS_TOPIC,
  key: { organizationId: 'organization_id', campaignId: 'id' },
  fields: { attempts: 'attempts' },
  open: sql`(preparing or status = 'draft' and prepared > 0)`,
  attempts: 'attempts',
})
