/** Who may change who belongs to an organization, looked at once more while nobody else can change it. */
import type { Member } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import type { Queries, Tx } from '../../../db/tx.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import {
  addMember,
  hasAdmin,
  hasAnotherAdmin,
  hasMember,
  listMembers,
  lockMembership,
  type MemberRow,
  type Standing,
  standingsOf,
} from './members.store.ts'
import { withSecondFactor } from './second-factors.store.ts'

export interface Place {
  readonly organizationId: string
  readonly userId: string
}

/** Until this transaction ends nobody else changes the membership. Before any lock on what belongs to it. */
export function lockMembers(tx: Tx, organizationId: string): Promise<void> {
  return lockMembership(tx, organizationId)
}

export function organizationHasAdmin(tx: Tx, organizationId: string): Promise<boolean> {
  return hasAdmin(tx, organizationId)
}

/**
 * The same for an admin, whom it gives. The caller was one when the call came in; of two who remove each other at once, the
 * second is none any more.
 */
export async function holdMembership(tx: Tx, { organizationId, userId }: Place): Promise<MemberRow> {
  await lockMembership(tx, organizationId)
  const [caller] = await listMembers(tx, organizationId, userId)
  if (caller?.role !== 'admin') throw new Refusal('not_allowed', 'This is not yours to see or do.')
  return caller
}

export async function findMember(tx: Tx, organizationId: string, userId: string): Promise<MemberRow> {
  const [member] = await listMembers(tx, organizationId, userId)
  if (member === undefined) throw notFound()
  return member
}

export function isMember(tx: Tx, organizationId: string, email: string): Promise<boolean> {
  return hasMember(tx, organizationId, email)
}

/** What these users are here now; nothing is said of who is no member. */
export function membersAmong(
  queries: Queries,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  return standingsOf(queries, organizationId, userIds)
}

/** Also for who left and comes back. Whoever is a member already stays what they are. */
export function join(tx: Tx, place: Place, role: Role, at: Date): Promise<void> {
  return addMember(tx, place, role, at)
}

/** Before a member becomes something else, or nobody: an organization without an admin could never get one again. */
export async function assertAdminStays(tx: Tx, organizationId: string, before: MemberRow, after: Role | null) {
  if (before.role !== 'admin' || after === 'admin') return
  if (!(await hasAnotherAdmin(tx, { organizationId, userId: before.userId })))
    throw new Refusal('last_admin', 'An organization needs an admin. Make somebody else one first.')
}

/** `provider`: what the identity provider is called, where one is set up; else nothing of what it gave comes back. */
export async function shownMembers(
  queries: Queries,
  members: readonly MemberRow[],
  provider: string | null,
): Promise<Member[]> {
  const twofold = await withSecondFactor(
    queries,
    members.map(({ userId }) => userId),
  )
  return members.map(({ userId, joinedAt, governedBy, ...member }) => ({
    _id: userId,
    ...member,
    secondFactor: twofold.has(userId),
    joinedAt: joinedAt.toISOString(),
    governedBy: governedBy === 'provider' ? provider : null,
  }))
}
