import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface RecordTables {
  insurance_providers: InsuranceProviderTable
  referrals: ReferralTable
  referral_documents: ReferralDocumentTable
}

declare module '../../db/schema.ts' {
  interface Schema extends RecordTables {}
}

export interface InsuranceProviderTable {
  organization_id: string
  id: string
  payer_id: string | null
  payer_key: string | null
  name: string
  name_key: string
  phone: string | null
  created_at: Instant
  version: number
}

export interface ReferralTable {
  organization_id: string
  id: string
  patient_id: string
  referring_provider: string
  provider_key: string
  /** YYYY-MM-DD */
  date: ColumnType<string, string, never>
  reason: string | null
  documents: Generated<number>
  created_at: Instant
  version: number
}

export interface ReferralDocumentTable {
  organization_id: string
  id: string
  referral_id: string
  name: string
  content_type: string
  size: number
  created_at: Instant
  created_by: string
  created_by_name: string
}
