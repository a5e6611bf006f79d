import type { Generated } from 'kysely'
import type { Instant } from '../../../db/columns.ts'
import type { AccountMailKind } from './account-mail.rules.ts'

export type AccountMailStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'withdrawn'

/** Account mails (041-account-mails-and-invitations.sql). The row is also the queue entry. */
export interface AccountMailTable {
  id: string
  kind: AccountMailKind
  organization_id: string | null
  address: string
  inviter_name: string | null
  nonce: string
  token_digest: string
  expires_at: Instant
  status: Generated<AccountMailStatus>
  service_id: string | null
  created_at: Instant
  ended_at: Instant | null
  due_at: Instant
  attempts: Generated<number>
  handed_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
}
