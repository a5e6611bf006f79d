import { launchCampaign } from '@foyer/contracts/campaign/launch-calls.ts'
import { appendEvents } from '../../../events/append.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { answerOf } from '../campaigns/answer.rules.ts'
import { lockCampaign } from '../campaigns/campaign-change.ts'
import { readLaunchFacts } from '../campaigns/campaign-problems.ts'
import { campaignOf } from '../campaigns/campaign-state.rules.ts'
import { findCampaign } from '../campaigns.store.ts'
import { isLaunchable } from './launch.rules.ts'
import { countLaunch, stageLaunch } from './launch.ts'
import { readPlanPolicy } from './plan-policy.ts'

export function launchRoutes(parts: Pick<Services, 'clock' | 'config' | 'database'>): Route[] {
  return [
    route(launchCampaign, async ({ params: { id: campaignId }, body, organizationId, read, write }) => {
      const { revision, expect } = body
      const [found, { policy }] = await read((tx) =>
        Promise.all([findCampaign(tx, { organizationId, campaignId }), readPlanPolicy(tx, parts, organizationId)]),
      )
      if (!found) throw notFound()
      const isAsked = isLaunchable(found) && found.revision === revision
      const willGet = isAsked ? await countLaunch(parts, found, policy, 'search') : null
      return write(async (tx) => {
        const at = parts.clock.now()
        // Sent together; the lock is taken first.
        const [campaign, facts] = await Promise.all([
          lockCampaign(tx, organizationId, campaignId),
          readLaunchFacts(tx, parts, organizationId),
        ])
        if (isLaunchable(campaign) && campaign.revision !== revision)
          throw new Refusal('stale', 'Someone changed this campaign meanwhile.', { data: campaignOf(campaign) })
        const { change, told } = await stageLaunch(tx, parts, campaign, { facts, willGet, expect })
        const position = await appendEvents(tx, { organizationId, at }, [change])
        return answerOf(told(), position)
      })
    }),
  ]
}
