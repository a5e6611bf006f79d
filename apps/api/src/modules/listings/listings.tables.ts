import type { ListingChange } from '@foyer/contracts/listings/listing.ts'
import type { ReviewState } from '@foyer/contracts/listings/states.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface ListingTables {
  listing_connections: ListingConnectionTable
  listing_consents: ListingConsentTable
  listing_locations: ListingLocationTable
  reviews: ReviewTable
  listing_changes: ListingChangeTable
  review_canned_replies: CannedReplyTable
  google_paces: GooglePaceTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ListingTables {}
}

/** Null where it is not written. */
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface ListingConnectionTable {
  organization_id: string
  state: 'off' | 'connected' | 'needs_consent'
  account: Optional<string>
  sealed_token: Optional<string>
  connected_by: Optional<string>
  connected_by_name: Optional<string>
  connected_at: OptionalInstant
}

export interface ListingConsentTable {
  organization_id: string
  state: string
  user_id: string
  session_id: string
  verifier: string
  expires_at: Instant
}

export interface ListingLocationTable {
  organization_id: string
  id: string
  account: string
  title: string
  address: Generated<string>
  phone: Optional<string>
  website_uri: Optional<string>
  latitude: Optional<number>
  longitude: Optional<number>
  new_review_uri: Optional<string>
  average_rating: Optional<number>
  total_review_count: Generated<number>
  due_at: OptionalInstant
  leased_by: Optional<string>
  leased_until: OptionalInstant
  pass_token: Optional<string>
  pass_since: OptionalInstant
  pass_marks: Generated<boolean>
  pass_restarts: Generated<number>
  pass_skipped: Generated<number>
  last_sync_at: OptionalInstant
  last_full_at: OptionalInstant
  problem: Optional<'needs_consent' | 'busy' | 'unreachable' | 'refused'>
  failed: Generated<number>
  total: Generated<number>
  needs_reply: Generated<number>
  low: Generated<number>
  drafts: Generated<number>
  rejected: Generated<number>
}

export interface ReviewTable {
  organization_id: string
  location_id: string
  review_id: string
  key: ColumnType<string, never, never>
  reviewer: string | null
  stars: number
  comment: string
  created_at: Instant
  updated_at: Instant
  reply: Optional<string>
  reply_at: OptionalInstant
  reply_state: Optional<'PENDING' | 'APPROVED' | 'REJECTED'>
  reply_violation: Optional<string>
  replied_by: Optional<string>
  replied_by_name: Optional<string>
  state: ReviewState
  edited_after_reply: Generated<boolean>
  wanted: Optional<string>
  wanted_at: OptionalInstant
  wanted_by: Optional<string>
  wanted_by_name: Optional<string>
  seen_reply: Optional<string>
  draft: Optional<string>
  draft_at: OptionalInstant
  draft_by: Optional<string>
  draft_by_name: Optional<string>
  draft_version: Generated<number>
  refused: Optional<string>
  refused_at: OptionalInstant
  refused_by: Optional<string>
  refused_by_name: Optional<string>
  refused_violation: Optional<string>
  refused_message: Optional<string>
  problem: Optional<'needs_consent' | 'busy' | 'unreachable'>
  seen_at: Instant
  removed_at: OptionalInstant
  version: number
  due_at: OptionalInstant
  leased_by: Optional<string>
  leased_until: OptionalInstant
  called_at: OptionalInstant
  settled_at: OptionalInstant
  not_taken: Generated<number>
  asked: Generated<number>
  search_text: ColumnType<string, never, never>
}

export interface ListingChangeTable {
  organization_id: string
  id: string
  location_id: string
  kind: ListingChange['kind']
  mask: string[]
  before: ColumnType<Record<string, unknown>, string, string>
  wanted: ColumnType<Record<string, unknown>, string, string>
  by_id: string
  by_name: string | null
  at: Instant
  state: ListingChange['state']
  problems: ColumnType<ListingChange['problems'], string | undefined, string>
  version: number
  due_at: OptionalInstant
  leased_by: Optional<string>
  leased_until: OptionalInstant
  tries: Generated<number>
}

export interface CannedReplyTable {
  organization_id: string
  id: string
  title: string
  comment: string
  version: Generated<number>
}

export interface GooglePaceTable {
  organization_id: string
  name: string
  span: number
  used: number
}
