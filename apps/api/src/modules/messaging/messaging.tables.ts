import type { Origin } from '@foyer/contracts/inbox/message.ts'
import type { MailStatus } from '@foyer/contracts/main/notification.ts'
import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface MessagingTables {
  mails: MailTable
  mail_days: MailDayTable
}

declare module '../../db/schema.ts' {
  interface Schema extends MessagingTables {}
}

/** E-mails to patients. The row is also the queue entry. */
export interface MailTable {
  organization_id: string
  id: string
  conversation_id: string | null
  /** The patient to whom it was written. */
  patient_id: Generated<string | null>
  address: string
  subject: string
  content: string
  status: MailStatus
  failure_reason: string | null
  service_id: string | null
  /** Null if no staff member wrote it. */
  user_id: string | null
  user_name: string | null
  origin: Generated<Origin>
  /** The campaign that sent it, and the position of the step. */
  campaign_id: Generated<string | null>
  campaign_step: Generated<number | null>
  created_at: Instant
  ended_at: Instant | null
  queued_at: Generated<Date>
  due_at: Generated<Date>
  attempts: Generated<number>
  handed_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
}

export interface MailDayTable {
  organization_id: string
  day: string
  sent: number
}
