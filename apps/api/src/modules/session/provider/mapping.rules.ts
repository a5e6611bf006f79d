/** What the provider's groups make of somebody here. */
import type { Role } from '@foyer/contracts/organization.ts'

interface Mapping {
  readonly claim: string
  readonly grants: readonly { readonly value: string; readonly organizationId: string; readonly role: Role }[]
}

export type Claims = Readonly<Record<string, unknown>>

/** The role in each organization that the claims give. Of several grants for one organization the first counts. */
export function grantedRoles({ claim, grants }: Mapping, claims: Claims): ReadonlyMap<string, Role> {
  const groups = new Set(textsOf(claimOf(claims, claim)))
  const roles = new Map<string, Role>()
  for (const { value, organizationId, role } of grants)
    if (groups.has(value) && !roles.has(organizationId)) roles.set(organizationId, role)
  return roles
}

/** Whether the provider says that somebody's groups stand elsewhere (as Entra ID does of many): then it is not known which they are. */
export function areGroupsElsewhere({ claim }: Pick<Mapping, 'claim'>, claims: Claims): boolean {
  const { _claim_names: elsewhere } = claims
  return isRecord(elsewhere) && Object.hasOwn(elsewhere, claim) && claimOf(claims, claim) === undefined
}

/** A claim's name may itself have dots in it (`https://id.test/groups`), so it is looked for as a whole first. */
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

/** What has to change for the provider's memberships to be the granted ones. What was given here stays as it is. */
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
