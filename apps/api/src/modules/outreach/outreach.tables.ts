import type { CampaignMark } from '@foyer/contracts/campaign/sends.rules.ts'
import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface OutreachTables {
  short_links: ShortLinkTable
  link_hits: LinkHitTable
  link_misses: LinkMissTable
  mail_consents: MailConsentTable
  campaign_marks: CampaignMarkTable
}

declare module '../../db/schema.ts' {
  interface Schema extends OutreachTables {}
}

interface ShortLinkTable {
  organization_id: string
  code: string
  url: string
  campaign_id: string | null
  patient_id: string | null
  created_by: string | null
  created_at: Instant
  expires_at: Instant
}

interface LinkHitTable {
  organization_id: string
  id: Generated<string>
  code: string
  at: Instant
}

interface LinkMissTable {
  key: string
  misses: number
  until: Instant
}

interface MailConsentTable {
  organization_id: string
  address: string
  status: 'subscribed' | 'unsubscribed'
  at: Instant
  source: string
}

interface CampaignMarkTable {
  organization_id: string
  campaign_id: string
  patient_id: string
  event: CampaignMark
  at: Instant
  source: 'phone' | 'mail' | 'link' | 'staff' | 'visit'
}
