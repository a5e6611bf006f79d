import type { Role } from '@foyer/contracts/organization.ts'
import type { Selectable } from 'kysely'
import type { Queries, Tx } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'
import type { AccountMailStatus } from '../mails/account-mails.tables.ts'
import type { InvitationTable } from '../session.tables.ts'

export type InvitationRow = Selectable<InvitationTable>

const COLUMNS = [
  'organization_id',
  'id',
  'email',
  'role',
  'invited_by',
  'inviter_name',
  'invited_at',
  'expires_at',
  'mail_id',
  'token_digest',
  'ended_as',
  'ended_at',
  'accepted_by',
] as const satisfies readonly (keyof InvitationTable)[]

interface Key {
  readonly organizationId: string
  readonly id: string
}

/** Invitations that nobody accepted yet, newest first, without those that expired before `since`. */
export async function listInvitations(tx: Tx, organizationId: string, since: Date): Promise<InvitationRow[]> {
  return tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', since)
    .orderBy('invited_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The state of what is around an invitation. */
export interface Around {
  /** Undefined if the mail ended long ago. */
  readonly mail: AccountMailStatus | undefined
  /** Undefined if the inviter is no member any more, or the operator invited. */
  readonly inviter: { readonly role: Role; readonly disabled: boolean } | undefined
}

/** System scope: what is around each of the organization's invitations with these ids. */
export async function findAround(
  queries: Queries,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Around>> {
  if (ids.length === 0) return new Map()
  const rows = await identityTables(queries)
    .selectFrom('invitations')
    .leftJoin('account_mails as mail', 'mail.id', 'invitations.mail_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'invitations.organization_id')
        .onRef('members.user_id', '=', 'invitations.invited_by'),
    )
    .leftJoin('user', 'user.id', 'members.user_id')
    .select(['invitations.id', 'mail.status', 'members.role', 'user.disabled'])
    .where('invitations.organization_id', '=', organizationId)
    .where('invitations.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, status, role, disabled }) => [
      id,
      { mail: status ?? undefined, inviter: role === null || disabled === null ? undefined : { role, disabled } },
    ]),
  )
}

export async function countInForce(tx: Tx, organizationId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('invitations')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export async function findOpenInvitation(tx: Tx, { organizationId, id }: Key): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** In force or expired; an address has one open invitation at most. */
export async function findOpenOf(tx: Tx, organizationId: string, email: string): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** System scope: the open invitation for the address of this user. */
export async function findOpenOfUser(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<InvitationRow | undefined> {
  const identity = identityTables(tx)
  return identity
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('email', '=', identity.selectFrom('user').select('email').where('id', '=', userId))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** System scope: the invitation that a link opens, if it is still in force. */
export async function findByLink(tx: Tx, tokenDigest: string, now: Date): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('token_digest', '=', tokenDigest)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** System scope: finds what a link shows before anything is locked, if it is still in force. */
export function findingLinkedInvitation(queries: Queries, tokenDigest: string, now: Date) {
  return identityTables(queries)
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('user', 'user.email', 'invitations.email')
    .select(['invitations.organization_id as organizationId', 'organizations.name as organizationName'])
    .select(['invitations.email', 'invitations.role', 'invitations.expires_at as expiresAt', 'user.id as userId'])
    .where('token_digest', '=', tokenDigest)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
}

export type NewInvitation = Omit<InvitationRow, 'ended_as' | 'ended_at' | 'accepted_by'>

export async function addInvitation(tx: Tx, row: NewInvitation): Promise<void> {
  await tx.insertInto('invitations').values(row).execute()
}

export type NewLink = Pick<
  InvitationRow,
  'invited_by' | 'inviter_name' | 'invited_at' | 'expires_at' | 'mail_id' | 'token_digest'
>

export async function saveLink(tx: Tx, { organizationId, id }: Key, link: NewLink): Promise<void> {
  await tx
    .updateTable('invitations')
    .set(link)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

type End =
  | { readonly as: 'withdrawn' | 'replaced'; readonly at: Date }
  | { readonly as: 'accepted'; readonly by: string; readonly at: Date }

export async function endInvitation(tx: Tx, { organizationId, id }: Key, end: End): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ ended_as: end.as, ended_at: end.at, accepted_by: end.as === 'accepted' ? end.by : null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
