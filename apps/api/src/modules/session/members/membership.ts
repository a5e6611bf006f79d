/** Rules for changing members. They check the caller's role again under the lock on the membership. */
import type { Member } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import type { Tx } from '../../../db/tx.ts'
import { notAllowed, notFound, Refusal } from '../../../http/refusal.ts'
import {
  addMember,
  hasAdmin,
  hasAnotherAdmin,
  hasMember,
  listMembers,
  lockMembership,
  type MemberRow,
} from './members.store.ts'

export interface MembershipKey {
  readonly organizationId: string
  readonly userId: string
}

/** Locks the membership until this transaction ends. Must come before locks on rows of the membership. */
export function lockMembers(tx: Tx, organizationId: string): Promise<void> {
  return lockMembership(tx, organizationId)
}

export function organizationHasAdmin(tx: Tx, organizationId: string): Promise<boolean> {
  return hasAdmin(tx, organizationId)
}

/**
 * Locks the membership and returns the caller, who must still be an admin. Two admins may remove each other at once: the
 * second was an admin when the call came in, and no longer is under the lock.
 */
export async function holdMembership(tx: Tx, { organizationId, userId }: MembershipKey): Promise<MemberRow> {
  // The store executes them in this order, so the role is read under the lock.
  const [, [caller]] = await Promise.all([lockMembership(tx, organizationId), listMembers(tx, organizationId, userId)])
  if (caller?.role !== 'admin') throw notAllowed()
  return caller
}

interface HeldMember {
  readonly member: MemberRow
  /** Whether another admin of the organization can act. */
  readonly hasAnotherAdmin: boolean
}

/** Locks the membership like `holdMembership` for the admin `by`, and returns the member with `userId`. */
export async function holdMember(
  tx: Tx,
  { organizationId, userId }: MembershipKey,
  by: { readonly userId: string },
): Promise<HeldMember> {
  // Sent together: the store takes the lock first and reads the rest under it.
  const [, [member], isAnother] = await Promise.all([
    holdMembership(tx, { organizationId, userId: by.userId }),
    listMembers(tx, organizationId, userId),
    hasAnotherAdmin(tx, { organizationId, userId }),
  ])
  if (member === undefined) throw notFound()
  return { member, hasAnotherAdmin: isAnother }
}

export function isMember(tx: Tx, organizationId: string, email: string): Promise<boolean> {
  return hasMember(tx, organizationId, email)
}

/** Adds the member, also one who left before. An existing member keeps the current role. */
export function join(tx: Tx, key: MembershipKey, role: Role, at: Date): Promise<void> {
  return addMember(tx, key, role, at)
}

/** Refuses to demote or remove the last admin, because an organization without an admin could never get one again. */
export function assertAdminStays({ member, hasAnotherAdmin }: HeldMember, after: Role | null): void {
  if (member.role === 'admin' && after !== 'admin' && !hasAnotherAdmin)
    throw new Refusal('last_admin', 'An organization needs an admin. Make someone else one first.')
}

/** Converts a member for the API. `provider` is the name of the identity provider; null hides what a former one governed. */
export function memberOf({ userId, joinedAt, governedBy, ...member }: MemberRow, provider: string | null): Member {
  return {
    _id: userId,
    ...member,
    joinedAt: joinedAt.toISOString(),
    governedBy: governedBy === 'provider' ? provider : null,
  }
}
