import type { Role } from '@foyer/contracts/organization.ts'
import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface SessionTables {
  members: MemberTable
  known_members: Pick<MemberTable, 'organization_id' | 'user_id'>
  invitations: InvitationTable
}

declare module '../../db/schema.ts' {
  interface Schema extends SessionTables {}
}

export interface MemberTable {
  organization_id: string
  user_id: string
  role: Role
  /** `provider`: each sign-in by the provider updates this membership. `foyer`: only admins change it. */
  governed_by: Generated<'foyer' | 'provider'>
  created_at: Generated<Date>
  /** The sequence number of the event that last told of the member; 0 before the first one. */
  version: Generated<number>
}

/** Invitations to an organization (041-account-mails-and-invitations.sql). */
export interface InvitationTable {
  organization_id: string
  id: string
  email: string
  role: Role
  /** Null: the operator. */
  invited_by: string | null
  inviter_name: string
  invited_at: Instant
  expires_at: Instant
  mail_id: string
  token_digest: string
  ended_as: 'accepted' | 'withdrawn' | 'replaced' | null
  ended_at: Instant | null
  accepted_by: string | null
}
