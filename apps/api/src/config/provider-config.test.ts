import { StartRefusal } from '@foyer/contracts/environment.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { providerEnvironment, providerOf } from './provider-config.ts'

const schema = z.object(providerEnvironment)
const named = { OIDC_ISSUER: 'https://id.test/realms/a/', OIDC_CLIENT_ID: 'foyer', OIDC_CLIENT_SECRET: 'pa55' }
const read = (env: Record<string, string>, production = true) => providerOf(schema.parse(env), production)

test('provider needs its three settings and has defaults for the rest [OPEN-007]', () => {
  expect(read({})).toBeNull()
  expect(read(named)).toEqual({
    // The trailing slash is part of the issuer.
    issuer: 'https://id.test/realms/a/',
    clientId: 'foyer',
    clientSecret: 'pa55',
    name: 'your organization',
    scopes: 'openid email profile',
    mapping: { claim: 'groups', grants: [] },
    passwords: true,
    join: 'mapped',
  })
  const mapping = { claim: 'realm.roles', grants: [{ value: 'a', organizationId: 'org_a', role: 'admin' }] }
  expect(
    read({ ...named, OIDC_PASSWORDS: 'off', OIDC_JOIN: 'known', OIDC_MAPPING: JSON.stringify(mapping) }),
  ).toMatchObject({ passwords: false, join: 'known', mapping })
})

test('provider may use http on this machine only and never in production [OPEN-007]', () => {
  for (const host of ['127.0.0.1:4300', 'localhost', '[::1]:1'])
    expect(read({ ...named, OIDC_ISSUER: `http://${host}` }, false)?.issuer).toBe(`http://${host}`)
  expect(() => read({ ...named, OIDC_ISSUER: 'http://127.0.0.1' })).toThrow('must be an https address in production.')
  for (const host of ['id.test', '127.0.0.1.evil.test', 'localhost.evil.test'])
    expect(() => read({ ...named, OIDC_ISSUER: `http://${host}` }, false), host).toThrow('of this machine itself alone')
  expect(() => read({ ...named, OIDC_ISSUER: 'https://id.test/?a=1' })).toThrow('without a user, a query')
})

test.each([
  [{ OIDC_ISSUER: 'https://id.test' }, 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set too'],
  [{ ...named, OIDC_CLIENT_SECRET: undefined }, 'OIDC_CLIENT_SECRET must be set too for people to sign in'],
  // With passwords off and no provider, no user could sign in.
  [{ OIDC_PASSWORDS: 'off' }, 'OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set too'],
  [{ ...named, OIDC_MAPPING: 'pa55' }, 'OIDC_MAPPING must be JSON like {"claim":"groups","grants":[{"value":'],
  [{ ...named, OIDC_MAPPING: '{"grants":[{"value":"pa55","organizationId":"o"}]}' }, 'Look at grants.0.role (agent, '],
  [
    { ...named, OIDC_MAPPING: '{"grants":[{"value":"a","organizationId":"","role":"agent"}]}' },
    'at grants.0.organizationId.',
  ],
  [{ ...named, OIDC_MAPPING: '[]' }, 'must be JSON like'],
])('provider refuses %j in one sentence that does not quote it [OPEN-007]', (env, sentence) => {
  const start = () => read(env as Record<string, string>)
  expect(start).toThrow(StartRefusal)
  expect(start).toThrow(sentence)
  expect(start).not.toThrow('pa55')
})

test.each([
  ['OIDC_ISSUER', 'id.test'],
  ['OIDC_SCOPES', 'email'],
  ['OIDC_PASSWORDS', 'no'],
  ['OIDC_JOIN', 'all'],
])('provider refuses %s = %s [OPEN-007]', (name, value) => {
  expect(schema.safeParse({ ...named, [name]: value }).success).toBe(false)
})
