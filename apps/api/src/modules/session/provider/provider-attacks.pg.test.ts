import { generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../../../../tests/support/free-port.ts'
import { CLIENT } from '../../../../../../tests/support/identity-provider.ts'
import { createSessionApi } from '../session-api.suite.ts'
import { beginning, createProviderApi, forged, ONLY_USERINFO, type ProviderApi, settingsFor } from './provider.suite.ts'

let world: ProviderApi
beforeAll(async () => {
  world = await createProviderApi()
  world.idp.twist = announceAll
})
afterAll(() => world.close())
afterEach(() => {
  world.idp.twist = announceAll
  world.idp.hang = undefined
  vi.restoreAllMocks()
})

const nora = {
  sub: 'nora-1',
  email: 'nora@cedar.test',
  email_verified: true,
  name: 'Nora Ames',
  groups: ['front-desk'],
}
const FAILED = '/sign-in?problem=failed&returnTo=%2Finbox'
const EXPIRED = '/sign-in?problem=expired&returnTo=%2F'
const warnings = () => vi.spyOn(world.api.parts.log, 'warn')

/** A provider that accepts any signature and says so in its metadata. */
function announceAll(path: string, body: Record<string, unknown>) {
  if (path === '/.well-known/openid-configuration')
    body.id_token_signing_alg_values_supported = ['none', 'HS256', 'RS256', 'RS512']
}

function forgeTokens(forgery: () => Parameters<typeof forged>[2]) {
  world.idp.twist = async (path, body) => {
    announceAll(path, body)
    if (path === '/token') body.id_token = await forged(world.idp, body.id_token, forgery())
  }
}

/** A new browser that has followed the sign-in to the provider's answer. */
async function atCallback() {
  world.idp.person = nora
  const browser = world.browser()
  return { browser, address: await browser.toCallback() }
}

function changed(address: URL, changes: Record<string, string | null>): string {
  const next = new URL(address)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.searchParams.delete(name)
    else next.searchParams.set(name, value)
  }
  return next.href
}

describe('the callback [T14]', () => {
  test('is refused in another browser and still works in its own [OPEN-007] [T14]', async () => {
    const { browser, address } = await atCallback()
    const other = world.browser()
    expect(await other.go(address.href)).toBe(EXPIRED)
    // A browser with a sign-in of its own is refused as well.
    await other.step(beginning('/inbox'))
    expect(await other.go(address.href)).toBe(EXPIRED)
    expect(await other.me()).toBeNull()
    expect(await browser.go(address.href)).toBe('/inbox')
  })

  test('is refused when it is used a second time [OPEN-007] [T14]', async () => {
    const { browser, address } = await atCallback()
    expect(await browser.go(address.href)).toBe('/inbox')
    const asked = world.idp.asked.length
    expect(await browser.go(address.href)).toBe(EXPIRED)
    expect(world.idp.asked.length).toBe(asked)
  })

  test("is refused with an unknown state, another sign-in's state, or none [OPEN-007] [T14]", async () => {
    const { browser, address } = await atCallback()
    for (const state of ['made up', '', 'x'.repeat(512), '\u0000', null])
      expect(await browser.go(changed(address, { state }))).toBe(EXPIRED)
    // One sign-in's code with the other's state: PKCE and nonce do not match.
    const second = await browser.toCallback()
    expect(await browser.go(changed(address, { state: second.searchParams.get('state') }))).toMatch(/problem=expired/)
    expect(await browser.me()).toBeNull()
  })

  test.each([
    ['another issuer', { iss: 'https://evil.test' }, FAILED],
    ['no issuer, though the provider says that it tells it', { iss: null }, FAILED],
    ['a code of nobody', { code: 'made up' }, '/sign-in?problem=expired&returnTo=%2Finbox'],
    ['no code', { code: null }, FAILED],
    ['a refusal', { code: null, error: 'access_denied' }, '/sign-in?problem=denied&returnTo=%2Finbox'],
    [
      'a provider in trouble',
      { code: null, error: 'server_error' },
      '/sign-in?problem=provider_down&returnTo=%2Finbox',
    ],
    ['an error that is none', { code: null, error: '<script>' }, FAILED],
  ])('is refused with %s [OPEN-007] [T14]', async (_title, changes, place) => {
    const { browser, address } = await atCallback()
    expect(await browser.go(changed(address, changes))).toBe(place)
    expect(await browser.me()).toBeNull()
  })

  test('ignores a returnTo and other parameters that Foyer did not ask for [OPEN-007] [T13]', async () => {
    const { browser, address } = await atCallback()
    expect(await browser.go(changed(address, { returnTo: 'https://evil.test', scope: 'openid', hd: 'a' }))).toBe(
      '/inbox',
    )
  })

  test("leads back to the sign-in screen, without the provider's words, when the user cancels [OPEN-007]", async () => {
    const warn = warnings()
    const { place } = await world.signIn(null)
    expect(place).toBe('/sign-in?problem=denied&returnTo=%2Finbox')
    expect(warn).toHaveBeenCalledOnce()
    expect(JSON.stringify(warn.mock.calls)).not.toContain('thought better')
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ problem: 'denied', code: 'access_denied' })
  })

  test('is refused when no sign-in was begun [OPEN-007]', async () => {
    const browser = world.browser()
    for (const query of ['', '?code=a&state=b', '?error=access_denied&state=b'])
      expect(await browser.go(`/api/auth/callback${query}`)).toBe(EXPIRED)
  })
})

