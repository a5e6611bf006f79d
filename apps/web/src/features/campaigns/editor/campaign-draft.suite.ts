import { type CampaignDetail, campaignExample } from '@foyer/contracts/campaign/campaign.ts'

export const draft: CampaignDetail = {
  ...campaignExample,
  ...{
    status: 'draft',
    scheduledAt: '2026-11-25T16:30:00.000Z',
    startedAt: null,
    problems: [],
    revision: 4,
    version: 8,
  },
}
