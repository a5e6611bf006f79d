/** Maps the provider's groups to organizations and roles. */
import type { Role } from '@foyer/contracts/organization.ts'

interface Mapping {
  readonly claim: string
  readonly grants: readonly { readonly value: string; readonly organizationId: string; readonly role: Role }[]
}

export type Claims = Readonly<Record<string, unknown>>

/**
 * The role that the claims grant in each organization. If several grants name one organization, the first one counts.
 */
export function grantedRoles({ claim, grants }: Mapping, claims: Claims): ReadonlyMap<string, Role> {
  const groups = new Set(textsOf(claimOf(claims, claim)))
  const roles = new Map<string, Role>()
  for (const { value, organizationId, role } of grants)
    if (groups.has(value) && !roles.has(organizationId)) roles.set(organizationId, role)
  return roles
}

/**
 * Whether the provider refers to another place for the groups (Entra ID does for long lists), so that they are not in
 * the claims.
 */
export function areGroupsElsewhere({ claim }: Pick<Mapping, 'claim'>, claims: Claims): boolean {
  const { _claim_names: elsewhere } = claims
  return isRecord(elsewhere) && Object.hasOwn(elsewhere, claim) && claimOf(claims, claim) === undefined
}

/** A claim's name may contain dots (`https://id.test/groups`), so the whole name is tried first. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of name.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, step)) return undefined
    value = value[step]
  }
  return value
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface Membership {
  readonly organizationId: string
  readonly role: Role
  readonly governedBy: 'foyer' | 'provider'
}

export type MembershipChange =
  | { readonly kind: 'added' | 'changed'; readonly organizationId: string; readonly role: Role }
  | { readonly kind: 'removed'; readonly organizationId: string }

/** The changes that make the provider's memberships match the grants. Memberships that an admin gave here stay. */
export function membershipChanges(
  known: readonly Membership[],
  granted: ReadonlyMap<string, Role>,
): readonly MembershipChange[] {
  const here = new Map(known.map((one) => [one.organizationId, one]))
  const added = [...granted].flatMap(([organizationId, role]): MembershipChange[] =>
    here.has(organizationId) ? [] : [{ kind: 'added', organizationId, role }],
  )
  const others = known.flatMap(({ organizationId, role, governedBy }): MembershipChange[] => {
    if (governedBy !== 'provider') return []
    const now = granted.get(organizationId)
    if (now === undefined) return [{ kind: 'removed', organizationId }]
    return now === role ? [] : [{ kind: 'changed', organizationId, role: now }]
  })
  return [...added, ...others]
}