describe('an ID token [T14]', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const MISMATCH = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
  const INVALID = 'OAUTH_INVALID_RESPONSE'
  test.each<[string, Parameters<typeof forged>[2], string]>([
    ['of another issuer', { claims: { iss: 'https://evil.test' } }, MISMATCH],
    ['for another client', { claims: { aud: 'another' } }, MISMATCH],
    ['for us and others, given to another', { claims: { aud: ['foyer', 'another'], azp: 'another' } }, MISMATCH],
    ['with another nonce', { claims: { nonce: 'another' } }, MISMATCH],
    ['without a nonce', { claims: { nonce: undefined } }, INVALID],
    ['without an end', { claims: { exp: undefined } }, INVALID],
    ['without a subject', { claims: { sub: undefined } }, INVALID],
    ['with a subject that no store takes', { claims: { sub: 'a\u0000' } }, 'subject_unreadable'],
    ['without a signature', { header: { alg: 'none' } }, INVALID],
    [
      "signed with the client's secret",
      { header: { alg: 'HS256' }, key: Buffer.from(CLIENT.secret.repeat(2)) },
      INVALID,
    ],
    ['signed in a way that is not on the list', { header: { alg: 'RS512' } }, INVALID],
    ['of a key that the provider does not know', { header: { kid: 'k2' } }, 'OAUTH_KEY_SELECTION_FAILED'],
  ])('%s signs nobody in [OPEN-007] [T14]', async (_title, forgery, code) => {
    const key = forgery.header?.alg === 'RS512' && { key: await asRs512(world.idp.key) }
    const warn = warnings()
    forgeTokens(() => ({ ...key, ...forgery }))
    const { place, browser } = await world.signIn(nora)
    expect(place).toBe(FAILED)
    expect(await browser.me()).toBeNull()
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ code })
  })

  test('signed with another key signs nobody in [OPEN-007] [T14]', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    forgeTokens(() => ({ key: privateKey as CryptoKey }))
    expect((await world.signIn(nora)).place).toBe(FAILED)
    forgeTokens(() => ({}))
    expect((await world.signIn(nora)).place).toBe('/inbox')
  })

  test('that is missing signs nobody in [OPEN-007] [T14]', async () => {
    world.idp.twist = (path, body) => {
      if (path === '/token') delete body.id_token
    }
    expect((await world.signIn(nora)).place).toBe(FAILED)
  })

  test('with userinfo about another subject signs nobody in [OPEN-007] [T14]', async () => {
    world.idp.twist = async (path, body) => {
      if (path === '/me') body.sub = 'lena-1'
      if (path === '/token') body.id_token = await forged(world.idp, body.id_token, ONLY_USERINFO)
    }
    expect((await world.signIn(nora)).place).toBe(FAILED)
  })

  test.each([
    ['ours is ten minutes ahead, and it is over', () => ({ iat: now() - 600, exp: now() - 300 }), 600],
    ['ours is ten minutes behind', () => ({ iat: now() + 600, exp: now() + 900 }), -600],
    ['ours is behind, and the provider says from when it holds', () => ({ iat: now() + 600, nbf: now() + 600 }), -600],
  ])('with a wrong time is reported as a clock problem: %s [OPEN-007] [T14]', async (_title, claims, offset) => {
    const warn = warnings()
    forgeTokens(() => ({ claims: claims() }))
    const { place, browser } = await world.signIn(nora)
    expect(place).toBe('/sign-in?problem=clock&returnTo=%2Finbox')
    expect(await browser.me()).toBeNull()
    const [told] = warn.mock.calls[0] as unknown as [{ problem: string; offsetS: number }]
    expect(told.problem).toBe('clock')
    expect(Math.abs(told.offsetS - offset)).toBeLessThan(30)
  })

  test('is accepted when the clocks differ by less than a minute [OPEN-007] [T14]', async () => {
    forgeTokens(() => ({ claims: { iat: now() + 30, nbf: now() + 30, exp: now() + 90 } }))
    expect((await world.signIn(nora)).place).toBe('/inbox')
  })
})

