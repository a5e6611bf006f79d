import { VISITOR_AUDIENCE } from '@foyer/contracts/inbox/visitor.ts'
import { AUDIENCE, accessClaimsSchema, ISSUER } from '@foyer/contracts/session/user.ts'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentity, type SessionIdentity } from './identity.ts'
import { cookiesOf, createSessionApi, type SessionApi } from './session-api.suite.ts'

let api: SessionApi
let token: string
beforeAll(async () => {
  api = await createSessionApi({ ACCESS_TOKEN_TTL_SECONDS: '120' })
  token = await newToken()
})
afterAll(() => api.close())

const newToken = async () => {
  const cookie = cookiesOf(await api.signIn('lena@foyer.test'))
  const answer = await api.request('/api/get-access-token', { headers: { cookie } })
  return ((await answer.json()) as { accessToken: string }).accessToken
}
const holderOf = async (identity: SessionIdentity, bearer: string) => (await identity.claim(bearer)).confirm()
const status = async (bearer: string) =>
  (await api.request('/api/services/auth/token', { headers: { authorization: `Bearer ${bearer}` } })).status
const jwks = async () =>
  (await api.request('/api/auth/jwks')).json() as Promise<Parameters<typeof createLocalJWKSet>[0]>
const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an access token', () => {
  test('names the user, the session and the organizations, and verifies with the public keys [CALL-SESSION-04]', async () => {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await jwks()), {
      issuer: ISSUER,
      audience: AUDIENCE,
    })
    const claims = accessClaimsSchema.strict().parse(payload)
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(claims).toMatchObject({ sub: 'usr_lena', organizations: ['org_a'] })
    expect(claims.exp - claims.iat).toBe(120)
  })

  test("and a visitor's token are each refused by the other's routes, though one key signs both [SEC-01] [INBOX-02]", async () => {
    const { identity } = api.parts
    const visitor = { organizationId: 'org_a', visitorId: 'visitor_1' }
    const at = (ms: number) => new Date(api.parts.clock.now().getTime() + ms)
    const theirs = await identity.visitorToken(visitor, at(600_000))
    expect(await identity.visitor(theirs)).toEqual(visitor)
    const over = await identity.visitorToken(visitor, at(-61_000))
    const refused = { reason: 'no_session' }
    await expect(identity.visitor(over)).rejects.toMatchObject(refused)
    await expect(identity.visitor(token)).rejects.toMatchObject(refused)
    await expect(holderOf(identity, theirs)).rejects.toMatchObject(refused)
    expect(await status(theirs)).toBe(401)
  })

  test('publishes no private part of its key [CALL-SESSION-04]', async () => {
    for (const key of (await jwks()).keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x'])
  })

  test('is accepted by another process on the same store, also while both create keys [CALL-SESSION-04]', async () => {
    const other = createIdentity(api.parts)
    try {
      const sam = cookiesOf(await api.signIn('sam@foyer.test'))
      const session = await api.parts.identity.cookie({ headers: { cookie: sam } } as never)
      // Both processes have loaded the keys that are deleted below.
      await holderOf(api.parts.identity, token)
      await holderOf(other, token)
      await api.store.query('delete from jwks')
      const [ours, theirs] = await Promise.all([api.parts.identity.accessToken(session!), other.accessToken(session!)])
      api.later(2000)
      await expect(holderOf(other, ours)).resolves.toMatchObject({ userId: 'usr_sam' })
      await expect(holderOf(api.parts.identity, theirs)).resolves.toMatchObject({ userId: 'usr_sam' })
      token = await newToken()
    } finally {
      await other.close()
    }
  })
})

test('access tokens are issued with a new key when AUTH_SECRET changed and the old keys cannot be read [CALL-SESSION-04]', async () => {
  const before = await jwks()
  const config = { ...api.parts.config, authSecret: 'another secret of this test, after a rotation' }
  const rotated = createIdentity({ ...api.parts, config })
  try {
    const [session] = await api.store.query<{ id: string; userId: string }>('select id, "userId" from session limit 1')
    const of = { userId: session!.userId, sessionId: session!.id }
    const [ours, again] = await Promise.all([rotated.accessToken(of), rotated.accessToken(of)])
    await expect(holderOf(rotated, ours)).resolves.toMatchObject(of)
    await expect(holderOf(rotated, again)).resolves.toMatchObject(of)
    await expect(holderOf(rotated, token)).rejects.toMatchObject({ reason: 'no_session' })
    const ids = (await rotated.keys()).keys.map(({ kid }) => kid)
    expect(ids).not.toContain(before.keys[0]?.kid)
  } finally {
    await rotated.close()
    await api.store.query('delete from jwks')
    api.later(2000)
    token = await newToken()
  }
})

