/**
 * Launches a campaign in two steps. The audience is counted first, in transactions of its own, because it takes seconds where
 * it is large; then the campaign is locked, judged and saved, and the preparing worker writes its ledger.
 */
import {
  barsLaunch,
  type CampaignProblem,
  PROBLEM_SENTENCES,
  problemOf,
} from '@foyer/contracts/campaign/problems.rules.ts'
import type { Lane } from '../../../db/database.ts'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { noService } from '../../messaging/mail.rules.ts'
import { type Telling, tellCampaign } from '../campaigns/campaign-change.ts'
import {
  assertReady,
  type LaunchFacts,
  notReady,
  problemsOf,
  problemsSinceLaunch,
} from '../campaigns/campaign-problems.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'
import { launched } from './launch.rules.ts'
import type { PlanPolicy } from './plan.rules.ts'
import { readSourceToCount } from './source.store.ts'
import { countAudience } from './walk.ts'

type LaunchServices = Pick<Services, 'clock' | 'config' | 'database'>

/** How many would get it now; null where nobody is chosen yet. Refused as `too_many`, and as `not_ready` without the rows of its import. */
export async function countLaunch(
  parts: LaunchServices,
  campaign: CampaignState,
  policy: PlanPolicy,
  lane: Lane,
): Promise<number | null> {
  const { organizationId, audience } = campaign
  if (audience === null) return null
  const now = parts.clock.now()
  const { timezone } = policy.clinic
  const source = await parts.database.read(
    organizationId,
    (tx) => readSourceToCount(tx, organizationId, audience, { now, timezone }),
    lane,
  )
  const { willGet } = await countAudience(parts, { campaign, policy, source, campaignId: null, now, lane })
  return willGet
}

interface Launch {
  readonly facts: LaunchFacts
  /** What `countLaunch` returned for this revision. */
  readonly willGet: number | null
  /** The number on the button. */
  readonly expect?: number | undefined
}

/**
 * Launches a new campaign, or one that the caller has locked. Refused as `conflict`, `no_number`, `no_channel`, `not_ready`, and
 * as `stale` where the number on the button is another by now. The change is to be appended.
 */
export async function stageLaunch(
  tx: Tx,
  { config }: Pick<LaunchServices, 'config'>,
  campaign: CampaignState,
  { facts, willGet, expect }: Launch,
): Promise<Telling> {
  const after = launched(campaign, facts.now)
  assertSendable(campaign, facts, config)
  const problems = problemsOf(campaign, facts)
  assertReady(problems)
  if (willGet !== null && expect !== undefined && willGet !== expect)
    throw new Refusal('stale', `By now ${willGet.toLocaleString('en-US')} would get this.`, { data: { willGet } })
  assertSomebody(willGet, problems)
  return tellCampaign(tx, after, { due: 'now' })
}

type Config = LaunchServices['config']

/** Refused as `no_number` or `no_channel` where nothing can be sent. */
export function assertSendable(campaign: CampaignState, facts: LaunchFacts, config: Config): void {
  const refusal = objectionToSending(campaign, facts, config)
  if (refusal !== null) throw refusal
}

function objectionToSending({ type }: CampaignState, { clinic }: LaunchFacts, { email }: Config): Refusal | null {
  if (type === 'SMS' && clinic.smsNumber === null)
    return new Refusal('no_number', 'The organization has no number to text from.')
  return type === 'email' && email === null ? noService() : null
}

/** Whether a launched campaign may still be sent: clinic, settings and number may have changed since its launch. */
export function isStillReady(campaign: CampaignState, facts: LaunchFacts, config: Config): boolean {
  return objectionToSending(campaign, facts, config) === null && !barsLaunch(problemsSinceLaunch(campaign, facts))
}

/** Refused as `not_ready` where nobody would get it, and as `stale` where the audience of another state was counted. */
export function assertSomebody(willGet: number | null, problems: readonly CampaignProblem[]): void {
  if (willGet === null) throw new Refusal('stale', 'The campaign changed meanwhile.')
  if (willGet === 0) throw notReady([problemOf('nobody'), ...problems], PROBLEM_SENTENCES.nobody)
}
