/** Lists campaigns, and reads one with its problems. */
import * as calls from '@foyer/contracts/campaign/campaign-calls.ts'
import { readHead } from '../../../events/append.ts'
import { positionCursor, refuseUnknownRow, startOf } from '../../../http/paging.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { findCampaign } from '../campaigns.store.ts'
import { detailOf } from './answer.rules.ts'
import { listCampaigns } from './campaign-list.store.ts'
import { problemsOf, readLaunchFacts } from './campaign-problems.ts'
import { campaignOf } from './campaign-state.rules.ts'

const CURSOR = positionCursor('campaigns')

export function readRoutes(parts: Pick<Services, 'clock' | 'config'>): Route[] {
  return [
    route(calls.campaigns, ({ query: { cursor, after: row, ...asked }, organizationId, read }) => {
      const after = startOf(CURSOR, { organizationId, cursor, after: row })
      return read(async (tx) => {
        const [{ seq, epoch }, { campaigns, end }] = await Promise.all([
          readHead(tx, organizationId),
          listCampaigns(tx, { ...asked, after }),
        ])
        if (campaigns.length === 0) await refuseUnknownRow(tx, 'campaigns', after)
        return { code: 'ok' as const, data: campaigns.map(campaignOf), asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.campaign, ({ params: { id: campaignId }, organizationId, read }) =>
      read(async (tx) => {
        const [head, campaign, facts] = await Promise.all([
          readHead(tx, organizationId),
          findCampaign(tx, { organizationId, campaignId }),
          readLaunchFacts(tx, parts, organizationId),
        ])
        if (!campaign) throw notFound()
        return detailOf(campaign, problemsOf(campaign, facts), head)
      }),
    ),
  ]
}
