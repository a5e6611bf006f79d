import { testCampaign } from '@foyer/contracts/campaign/launch-calls.ts'
import { notAllowed, notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { findCampaign } from '../campaigns.store.ts'
import { readLaunchFacts } from './campaign-problems.ts'
import { sendTest } from './test-message.ts'

export function testRoutes(parts: Pick<Services, 'clock' | 'config' | 'newId'>): Route[] {
  return [
    route(testCampaign, ({ params: { id: campaignId }, body: { to }, caller, organizationId, write }) =>
      write(async (tx) => {
        const [campaign, tester, facts] = await Promise.all([
          findCampaign(tx, { organizationId, campaignId }),
          findStaff(tx, organizationId, caller.userId),
          readLaunchFacts(tx, parts, organizationId),
        ])
        if (!campaign) throw notFound()
        if (!tester) throw notAllowed()
        await sendTest(tx, parts, { campaign, facts, tester, to })
        return { code: 'ok' as const, data: { status: 'queued' as const } }
      }),
    ),
  ]
}
