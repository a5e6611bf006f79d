import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { type CampaignTab, campaignList, isListed, statusesOf } from '@foyer/contracts/campaign/collections.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'

interface Wanted {
  readonly tab: CampaignTab
  readonly search: string
}

const PAGE = 20

/** The organization's campaigns of a tab, the newest first, kept current by the stream. */
export function useCampaigns(organizationId: string, { tab, search }: Wanted): LiveRows<Campaign, undefined> {
  const api = useApi()
  const words = search.trim()
  const statuses = statusesOf(tab)
  const query = {
    ...{ organizationId, limit: PAGE },
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(words !== '' && { search: words }),
  }
  return useLiveCollection<Campaign>({
    id: `campaigns ${tab} ${words}`,
    organizationId,
    collection: campaignList,
    belongs: (campaign) => isListed(campaign, { tab, search: words, templateId: null }),
    read: async (cursor, signal) =>
      pageOf<Campaign>(await api('campaigns', { query: { ...query, ...cursor }, signal })),
  })
}
