/** Counts the audience of a scheduled campaign before a change that plans it anew: it begins by itself, as if launched again. */
import type { Lane } from '../../../db/database.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import { isPlannedAnew } from '../audience/launch.rules.ts'
import { countLaunch } from '../audience/launch.ts'
import { readPlanPolicy } from '../audience/plan-policy.ts'
import { type CampaignId, findCampaign } from '../campaigns.store.ts'
import { type AskedChange, changedCampaign } from './asked-campaign.rules.ts'
import type { CampaignState } from './campaign-state.rules.ts'

interface Change extends CampaignId {
  readonly revision: number
  /** The status that the change was written for. */
  readonly status: CampaignState['status'] | undefined
  readonly asked: AskedChange
}

type Read = <Result>(work: (tx: Tx) => Promise<Result>, lane?: Lane) => Promise<Result>

/** How many would get it after the change; null where the change needs no count, or will be refused. */
export async function countChange(
  parts: Pick<Services, 'clock' | 'config' | 'database'>,
  read: Read,
  { organizationId, campaignId, revision, status, asked }: Change,
): Promise<number | null> {
  const before = await read((tx) => findCampaign(tx, { organizationId, campaignId }))
  if (before?.status !== 'scheduled' || before.revision !== revision) return null
  if (status !== undefined && status !== before.status) return null
  const after = changedCampaign(before, asked, { userId: null, name: null, at: parts.clock.now() })
  if (!isPlannedAnew(before, after)) return null
  const { policy } = await read((tx) => readPlanPolicy(tx, parts, organizationId))
  return countLaunch(parts, after, policy, 'search')
}
