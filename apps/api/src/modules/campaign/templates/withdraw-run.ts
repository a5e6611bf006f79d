/** Runs of templates that are taken back before their first text may leave: each becomes a draft. */
import type { Tx } from '../../../db/tx.ts'
import type { Change } from '../../../events/append.ts'
import { WITHDRAWN } from '../audience/launch.rules.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { lockCampaignRow } from '../campaigns.store.ts'
import { stageTemplate } from './template-change.ts'
import { missOf, type TemplateState, withMissed } from './template-state.rules.ts'
import { findLastRun, lockTemplate } from './templates.store.ts'

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

interface LeasedRun {
  readonly organizationId: string
  /** Null where it is no run of a template. */
  readonly templateId: string | null
}

/** The template of a run, locked before the run is. */
export async function lockTemplateOf(tx: Tx, { organizationId, templateId }: LeasedRun) {
  return templateId === null ? undefined : lockTemplate(tx, { organizationId, templateId })
}

interface Missed {
  readonly campaign: CampaignState
  readonly now: Date
  /** The zone of the organization. */
  readonly timezone: string
}

/**
 * The template names its run that was not ready at its time, and its last run is the one before. The caller has locked the
 * template, then the campaign, and takes the run back. A run that staff launched is none of the template's.
 */
export async function stageMissedRun(
  tx: Tx,
  template: TemplateState,
  { campaign, now, timezone }: Missed,
): Promise<Change[]> {
  const { organizationId, _id: templateId } = template
  if (template.lastCampaignId !== campaign._id) return []
  const { lastRunAt = null, lastCampaignId = null } = (await findLastRun(tx, { organizationId, templateId })) ?? {}
  const missed = withMissed(template, [missOf(campaign.scheduledAt ?? now, 'not_ready', campaign._id)])
  return [stageTemplate(tx, { ...missed, lastRunAt, lastCampaignId }, timezone).change]
}
