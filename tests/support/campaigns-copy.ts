/** A full copy of an organization's campaigns and templates, as all screens together hold it. */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { campaignList, templateList } from '@foyer/contracts/campaign/collections.rules.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { applyEvents } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'

type ById<Item> = ReadonlyMap<string, Item>

export interface CampaignsCopy {
  readonly campaigns: ById<Campaign>
  readonly templates: ById<NotifierTemplate>
}

/** Lists do not show deleted ones. */
export function applyToCampaigns(copy: CampaignsCopy, events: readonly KnownEvent[]): CampaignsCopy {
  return {
    campaigns: kept(applyEvents(campaignList, copy.campaigns, events)),
    templates: kept(applyEvents(templateList, copy.templates, events)),
  }
}

function kept<Item extends { readonly deleted: boolean }>(items: ById<Item>): ById<Item> {
  return new Map([...items].filter(([, { deleted }]) => !deleted))
}
