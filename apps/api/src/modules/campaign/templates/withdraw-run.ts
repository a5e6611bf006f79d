/** Runs of templates that are taken back before their first text may leave: each becomes a draft. */
import type { Tx } from '../../../db/tx.ts'
import type { Change } from '../../../events/append.ts'
import { WITHDRAWN } from '../audience/launch.rules.ts'
import { tellCampaign } from '../campaigns/campaign-change.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { lockCampaignRow } from '../campaigns.store.ts'
import { stageTemplate } from './template-change.ts'
import { missOf, type TemplateState, withMissed } from './template-state.rules.ts'
import { findLastRun, lockTemplate, type TemplateId } from './templates.store.ts'

interface Withdrawn {
  readonly change: Change
  /** The template as it was before this run: the run is planned again, and its period is free. */
  readonly template: TemplateState
}

/**
 * A run is launched ahead of its time. If an active template is changed, turned off or deleted before the first text may leave,
 * the run becomes a draft. A run that staff launch later stays. The caller has locked the template. Null if no run waits.
 */
export async function withdrawRun(tx: Tx, template: TemplateState): Promise<Withdrawn | null> {
  const { organizationId, _id: templateId, lastCampaignId, active } = template
  if (!active || lastCampaignId === null) return null
  const campaign = await lockCampaignRow(tx, { organizationId, campaignId: lastCampaignId })
  if (campaign?.status !== 'scheduled') return null
  const { change } = await tellCampaign(tx, { ...campaign, ...WITHDRAWN, period: null }, { due: 'now' })
  const nextRunAt = template.lastRunAt ?? template.nextRunAt
  return { change, template: { ...template, ...(await readLastRun(tx, { organizationId, templateId })), nextRunAt } }
}

async function readLastRun(tx: Tx, template: TemplateId) {
  const { lastRunAt = null, lastCampaignId = null } = (await findLastRun(tx, template)) ?? {}
  return { lastRunAt, lastCampaignId }
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
  const last = await readLastRun(tx, { organizationId, templateId })
  const missed = withMissed(template, [missOf(campaign.scheduledAt ?? now, 'not_ready', campaign._id)])
  return [stageTemplate(tx, { ...missed, ...last }, timezone).change]
}
