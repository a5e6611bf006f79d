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

/** Files of messages. Their bytes are in the file storage under the same id. */
export interface AttachmentTable {
  organization_id: string
  id: string
  conversation_id: string
  message_id: string
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
