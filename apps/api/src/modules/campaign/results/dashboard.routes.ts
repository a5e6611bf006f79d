import { campaignDashboard } from '@foyer/contracts/campaign/results-calls.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findCampaign } from '../campaigns.store.ts'
import { bucketsOf, dashboardOf } from './dashboard.rules.ts'
import { countInBuckets } from './dashboard.store.ts'

export const dashboardRoutes: readonly Route[] = [
  route(campaignDashboard, ({ params: { id: campaignId }, body, organizationId, read }) =>
    read(async (tx) => {
      const about = { organizationId, campaignId }
      const [campaign, { timezone }] = await Promise.all([findCampaign(tx, about), readClinic(tx, organizationId)])
      if (!campaign) throw notFound()
      const buckets = bucketsOf(body, timezone)
      const { sends, marks } = await countInBuckets(tx, about, buckets)
      return { code: 'ok' as const, data: dashboardOf(buckets, sends, marks) }
    }, 'search'),
  ),
]
