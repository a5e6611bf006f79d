/** The identity provider as the only sign-in method. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteGuest, readInvitedBefore } from '../invitations/inviting.ts'
import { PASSWORD } from '../session-api.suite.ts'
import { createProviderApi, type ProviderApi } from './provider.suite.ts'

let world: ProviderApi
beforeAll(async () => {
  world = await createProviderApi({ OIDC_PASSWORDS: 'off', OIDC_JOIN: 'known' })
})
afterAll(() => world.close())

const lena = { sub: 'lena-1', email: 'lena@foyer.test', email_verified: true, groups: ['birch'] }
const ways = async (api = world.api) => ((await (await api.request('/api/auth/ways')).json()) as { data: unknown }).data

test('sign-in methods are reported to the sign-in screen [OPEN-007]', async () => {
  expect(await ways()).toEqual({ password: false, identityProvider: { name: 'Cedar ID' }, resetByMail: false })
})

test('a page without a session redirects to the provider and keeps returnTo [OPEN-007]', async () => {
  world.idp.person = lena
  expect(await world.browser().go('/api/auth/login?returnTo=%2Finbox%3Fstatus%3Dopen')).toBe('/inbox?status=open')
})

test('sign-in by password is refused with one answer for right and wrong passwords [OPEN-007] [T7]', async () => {
  const answers = await Promise.all([
    world.api.signIn('lena@foyer.test', PASSWORD),
    world.api.signIn('lena@foyer.test', 'wrong'),
    world.api.signIn('nobody@foyer.test', 'wrong'),
  ])
  for (const answer of answers) {
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
    expect(await answer.json()).toMatchObject({
      reason: 'not_allowed',
      message: 'Nobody signs in by a password here. Sign in by the identity provider.',
    })
  }
})

test('account calls refuse an old password also of a signed-in user [T7]', async () => {
  const { browser } = await world.signIn(lena)
  const headers = { 'content-type': 'application/json' }
  const { accessToken } = (await (await browser.step('/api/get-access-token')).json()) as { accessToken: string }
  const asked = {
    'change-password': { currentPassword: PASSWORD, newPassword: 'another good long one' },
    'second-factor/begin': { password: PASSWORD },
    'second-factor/end': { password: PASSWORD, code: '123456' },
    'second-factor/recovery-codes': { password: PASSWORD, code: '123456' },
  }
  for (const [path, body] of Object.entries(asked)) {
    const request = { method: 'POST', headers: { ...headers, authorization: `Bearer ${accessToken}` } }
    const answer = await browser.step(`/api/auth/${path}`, { ...request, body: JSON.stringify(body) })
    expect([answer.status, await answer.json()], path).toMatchObject([403, { reason: 'not_allowed' }])
  }
})

test('an invited person gets an account without a password and signs in by the provider [OPEN-044]', async () => {
  const { parts, store } = world.api
  const email = 'ines@cedar.test'
  const guest = { organizationId: 'org_a', email, role: 'agent' } as const
  const { link } = await parts.database.system(async (tx) =>
    inviteGuest(tx, guest, await readInvitedBefore(tx, guest, parts), null, parts),
  )
  const body = JSON.stringify({ token: link.split('#token=')[1], name: 'Ines', newPassword: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await world.api.request('/api/auth/invitation/accept', { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  expect(await store.query(`select from account join "user" on "user".id = "userId" where email = '${email}'`)).toEqual(
    [],
  )
  const { place, browser } = await world.signIn({ sub: 'ines-1', email, email_verified: true, groups: [] })
  expect(place).toBe('/inbox')
  expect(await browser.me()).toMatchObject({ email, name: 'Ines', organizations: [{ _id: 'org_a', role: 'agent' }] })
})

test('OIDC_JOIN=known makes no account from a group [OPEN-007]', async () => {
  expect((await world.signIn({ ...lena, sub: 'nora-1', email: 'nora@cedar.test' })).place).toContain('not_allowed')
  expect((await world.signIn(lena)).place).toBe('/inbox')
})

test('a signed-out user is signed in again only on request [OPEN-008]', async () => {
  const { browser } = await world.signIn(lena)
  await browser.step('/api/auth/logout', { method: 'POST' })
  expect(await browser.me()).toBeNull()
  // The provider's own session goes on.
  expect(await browser.go('/api/auth/login?returnTo=%2Finbox')).toBe('/sign-in?returnTo=%2Finbox')
  expect(await browser.go('/api/auth/login?returnTo=%2Finbox&way=provider')).toBe('/inbox')
  expect(await browser.go('/api/auth/login?returnTo=%2Finbox')).toBe('/inbox')
})
