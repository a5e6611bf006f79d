import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { campaignList } from '@foyer/contracts/campaign/collections.rules.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

export interface CampaignQuestion extends Question<Campaign> {
  /** Takes in the answer to a call of this person. */
  readonly put: (epoch: string, told: Campaign) => void
}

/** One campaign, kept current. */
export function useCampaign(organizationId: string, campaignId: string): CampaignQuestion {
  const api = useApi()
  const { data, put, ...question } = useLiveCollection<Campaign>({
    id: `campaign ${campaignId}`,
    organizationId,
    collection: {
      ...campaignList,
      select: (event) => campaignList.select(event).filter(({ _id }) => _id === campaignId),
    },
    read: async (_, signal) => {
      const asked = { params: { id: campaignId }, query: { organizationId }, signal }
      const { data: read, epoch, asOf } = await api('campaign', asked)
      return { items: [read], cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  return { ...question, data: data?.[0], put: (epoch, told) => put(epoch, [told]) }
}
