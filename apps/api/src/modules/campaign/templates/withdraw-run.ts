import type { Tx } from '../../../db/tx.ts'
import type { Change } from '../../../events/append.ts'
import { WITHDRAWN } from '../audience/launch.rules.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import { lockCampaignRow } from '../campaigns.store.ts'
import type { TemplateState } from './template-state.rules.ts'

/**
 * A run is launched ahead of its time. If an active template is turned off or deleted before the first text may leave, the run
 * becomes a draft. A run that staff launch later stays. The caller has locked the template.
 */
export async function withdrawRun(tx: Tx, template: TemplateState): Promise<Change[]> {
  const { organizationId, lastCampaignId, active } = template
  if (!active || lastCampaignId === null) return []
  const campaign = await lockCampaignRow(tx, { organizationId, campaignId: lastCampaignId })
  if (campaign?.status !== 'scheduled') return []
  const { change } = await tellCampaign(tx, { ...campaign, ...WITHDRAWN }, { due: 'now' })
  return [change]
}
