/** How events change the browser's copies of campaigns and templates. Deleted ones stay, marked: an older state could restore them. */
import type { Collection } from '../collection.rules.ts'
import { foldName } from '../fold.rules.ts'
import type { Campaign, CampaignDetail } from './campaign.ts'
import type { CampaignStatus } from './states.rules.ts'
import type { NotifierTemplate } from './template.ts'

/** Campaigns, newest first. */
export const campaignList: Collection<Campaign> = {
  select: (event) => (event.type === 'campaign.progress' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(right.createdAt, left.createdAt) || compare(right._id, left._id),
}

export const campaignTabs = ['all', 'drafts', 'scheduled', 'running', 'finished'] as const
export type CampaignTab = (typeof campaignTabs)[number]

const STATUSES: Readonly<Record<CampaignTab, readonly CampaignStatus[]>> = {
  all: [],
  drafts: ['draft'],
  scheduled: ['scheduled'],
  running: ['running', 'paused'],
  finished: ['finished', 'stopped'],
}

/** The statuses that a tab asks for; empty for every status. */
export function statusesOf(tab: CampaignTab): readonly CampaignStatus[] {
  return STATUSES[tab]
}

export interface CampaignFilter {
  readonly tab: CampaignTab
  /** A part of the name. */
  readonly search: string
  /** Only the runs of this template. */
  readonly templateId: string | null
}

type Listed = Pick<Campaign, 'deleted' | 'status' | 'name' | 'templateId'>

/** Whether a list shows the campaign; the SQL of the list has the same conditions. */
export function isListed(campaign: Listed, { tab, search, templateId }: CampaignFilter): boolean {
  if (campaign.deleted || (templateId !== null && campaign.templateId !== templateId)) return false
  const statuses = statusesOf(tab)
  return (statuses.length === 0 || statuses.includes(campaign.status)) && isNamed(campaign, search)
}

/** One campaign after an event. It keeps the problems, which events do not carry, until another revision or status. */
export function progressed(held: CampaignDetail, told: Campaign): CampaignDetail {
  if (told._id !== held._id || told.version <= held.version) return held
  const isSame = told.revision === held.revision && told.status === held.status
  return { ...told, problems: isSame ? held.problems : [] }
}

/** Templates by name. */
export const templateList: Collection<NotifierTemplate> = {
  select: (event) => (event.type === 'template.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(foldName(left.name), foldName(right.name)) || compare(left._id, right._id),
}

/** Whether the list of templates shows it. */
export function isTemplateListed(template: Pick<NotifierTemplate, 'deleted' | 'name'>, search: string): boolean {
  return !template.deleted && isNamed(template, search)
}

function isNamed({ name }: { readonly name: string }, search: string): boolean {
  return foldName(name).includes(foldName(search.trim()))
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}