describe('a provider that is down', () => {
  test('lets the API start and passwords work, and a sign-in by it ends with a problem code [OPEN-007]', async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`
    const api = await createSessionApi(settingsFor(issuer))
    expect((await api.signIn('lena@foyer.test')).status).toBe(302)
    const answer = await api.request(beginning('/inbox'))
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/sign-in?problem=provider_down&returnTo=%2Finbox',
    ])
    await api.close()
  })

  test('is found again by the next sign-in once it is back [OPEN-007]', async () => {
    const { browser, address } = await atCallback()
    await world.idp.stop()
    // At the token endpoint.
    expect(await browser.go(address.href)).toBe('/sign-in?problem=provider_down&returnTo=%2Finbox')
    // At its metadata, which was discarded after that failure.
    expect(await browser.go(beginning('/inbox'))).toBe('/sign-in?problem=provider_down&returnTo=%2Finbox')
    await world.idp.start()
    expect((await world.signIn(nora)).place).toBe('/inbox')
  })

  test.each([
    [503, 'provider_down'],
    [500, 'provider_down'],
    [404, 'failed'],
  ])('and answers %i with a page at the token endpoint leads to a problem code [OPEN-007]', async (status, problem) => {
    const { browser, address } = await atCallback()
    world.idp.hang = (path, _req, res) => {
      if (path === '/token') res.writeHead(status, { 'content-type': 'text/html' }).end('<p>Nora, sorry</p>')
      return path === '/token'
    }
    const warn = warnings()
    expect(await browser.go(address.href)).toBe(`/sign-in?problem=${problem}&returnTo=%2Finbox`)
    expect(JSON.stringify(warn.mock.calls)).not.toContain('Nora')
  })

  test('is not followed when it redirects at the token endpoint [OPEN-007] [T14]', async () => {
    const { browser, address } = await atCallback()
    const asked: string[] = []
    world.idp.hang = (path, _req, res) => {
      asked.push(path)
      if (path === '/token') res.writeHead(307, { location: `${world.idp.issuer}/elsewhere` }).end()
      return path === '/token'
    }
    expect(await browser.go(address.href)).toBe(FAILED)
    expect(asked).toEqual(['/token'])
  })
})

describe('a begun sign-in', () => {
  test('is refused when one address began too many, for that address only [OPEN-007]', async () => {
    await world.browser().step(beginning('/inbox'))
    expect(await world.api.store.query('select from login_tries')).toHaveLength(1)
    await world.api.store.query('update login_tries set tries = 1000')
    expect(await world.browser().go(beginning('/inbox'))).toBe('/sign-in?problem=limited&returnTo=%2Finbox')
    await world.api.store.query('delete from login_tries')
  })

  test('expires after ten minutes and is deleted [OPEN-007] [T14]', async () => {
    const { browser, address } = await atCallback()
    world.api.later(10 * 60_000 + 1)
    expect(await browser.go(address.href)).toBe(EXPIRED)
    await browser.step(beginning('/inbox'))
    expect(await world.api.store.query('select from provider_sign_ins')).toHaveLength(1)
  })
})

async function asRs512(key: CryptoKey): Promise<CryptoKey> {
  const jwk = await crypto.subtle.exportKey('jwk', key)
  const name = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }
  return crypto.subtle.importKey('jwk', { ...jwk, alg: 'RS512' }, name, false, ['sign'])
}
