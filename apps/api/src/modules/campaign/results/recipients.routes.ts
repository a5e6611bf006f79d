/** The recipients of a campaign, in pages or as a file. */
import type { Recipient } from '@foyer/contracts/campaign/campaign.ts'
import * as calls from '@foyer/contracts/campaign/results-calls.ts'
import { readHead } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findCampaign } from '../campaigns.store.ts'
import { sendRecipients } from './recipient-csv.ts'
import { listRecipients, RECIPIENTS_CURSOR } from './recipients.store.ts'

/** Each page is a short transaction of its own, so that a slow download holds no connection. */
const PAGE = 500
const LANE = 'search'

export const recipientRoutes: readonly Route[] = [
  route(calls.campaignRecipients, ({ params: { id: campaignId }, query, organizationId, read }) => {
    const { organizationId: _, cursor, limit, ...filter } = query
    const after = RECIPIENTS_CURSOR.read(cursor)
    return read(async (tx) => {
      const [{ seq, epoch }, campaign, { recipients, end }] = await Promise.all([
        readHead(tx, organizationId),
        findCampaign(tx, { organizationId, campaignId }),
        listRecipients(tx, { organizationId, campaignId, filter, after, limit }),
      ])
      if (!campaign) throw notFound()
      return { code: 'ok' as const, data: recipients, asOf: seq, epoch, cursor: RECIPIENTS_CURSOR.write(end) }
    }, LANE)
  }),

  route(calls.exportCampaignRecipients, async ({ params, query, organizationId, read, res }) => {
    const { organizationId: _, ...filter } = query
    const about = { organizationId, campaignId: params.id, filter, limit: PAGE }
    // The first page is read before the answer begins, so that a refusal still has its status.
    const { campaign, clinic, first } = await read(async (tx) => {
      const [campaign, clinic, first] = await Promise.all([
        findCampaign(tx, about),
        readClinic(tx, organizationId),
        listRecipients(tx, { ...about, after: null }),
      ])
      return { campaign, clinic, first }
    }, LANE)
    if (!campaign) throw notFound()
    async function* pages(): AsyncGenerator<readonly Recipient[], void> {
      for (let page = first; ; ) {
        yield page.recipients
        const after = page.end
        if (after === null) return
        page = await read((tx) => listRecipients(tx, { ...about, after }), LANE)
      }
    }
    await sendRecipients(res, { name: campaign.name, timezone: clinic.timezone, pages: pages() })
    return undefined
  }),
]
