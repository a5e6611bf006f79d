import type { Tx } from '../../../db/tx.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { factsAsked } from '../facts.store.ts'
import { readChunk } from './chunk.store.ts'
import { type PlanPolicy, planner } from './plan.rules.ts'
import { readSource } from './source.store.ts'
import { type PlannedPatient, planAll } from './walk.ts'

/** The patients that one chunk holds. */
const MOST = 2000

/** The plan of a small audience in one transaction, as it was at `now`. The demo data asks it. */
export async function planAudience(
  tx: Tx,
  { campaign, policy, now }: { readonly campaign: CampaignState; readonly policy: PlanPolicy; readonly now: Date },
): Promise<PlannedPatient[]> {
  const { organizationId, audience } = campaign
  if (audience === null) return []
  const source = await readSource(tx, organizationId, audience, { now, timezone: policy.clinic.timezone })
  const asked = factsAsked(campaign, { organizationId, campaignId: null, now })
  const { patients, end } = await readChunk(tx, source, asked, { after: null, size: MOST })
  if (end !== null) throw new Error(`An audience of more than ${MOST} patients is planned in chunks.`)
  return planAll(patients, planner(campaign, policy, now))
}
