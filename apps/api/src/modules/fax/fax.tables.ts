import type { Fax, FaxAttempt } from '@foyer/contracts/fax/fax.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface FaxTables {
  faxes: FaxTable
  fax_names: FaxNameTable
  fax_days: FaxDayTable
  fax_previews: FaxPreviewTable
  fax_pages: FaxPageTable
  fax_leftovers: FaxLeftoverTable
}

declare module '../../db/schema.ts' {
  interface Schema extends FaxTables {}
}

/** Null where it is not written. */
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface FaxTable {
  organization_id: string
  id: string
  number: string
  own_number: string
  note: string
  status: Fax['status']
  cause: Fax['cause']
  file_id: string
  file_name: string
  file_size: number
  file_type: string
  pages: number | null
  pages_sent: Generated<number | null>
  attempts: ColumnType<FaxAttempt[], string | undefined, string>
  next_attempt_at: OptionalInstant
  sent_by: string
  sent_by_name: string | null
  created_at: Instant
  completed_at: OptionalInstant
  again_of: string | null
  version: number
  due_at: ColumnType<Date | null, Date | null, Date | null>
  leased_by: Generated<string | null>
  leased_until: OptionalInstant
  attempt: Generated<number>
  called_at: OptionalInstant
  sinch_id: Generated<string | null>
  hinted_at: OptionalInstant
  looked: Generated<number>
  not_taken: Generated<number>
}

interface FaxNameTable {
  organization_id: string
  number: string
  name: string
}

interface FaxDayTable {
  organization_id: string
  day: string
  sent: number
}

interface FaxPreviewTable {
  organization_id: string
  id: string
  user_id: string
  fax_id: string | null
  created_at: Instant
}

interface FaxPageTable {
  organization_id: string
  preview_id: string
  page: number
  png: Buffer
}

interface FaxLeftoverTable {
  organization_id: string
  sinch_id: string
  queued_at: Generated<Date>
  due_at: Generated<Date>
  attempts: Generated<number>
  leased_by: Generated<string | null>
  leased_until: OptionalInstant
}
