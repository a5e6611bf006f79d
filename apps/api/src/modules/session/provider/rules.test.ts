import { describe, expect, test } from 'vitest'
import { areGroupsElsewhere, grantedRoles, membershipChanges } from './mapping.rules.ts'
import { completed, personOf } from './person.rules.ts'

const grants = [
  { value: 'leads', organizationId: 'a', role: 'supervisor' },
  { value: 'desk', organizationId: 'a', role: 'agent' },
  { value: 'desk', organizationId: 'b', role: 'agent' },
] as const

describe('groups', () => {
  test.each([
    [{ groups: ['desk', 'leads'] }, 'groups', { a: 'supervisor', b: 'agent' }],
    [{ groups: 'desk' }, 'groups', { a: 'agent', b: 'agent' }],
    [{ groups: ['Desk', 'des', 1, null, ['desk']] }, 'groups', {}],
    [{ groups: { desk: true } }, 'groups', {}],
    [{}, 'groups', {}],
    [{ realm: { roles: ['desk'] } }, 'realm.roles', { a: 'agent', b: 'agent' }],
    [{ 'https://id.test/groups': ['leads'] }, 'https://id.test/groups', { a: 'supervisor' }],
    [{ realm: null }, 'realm.roles', {}],
    [{ toString: 1 }, 'constructor.name', {}],
  ])('grant roles from %j in the claim %s [OPEN-007]', (claims, claim, roles) => {
    expect(Object.fromEntries(grantedRoles({ claim, grants }, claims))).toEqual(roles)
  })

  test('are recognised as kept elsewhere [OPEN-007]', () => {
    const elsewhere = { _claim_names: { groups: 'src1' } }
    expect(areGroupsElsewhere({ claim: 'groups' }, elsewhere)).toBe(true)
    expect(areGroupsElsewhere({ claim: 'groups' }, { ...elsewhere, groups: [] })).toBe(false)
    expect(areGroupsElsewhere({ claim: 'roles' }, elsewhere)).toBe(false)
  })

  test('change memberships, except those that an admin gave [OPEN-007]', () => {
    const known = [
      { organizationId: 'a', role: 'admin', governedBy: 'foyer' },
      { organizationId: 'b', role: 'agent', governedBy: 'provider' },
      { organizationId: 'c', role: 'agent', governedBy: 'provider' },
      { organizationId: 'd', role: 'agent', governedBy: 'provider' },
    ] as const
    const granted = new Map([
      ['a', 'agent'],
      ['b', 'agent'],
      ['c', 'admin'],
      ['e', 'agent'],
    ] as const)
    expect(membershipChanges(known, granted)).toEqual([
      { kind: 'added', organizationId: 'e', role: 'agent' },
      { kind: 'changed', organizationId: 'c', role: 'admin' },
      { kind: 'removed', organizationId: 'd' },
    ])
  })
})

describe('a person', () => {
  test.each([
    [{ email: ' Nora@Cedar.Test ', email_verified: true, name: ' Nora\nAmes ' }, 'nora@cedar.test', true, 'Nora Ames'],
    [{ email: 'nora@cedar.test', email_verified: 'true', given_name: 'Nora' }, 'nora@cedar.test', false, 'Nora'],
    [{ email: 'nora', name: ' ' }, undefined, false, undefined],
    [{ email: 'a\u0000@b', email_verified: true, name: 7 }, undefined, true, undefined],
    [{ email: `${'a'.repeat(250)}@b.test` }, undefined, false, undefined],
  ])('is read from %j [OPEN-007]', (claims, email, emailVerified, name) => {
    expect(personOf(claims)).toEqual({ email, emailVerified, name })
  })

  test('takes email_verified from userinfo only for the same e-mail [OPEN-007] [T14]', () => {
    const asked = { email: 'boss@cedar.test', email_verified: true, groups: ['a'] }
    expect(completed({ email: 'me@cedar.test' }, asked)).toEqual({ email: 'me@cedar.test', groups: ['a'] })
    expect(completed({ email: 'boss@cedar.test' }, asked)).toEqual(asked)
    expect(completed({}, asked)).toEqual(asked)
    expect(completed({ ...asked, email_verified: false }, asked).email_verified).toBe(false)
  })
})
