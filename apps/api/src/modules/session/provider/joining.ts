/** Whose account the provider's subject is, and where they belong now. In one transaction of `database.system`. */
import type { Tx } from '../../../db/database.ts'
import type { Clock } from '../../../parts.ts'
import type { ProviderSettings } from '../../../provider-config.ts'
import { endAllSessions, removeMember } from '../session-ending.ts'
import { SignInFailure } from './failure.rules.ts'
import { grantedRoles, type MembershipChange, membershipChanges } from './mapping.rules.ts'
import { accountIdOf, personOf } from './person.rules.ts'
import {
  addGovernedMember,
  addUser,
  bind,
  findBound,
  findByEmail,
  listMemberships,
  listOrganizations,
  lockSubject,
  saveGovernedRole,
} from './provider.store.ts'
import type { SignedIn } from './relying-party.ts'

export interface JoiningParts {
  readonly clock: Clock
  newId(): string
}

export interface Joined {
  readonly userId: string
  readonly disabled: boolean
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
  const existing = await listOrganizations(tx, [...granted.keys()])
  const unknown = [...granted.keys()].filter((id) => !existing.includes(id))
  const roles = new Map([...granted].filter(([id]) => existing.includes(id)))

  const mayJoin = provider.join === 'mapped' && roles.size > 0
  const { id: userId, disabled } = await findOrMake(tx, signedIn, mayJoin, parts)
  if (disabled) return { userId, disabled, changes: [], unknown }
  const changes = membershipChanges(await listMemberships(tx, userId), roles)
  for (const change of changes) await apply(tx, userId, change, parts)
  return { userId, disabled, changes, unknown }
}

async function findOrMake(tx: Tx, signedIn: SignedIn, mayJoin: boolean, { clock, newId }: JoiningParts) {
  const accountId = accountIdOf(signedIn)
  const bound = await findBound(tx, accountId)
  if (bound) return bound

  const { email, emailVerified, name } = personOf(signedIn.claims)
  if (email === undefined) throw new SignInFailure('not_allowed', 'no_email')
  const at = clock.now()
  const known = await findByEmail(tx, email)
  if (known) {
    // By an e-mail that anybody may claim, anybody's account could be taken over; and so by one that is not its holder's here.
    if (!emailVerified || !known.emailVerified) throw new SignInFailure('not_allowed', 'email_not_verified')
    if (known.bound) throw new SignInFailure('not_allowed', 'bound_to_another')
    await bind(tx, { id: newId(), accountId, userId: known.id, at })
    return known
  }
  if (!mayJoin) throw new SignInFailure('not_allowed', 'no_account')
  const id = newId()
  await addUser(tx, { id, email, emailVerified, name: name ?? email, at })
  await bind(tx, { id: newId(), accountId, userId: id, at })
  return { id, disabled: false }
}

/** [T8] Sessions know what their holder may do; those of before end with it. */
async function apply(tx: Tx, userId: string, change: MembershipChange, parts: JoiningParts) {
  const { organizationId } = change
  if (change.kind === 'removed') return removeMember(tx, { organizationId, userId }, parts)
  if (change.kind === 'added') return addGovernedMember(tx, { organizationId, userId, role: change.role })
  await saveGovernedRole(tx, { organizationId, userId, role: change.role })
  await endAllSessions(tx, userId, parts)
}
