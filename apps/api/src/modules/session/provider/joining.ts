/**
 * Finds or makes the account of a provider's subject and updates its memberships. Runs in one transaction of
 * `database.system`.
 */
import type { Role } from '@foyer/contracts/organization.ts'
import type { ProviderSettings } from '../../../config/provider-config.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../services.ts'
import { existingOrganizations } from '../../organizations/organizations.ts'
import { join as joinOrganization, lockMembers } from '../members/membership.ts'
import { endAllSessions, removeMember } from '../session-ending.ts'
import { SignInFailure } from './failure.rules.ts'
import { grantedRoles, type MembershipChange, membershipChanges } from './mapping.rules.ts'
import { accountIdOf, personOf } from './person.rules.ts'
import { addUser, bind, findBound, findByEmail, listMemberships, lockSubject, saveGoverned } from './provider.store.ts'
import type { SignedIn } from './relying-party.ts'

interface JoiningServices {
  readonly clock: Clock
  newId(): string
}

interface Joined {
  readonly userId: string
  readonly disabled: boolean
  /** Whether the subject was known, was bound to an existing account, or got a new account. */
  readonly account: 'known' | 'bound' | 'made'
  /** Empty for a disabled user, of whom nothing is changed. */
  readonly changes: readonly MembershipChange[]
  /** Organizations that the mapping names and the store lacks. */
  readonly unknown: readonly string[]
}

/** Throws `not_allowed` if there is no account and none may be made. */
export async function join(
  tx: Tx,
  signedIn: SignedIn,
  provider: ProviderSettings,
  parts: JoiningServices,
): Promise<Joined> {
  await lockSubject(tx, accountIdOf(signedIn))
  const granted = grantedRoles(provider.mapping, signedIn.claims)
  const existing = await existingOrganizations(tx, [...granted.keys()])
  const unknown = [...granted.keys()].filter((id) => !existing.includes(id))
  const roles = new Map([...granted].filter(([id]) => existing.includes(id)))

  const mayJoin = provider.join === 'mapped' && roles.size > 0
  const { id: userId, disabled, account } = await findOrMake(tx, signedIn, mayJoin, parts)
  const changes = disabled ? [] : await govern(tx, userId, roles, parts)
  return { userId, disabled, account, changes, unknown }
}

interface Found extends Pick<Joined, 'disabled' | 'account'> {
  readonly id: string
}

async function findOrMake(
  tx: Tx,
  signedIn: SignedIn,
  mayJoin: boolean,
  { clock, newId }: JoiningServices,
): Promise<Found> {
  const accountId = accountIdOf(signedIn)
  const bound = await findBound(tx, accountId)
  if (bound) return { ...bound, account: 'known' }

  const { email, emailVerified, name } = personOf(signedIn.claims)
  if (email === undefined) throw new SignInFailure('not_allowed', 'no_email')
  const at = clock.now()
  const known = await findByEmail(tx, email)
  if (known) {
    // Both sides must have verified the e-mail address: otherwise a subject could take over the account of an address
    // that they do not own.
    if (!emailVerified || !known.emailVerified) throw new SignInFailure('not_allowed', 'email_not_verified')
    if (known.bound) throw new SignInFailure('not_allowed', 'bound_to_another')
    const { id, disabled } = known
    if (disabled) return { id, disabled, account: 'known' }
    await bind(tx, { id: newId(), accountId, userId: id, at })
    return { id, disabled, account: 'bound' }
  }
  if (!mayJoin) throw new SignInFailure('not_allowed', 'no_account')
  const id = newId()
  await addUser(tx, { id, email, emailVerified, name: name ?? email, at })
  await bind(tx, { id: newId(), accountId, userId: id, at })
  return { id, disabled: false, account: 'made' }
}

/**
 * Computes the changes, locks the members of the organizations concerned and computes them again, because an admin may
 * change the same membership meanwhile. Mostly there is nothing to do.
 */
async function govern(tx: Tx, userId: string, roles: ReadonlyMap<string, Role>, parts: JoiningServices) {
  const foreseen = membershipChanges(await listMemberships(tx, userId), roles)
  if (foreseen.length === 0) return []
  for (const organizationId of foreseen.map((one) => one.organizationId).toSorted())
    await lockMembers(tx, organizationId)
  const locked = new Set(foreseen.map((one) => one.organizationId))
  const changes = membershipChanges(await listMemberships(tx, userId), roles).filter((one) =>
    locked.has(one.organizationId),
  )
  for (const change of changes) await apply(tx, userId, change, parts)
  return changes
}

/**
 * [T8] Sessions know what their holder may do, so sessions from before a change end with it. The provider may remove
 * the last admin, because it can appoint another one.
 */
async function apply(tx: Tx, userId: string, change: MembershipChange, parts: JoiningServices) {
  const place = { organizationId: change.organizationId, userId }
  if (change.kind === 'removed') return removeMember(tx, place, parts)
  if (change.kind === 'added') await joinOrganization(tx, place, change.role, parts.clock.now())
  await saveGoverned(tx, { ...place, role: change.role })
  if (change.kind === 'changed') await endAllSessions(tx, userId, parts)
}
