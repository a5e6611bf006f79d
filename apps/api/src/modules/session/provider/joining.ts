/** Whose account the provider's subject is, and where they belong now. In one transaction of `database.system`. */
import type { Role } from '@foyer/contracts/organization.ts'
import type { ProviderSettings } from '../../../config/provider-config.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../parts.ts'
import { existingOrganizations } from '../../organizations/organizations.ts'
import { join as joinOrganization, lockMembers } from '../members/membership.ts'
import { endAllSessions, removeMember } from '../session-ending.ts'
import { SignInFailure } from './failure.rules.ts'
import { grantedRoles, type MembershipChange, membershipChanges } from './mapping.rules.ts'
import { accountIdOf, personOf } from './person.rules.ts'
import { addUser, bind, findBound, findByEmail, listMemberships, lockSubject, saveGoverned } from './provider.store.ts'
import type { SignedIn } from './relying-party.ts'

interface JoiningParts {
  readonly clock: Clock
  newId(): string
}

interface Joined {
  readonly userId: string
  readonly disabled: boolean
  /** Whether this subject was known, or what was done for it to be. */
  readonly account: 'known' | 'bound' | 'made'
  /** Nothing of somebody disabled is changed. */
  readonly changes: readonly MembershipChange[]
  /** Organizations that the mapping names and nobody here knows. */
  readonly unknown: readonly string[]
}

/** The failure `not_allowed` where there is no account for them and none is to be made. */
export async function join(
  tx: Tx,
  signedIn: SignedIn,
  provider: ProviderSettings,
  parts: JoiningParts,
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
  { clock, newId }: JoiningParts,
): Promise<Found> {
  const accountId = accountIdOf(signedIn)
  const bound = await findBound(tx, accountId)
  if (bound) return { ...bound, account: 'known' }

  const { email, emailVerified, name } = personOf(signedIn.claims)
  if (email === undefined) throw new SignInFailure('not_allowed', 'no_email')
  const at = clock.now()
  const known = await findByEmail(tx, email)
  if (known) {
    // By an e-mail that anybody may claim, anybody's account could be taken over; and so by one that is not its holder's here.
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

/** An admin may be changing the same membership: once nobody can any more, it is looked at again. Mostly there is nothing to do. */
async function govern(tx: Tx, userId: string, roles: ReadonlyMap<string, Role>, parts: JoiningParts) {
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
 * [T8] Sessions know what their holder may do; those of before end with it. The provider may take the last admin away: it can
 * give another one.
 */
async function apply(tx: Tx, userId: string, change: MembershipChange, parts: JoiningParts) {
  const place = { organizationId: change.organizationId, userId }
  if (change.kind === 'removed') return removeMember(tx, place, parts)
  if (change.kind === 'added') await joinOrganization(tx, place, change.role, parts.clock.now())
  await saveGoverned(tx, { ...place, role: change.role })
  if (change.kind === 'changed') await endAllSessions(tx, userId, parts)
}