describe('a token that was verified before, and is now in the cache, is refused [SEC-01] [T8]', () => {
  const twice = async (bearer: string) => [await status(bearer), await status(bearer)]
  const session = async () => {
    const cookie = cookiesOf(await api.signIn('lena@foyer.test'))
    const answer = await api.request('/api/get-access-token', { headers: { cookie } })
    return { cookie, mine: ((await answer.json()) as { accessToken: string }).accessToken }
  }

  test('when its session ended, by sign-out or by deletion', async () => {
    const { cookie, mine } = await session()
    expect(await twice(mine)).toEqual([200, 200])
    await api.request('/api/auth/logout', { method: 'POST', headers: { cookie } })
    expect(await twice(mine)).toEqual([401, 401])
    const other = await session()
    expect(await twice(other.mine)).toEqual([200, 200])
    await api.store.query('delete from session where id = $1', [decodeJwt(other.mine).sid])
    expect(await twice(other.mine)).toEqual([401, 401])
  })

  test("when it expired by the API's clock", async () => {
    const { mine } = await session()
    expect(await twice(mine)).toEqual([200, 200])
    api.later(175_000)
    expect(await twice(mine)).toEqual([200, 200])
    api.later(10_000)
    expect(await twice(mine)).toEqual([401, 401])
    // Before its start it does not count either.
    api.later(-400_000)
    expect(await twice(mine)).toEqual([401, 401])
    api.later(400_000 - 185_000)
    expect(await twice(mine)).toEqual([200, 200])
  })

  test('when its key was deleted and the keys were reloaded', async () => {
    const { cookie, mine } = await session()
    expect(await twice(mine)).toEqual([200, 200])
    await api.store.query('delete from jwks')
    const newer = await api.request('/api/get-access-token', { headers: { cookie } })
    const { accessToken } = (await newer.json()) as { accessToken: string }
    api.later(2000)
    expect(await twice(accessToken)).toEqual([200, 200])
    expect(await twice(mine)).toEqual([401, 401])
    token = await newToken()
  })

  test('as a token of the other audience', async () => {
    const { identity, clock } = api.parts
    const visitor = { organizationId: 'org_a', visitorId: 'visitor_2' }
    const theirs = await identity.visitorToken(visitor, new Date(clock.now().getTime() + 600_000))
    const refused = { reason: 'no_session' }
    for (let time = 0; time < 2; time += 1) {
      expect(await identity.visitor(theirs)).toEqual(visitor)
      await expect(holderOf(identity, theirs)).rejects.toMatchObject(refused)
      expect(await status(token)).toBe(200)
      await expect(identity.visitor(token)).rejects.toMatchObject(refused)
    }
    // It is refused even if it carries every claim that the other audience needs.
    const claims = { ...decodeJwt(token), organizationId: 'org_a', aud: VISITOR_AUDIENCE }
    const both = (await identity.auth.api.signJWT({ body: { payload: claims } })).token
    await expect(identity.visitor(both)).resolves.toMatchObject({ organizationId: 'org_a' })
    await expect(holderOf(identity, both)).rejects.toMatchObject(refused)
  })

  test('when its signature or its payload was changed', async () => {
    expect(await twice(token)).toEqual([200, 200])
    const [header, payload, signature = ''] = token.split('.')
    const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    expect(await twice(`${header}.${payload}.${turned}`)).toEqual([401, 401])
    expect(await twice(`${header}.${segment({ ...decodeJwt(token), sub: 'usr_sam' })}.${signature}`)).toEqual([
      401, 401,
    ])
  })
})

describe('the API refuses [SEC-01]', () => {
  test('text that is no token', async () => {
    for (const text of ['x', 'a.b.c', `${token}x`, '....', segment({}), token.split('.').slice(0, 2).join('.')])
      expect(await status(text), text).toBe(401)
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${token}`, token])
      expect((await api.request('/api/services/auth/token', { headers: { authorization } })).status).toBe(401)
  })

  test('a token without a signature', async () => {
    const [, payload] = token.split('.')
    const { kid } = decodeProtectedHeader(token)
    for (const alg of ['none', 'None', ''])
      for (const signature of ['', 'x'])
        expect(await status(`${segment({ alg, kid })}.${payload}.${signature}`)).toBe(401)
  })

  test('a token that was changed', async () => {
    const [header, , signature] = token.split('.')
    const changed = segment({ ...decodeJwt(token), sub: 'usr_sam' })
    expect(await status(`${header}.${changed}.${signature}`)).toBe(401)
  })

  test('a token signed with an unknown key, whatever key id it names', async () => {
    const { privateKey } = await generateKeyPair('EdDSA')
    for (const kid of [decodeProtectedHeader(token).kid, 'unknown', undefined]) {
      const header = kid === undefined ? { alg: 'EdDSA' } : { alg: 'EdDSA', kid }
      expect(await status(await new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey))).toBe(401)
    }
  })

  test('a token signed with the public key as if it were a shared secret', async () => {
    const [key] = (await jwks()).keys
    for (const secret of [JSON.stringify(key), key?.x ?? '']) {
      const forged = new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', kid: key?.kid ?? '' })
      expect(await status(await forged.sign(new TextEncoder().encode(secret)))).toBe(401)
    }
  })

  test('a token that brings its own key along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA')
    const jwk = await exportJWK(publicKey)
    const forged = new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'EdDSA', jwk: jwk as never })
    expect(await status(await forged.sign(privateKey))).toBe(401)
  })

  const claims = () => ({ ...decodeJwt(token) })
  const signed = async (payload: object) =>
    (await api.parts.identity.auth.api.signJWT({ body: { payload: payload as never } })).token

  test('our own signature for another audience, from another issuer, or without a required claim', async () => {
    expect(await status(await signed(claims()))).toBe(200)
    expect(await status(await signed({ ...claims(), aud: 'another' }))).toBe(401)
    expect(await status(await signed({ ...claims(), iss: 'http://evil.test' }))).toBe(401)
    for (const name of ['sub', 'sid', 'organizations', 'iat'] as const)
      expect(await status(await signed({ ...claims(), [name]: undefined })), name).toBe(401)
  })

  test("somebody's token for somebody else's session", async () => {
    expect(await status(await signed({ ...claims(), sub: 'usr_sam' }))).toBe(401)
    expect(await status(await signed({ ...claims(), sub: 'usr_nobody' }))).toBe(401)
    expect(await status(await signed({ ...claims(), sid: 'unknown' }))).toBe(401)
  })

  test('an expired token, after a minute of tolerance', async () => {
    const mine = await newToken()
    api.later(150_000)
    expect(await status(mine)).toBe(200)
    api.later(40_000)
    expect(await status(mine)).toBe(401)
    expect(await status(await newToken())).toBe(200)
  })
})
