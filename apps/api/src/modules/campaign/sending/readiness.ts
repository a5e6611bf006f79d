import type { Services } from '../../../services.ts'
import { isStillReady } from '../audience/launch.ts'
import type { LaunchFacts } from '../campaigns/campaign-problems.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'

/** Whether a campaign may still be sent by the clinic and the settings of now. */
export type Readiness = (campaign: CampaignState, facts: LaunchFacts) => boolean

/** A worker asks before each text, and the problems are looked for only after a change of the words, the clinic or the settings. */
export function createReadiness(config: Services['config']): Readiness {
  let known: { readonly key: string; readonly isReady: boolean } | undefined
  return (campaign, facts) => {
    const key = JSON.stringify([campaign._id, campaign.revision, facts.clinic, facts.settings])
    if (known?.key !== key) known = { key, isReady: isStillReady(campaign, facts, config) }
    return known.isReady
  }
}
