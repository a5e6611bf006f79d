import type { Tx } from '../../../db/tx.ts'
import type { Change } from '../../../events/append.ts'
import { WITHDRAWN } from '../audience/launch.rules.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import { lockCampaignRow } from '../campaigns.store.ts'
import type { TemplateState } from './template-state.rules.ts'

/**
 * A run is launched ahead of its time. If the template is turned off or deleted before the first text may leave, the run becomes
 * a draft. The caller has locked the template.
 */
export async function withdrawRun(tx: Tx, { organizationId, lastCampaignId }: TemplateState): Promise<Change[]> {
  if (lastCampaignId === null) return []
  const campaign = await lockCampaignRow(tx, { organizationId, campaignId: lastCampaignId })
  if (campaign?.status !== 'scheduled') return []
  const { change } = await tellCampaign(tx, { ...campaign, ...WITHDRAWN }, { due: 'now' })
  return [change]
}
