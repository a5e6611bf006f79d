import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface AttachmentTables {
  attachments: AttachmentTable
  uploads: UploadTable
  media_fetches: MediaFetchTable
}

declare module '../../db/schema.ts' {
  interface Schema extends AttachmentTables {}
}

/** Files of messages, and those that staff keep in a chart. Their bytes are in the file storage under the same id. */
export interface AttachmentTable {
  organization_id: string
  id: string
  /** Null for a file of a chart, which has a patient instead. */
  conversation_id: string | null
  message_id: string | null
  patient_id: Generated<string | null>
  /** The member who kept it in the chart. */
  kept_by: Generated<string | null>
  name: string
  content_type: string
  size: number
  place: number
  created_at: Instant
}

/** Stored bytes that belong to no message yet. */
export interface UploadTable {
  organization_id: string
  id: string
  created_at: Generated<Date>
  swept_at: Instant | null
}

/** Files of patients' texts that still have to be fetched from the carrier. */
export interface MediaFetchTable {
  organization_id: string
  message_id: string
  place: number
  conversation_id: string
  url: string
  queued_at: Generated<Date>
  due_at: ColumnType<Date, Date | undefined, Date>
  attempts: Generated<number>
  leased_until: Instant | null
  leased_by: string | null
}
