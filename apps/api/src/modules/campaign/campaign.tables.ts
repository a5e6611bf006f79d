import type { Audience, CampaignStep, campaignKinds, clocks, Purpose } from '@foyer/contracts/campaign/campaign.ts'
import type { Results, SendState, StateCounts } from '@foyer/contracts/campaign/sends.rules.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import type { CampaignStatus, PauseReason } from '@foyer/contracts/campaign/states.rules.ts'
import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from '../../db/columns.ts'

export interface CampaignTables {
  campaigns: CampaignTable
  campaign_sends: CampaignSendTable
  campaign_news: CampaignNewsTable
  campaign_changes: CampaignChangeTable
  outreach_paces: OutreachPaceTable
  campaign_test_days: CampaignTestDayTable
  notifier_templates: NotifierTemplateTable
}

declare module '../../db/schema.ts' {
  interface Schema extends CampaignTables {}
}

/** JSON that may be the JSON value null. */
type NullableJson<T> = ColumnType<T | null, string, string>
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** A step with its words; its sends are counted in the ledger. */
export type StoredStep = Omit<CampaignStep, 'states'>

/** The sends of each step by its position. */
export type StepStates = { readonly [position: string]: StateCounts }

/** The most frequent first. */
export type CauseCounts = readonly { readonly failureReason: string; readonly count: number }[]
export type SkipCounts = readonly { readonly reason: SkipReason; readonly count: number }[]

export interface CampaignTable {
  organization_id: string
  id: string
  name: string
  kind: (typeof campaignKinds)[number]
  template_id: string | null
  /** The day of a run of a template. */
  period: string | null
  type: CampaignType
  purpose: Purpose
  status: CampaignStatus
  pause_reason: PauseReason | null
  paused_by: string | null
  paused_by_name: string | null
  stopped_by: string | null
  stopped_by_name: string | null
  audience: NullableJson<Audience>
  steps: Json<readonly StoredStep[]>
  clock: (typeof clocks)[number]
  scheduled_at: OptionalInstant
  timezone: string
  per_hour: number | null
  failure_percent: number | null
  fallbacks: Json<Readonly<Record<string, string>>>
  track_links: boolean
  track_opens: boolean
  revision: number
  saved_by: string | null
  saved_by_name: string | null
  saved_at: Instant
  created_by: string | null
  created_by_name: string | null
  created_at: Instant
  started_at: OptionalInstant
  finished_at: OptionalInstant
  deleted_at: OptionalInstant
  eta_at: OptionalInstant
  states: Json<StateCounts>
  step_states: Json<StepStates>
  results: Json<Results>
  causes: Json<CauseCounts>
  skipped: Json<SkipCounts>
  version: number
  preparing: Generated<boolean>
  prepared_to: string | null
  prepared: Generated<number>
  failures_since: OptionalInstant
  next_slot_at: OptionalInstant
  due_at: OptionalInstant
  leased_by: string | null
  leased_until: OptionalInstant
  attempts: Generated<number>
}

export interface CampaignSendTable {
  organization_id: string
  campaign_id: string
  step: number
  patient_id: string
  ordinal: number
  address: string | null
  state: SendState
  reason: SkipReason | null
  detail: string | null
  due_at: OptionalInstant
  timezone: string
  at: Instant
  segments: number | null
  revision: number | null
  message_id: string | null
  mail_id: string | null
  taken_at: OptionalInstant
  failure_reason: string | null
  done_by: string | null
  done_at: OptionalInstant
}

interface CampaignNewsTable {
  organization_id: string
  campaign_id: string
  due_at: ColumnType<Date, Date | undefined, Date>
  leased_by: string | null
  leased_until: OptionalInstant
}

interface CampaignChangeTable {
  organization_id: string
  campaign_id: string
  id: Generated<number>
}

interface OutreachPaceTable {
  organization_id: string
  next_slot_at: Instant
}

interface CampaignTestDayTable {
  organization_id: string
  user_id: string
  day: string
  sent: number
}

export interface NotifierTemplateTable {
  organization_id: string
  id: string
  name: string
  frequency_days: number
  type: CampaignType
  purpose: Purpose
  subject: string | null
  content: string
  audience: ColumnType<Audience | null, string | null, string | null>
  time_of_day: string
  starts_on: string | null
  active: boolean
  next_run_at: OptionalInstant
  due_at: OptionalInstant
  last_run_at: OptionalInstant
  last_campaign_id: string | null
  missed: Json<NotifierTemplate['missed']>
  created_at: Instant
  version: number
  leased_by: string | null
  leased_until: OptionalInstant
  attempts: Generated<number>
}
