import { organizationTypes } from '@foyer/contracts/organization.ts'
import { userSchema } from '@foyer/contracts/session/user.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf, createSessionApi, RELAY_SECRET, type SessionApi } from './session-api.suite.ts'
import { disableUser, removeMember } from './session-ending.ts'

const MINUTE = 60_000

let api: SessionApi
beforeEach(async () => {
  api = await createSessionApi({ SESSION_IDLE_MINUTES: '30', ACCESS_TOKEN_TTL_SECONDS: '3600' })
})
afterEach(() => api.close())

const withCookie = (path: string, cookie: string, method = 'GET') => api.request(path, { method, headers: { cookie } })
const withBearer = (token: string, headers: Record<string, string> = {}) =>
  api.request('/api/main/validate-login', { method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers } })
const signedIn = async (email = 'lena@foyer.test') => {
  const cookie = cookiesOf(await api.signIn(email))
  const answer = await withCookie('/api/get-access-token', cookie)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return { cookie, token: accessToken }
}
const meStatus = async (cookie: string) => (await withCookie('/api/auth/me', cookie)).status
const bearerStatus = async (token: string) => (await withBearer(token)).status
const revoked = async () => {
  const answer = await api.request('/api/auth/revocations', { headers: { authorization: `Bearer ${RELAY_SECRET}` } })
  return ((await answer.json()) as { revocations: { sid: string; sub: string; at: string }[] }).revocations
}
const sessionIds = async (userId: string) =>
  (await api.store.query<{ id: string }>('select id from session where "userId" = $1', [userId])).map(({ id }) => id)

describe('the profile', () => {
  test('is the user, with the organizations and the role in each [CALL-SESSION-03] [OPEN-015] [AUTH-02]', async () => {
    const { cookie } = await signedIn('sam@foyer.test')
    const answer = await withCookie('/api/auth/me', cookie)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/json')
    const user = userSchema.parse(await answer.json())
    expect(user).toMatchObject({ _id: 'usr_sam', sub: 'usr_sam', name: 'Sam', email: 'sam@foyer.test', picture: null })
    expect(user.organizations).toEqual([
      { _id: 'org_a', name: 'Alder Clinic', type: 'medicalGroup', timezone: 'America/Chicago', role: 'supervisor' },
      { _id: 'org_b', name: 'Birch Hospital', type: 'hospital', timezone: 'America/New_York', role: 'admin' },
    ])
    for (const { type } of user.organizations) expect(organizationTypes).toContain(type)
  })

  test('is refused without a session, and so is a token [CALL-SESSION-03] [CALL-SESSION-04]', async () => {
    for (const cookie of ['', 'session=', 'session=made.up', 'session=%00', 'session'])
      for (const path of ['/api/auth/me', '/api/get-access-token']) {
        const answer = await withCookie(path, cookie)
        expect(answer.status, `${path} ${cookie}`).toBe(401)
        expect(await answer.json()).toMatchObject({ code: 'error', reason: 'no_session' })
        expect(answer.headers.getSetCookie()).toEqual([])
      }
  })

  test('is refused for a cookie with a changed signature [OPEN-007]', async () => {
    const { cookie } = await signedIn()
    const [name, signature] = cookie.split('.') as [string, string]
    const forged = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    expect(await meStatus(`${name}.${forged}`)).toBe(401)
    expect(await meStatus(name)).toBe(401)
    expect(await meStatus(cookie)).toBe(200)
  })
})

describe('tokens', () => {
  test('access token works as a bearer and comes in a cookie that no script reads [CALL-SESSION-04] [OPEN-093] [CONST-06]', async () => {
    const { cookie } = await signedIn()
    const answer = await withCookie('/api/get-access-token', cookie)
    const { accessToken } = (await answer.json()) as { accessToken: string }
    expect(await bearerStatus(accessToken)).toBe(200)
    const set = answer.headers.getSetCookie()
    expect(set).toHaveLength(1)
    expect(set[0]).toMatch(/^access_token=/)
    expect(set[0]?.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['Max-Age=604800', 'Path=/', 'HttpOnly', 'SameSite=Lax']),
    )
    expect(set[0]).toContain(accessToken)
  })

  test('services token works as a bearer and comes in a cookie that scripts read [CALL-SERVICES-01] [CALL-SERVICES-02] [CALL-SERVICES-03] [CONST-06]', async () => {
    const { token: bearer } = await signedIn()
    const answer = await api.request('/api/services/auth/token', { headers: { authorization: `Bearer ${bearer}` } })
    const { token } = (await answer.json()) as { token: string }
    expect(await bearerStatus(token)).toBe(200)
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(new RegExp(`^services_access_token=${token};`))
    expect(cookie).toContain('Max-Age=604800')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).not.toContain('HttpOnly')
    expect((await api.request('/api/services/auth/token')).status).toBe(401)
  })

  test('cookies have the three documented names [OPEN-049]', async () => {
    const session = await api.signIn('lena@foyer.test')
    const access = await withCookie('/api/get-access-token', cookiesOf(session))
    const { accessToken } = (await access.json()) as { accessToken: string }
    const authorization = `Bearer ${accessToken}`
    const services = await api.request('/api/services/auth/token', { headers: { authorization } })
    const names = [session, access, services].map((answer) => cookiesOf(answer).split('=')[0])
    expect(names).toEqual(['session', 'access_token', 'services_access_token'])
  })

  test('a token in a cookie is no session, and the session cookie is no bearer [SEC-01]', async () => {
    const { cookie, token } = await signedIn()
    expect(await meStatus(`access_token=${token}; services_access_token=${token}`)).toBe(401)
    expect(await bearerStatus(cookie.split('=')[1] ?? '')).toBe(401)
  })

  test('a userid header that names another user is refused [SEC-03]', async () => {
    const { token } = await signedIn()
    expect((await withBearer(token, { userid: 'usr_lena' })).status).toBe(200)
    const answer = await withBearer(token, { userid: 'usr_sam' })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ reason: 'user_mismatch' })
  })
})

describe('validate-login', () => {
  test('answers the user and the organizations [OPEN-077] [CALL-MAIN-09]', async () => {
    const { cookie, token } = await signedIn('sam@foyer.test')
    const user = await (await withCookie('/api/auth/me', cookie)).json()
    const { organizations } = userSchema.parse(user)
    expect(await (await withBearer(token)).json()).toEqual({ code: 'ok', data: { user, organizations } })
  })

  test('tells a disabled user so [OPEN-077]', async () => {
    const { cookie, token } = await signedIn()
    await api.parts.database.system((tx) => disableUser(tx, 'usr_lena', api.parts))
    const answer = await withBearer(token)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ reason: 'disabled' })
    expect(await meStatus(cookie)).toBe(401)
  })
})

describe('a session ends', () => {
  test.each(['GET', 'POST'])(
    'by %s logout: cookies expire and the bearer is refused at once [OPEN-008]',
    async (method) => {
      const { cookie, token } = await signedIn()
      const other = await signedIn()
      const [sid] = (await sessionIds('usr_lena')).filter((id) => token !== other.token && id === sidOf(token))
      const answer = await withCookie('/api/auth/logout', cookie, method)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
      // [STATE-08]
      expect(answer.headers.get('clear-site-data')).toBe('"storage"')
      for (const name of ['session', 'access_token', 'services_access_token'])
        expect(answer.headers.getSetCookie()).toContainEqual(
          expect.stringMatching(new RegExp(`^${name}=; Path=/; Expires=Thu, 01 Jan 1970`)),
        )
      expect([await meStatus(cookie), await bearerStatus(token)]).toEqual([401, 401])
      expect(await revoked()).toEqual([expect.objectContaining({ sid, sub: 'usr_lena' })])
      expect([await meStatus(other.cookie), await bearerStatus(other.token)]).toEqual([200, 200])
    },
  )

  test('without an error when there was none [OPEN-008]', async () => {
    expect((await withCookie('/api/auth/logout', 'session=made.up')).status).toBe(302)
    expect(await revoked()).toEqual([])
  })

  test('not by a link or an image on another site [OPEN-008]', async () => {
    const { cookie } = await signedIn()
    for (const site of ['cross-site', 'same-site'])
      for (const method of ['GET', 'POST'])
        expect(
          (await api.request('/api/auth/logout', { method, headers: { cookie, 'sec-fetch-site': site } })).status,
        ).toBe(403)
    expect(await meStatus(cookie)).toBe(200)
    const typed = { cookie, 'sec-fetch-site': 'none' }
    expect((await api.request('/api/auth/logout', { headers: typed })).status).toBe(302)
  })

  test('by logout-all for the user everywhere, and for no other user [OPEN-008]', async () => {
    const here = await signedIn()
    const there = await signedIn()
    const sam = await signedIn('sam@foyer.test')
    const ids = await sessionIds('usr_lena')
    const answer = await withCookie('/api/auth/logout-all', here.cookie, 'POST')
    expect(await answer.json()).toEqual({ code: 'ok', data: { ended: 2 } })
    expect(answer.headers.get('clear-site-data')).toBe('"storage"')
    for (const { cookie, token } of [here, there])
      expect([await meStatus(cookie), await bearerStatus(token)]).toEqual([401, 401])
    expect((await revoked()).map(({ sid }) => sid).sort()).toEqual(ids.sort())
    expect(await bearerStatus(sam.token)).toBe(200)
    expect(await bearerStatus((await signedIn()).token)).toBe(200)
  })

  test('after the idle time, which the profile and new tokens do not prolong [OPEN-093]', async () => {
    const { cookie, token } = await signedIn()
    api.later(20 * MINUTE)
    expect(await meStatus(cookie)).toBe(200)
    expect((await withCookie('/api/get-access-token', cookie)).status).toBe(200)
    expect((await api.request('/api/auth/jwks')).status).toBe(200)
    api.later(10 * MINUTE)
    expect([await meStatus(cookie), await bearerStatus(token)]).toEqual([401, 401])
  })

  test('later when a call was made meanwhile [OPEN-093]', async () => {
    const { cookie, token } = await signedIn()
    api.later(20 * MINUTE)
    expect(await bearerStatus(token)).toBe(200)
    api.later(20 * MINUTE)
    expect(await meStatus(cookie)).toBe(200)
    api.later(11 * MINUTE)
    expect(await meStatus(cookie)).toBe(401)
  })

  test('after twelve hours, however busy [OPEN-093]', async () => {
    const { cookie } = await signedIn()
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      api.later(20 * MINUTE)
      const { accessToken } = (await (await withCookie('/api/get-access-token', cookie)).json()) as {
        accessToken: string
      }
      expect(await bearerStatus(accessToken)).toBe(200)
    }
    api.later(20 * MINUTE)
    expect(await meStatus(cookie)).toBe(401)
  })

  test('when a membership is removed, and the next token names the remaining organizations [OPEN-044]', async () => {
    const { token } = await signedIn('sam@foyer.test')
    expect(claimsOf(token)).toMatchObject({ organizations: ['org_a', 'org_b'] })
    await api.parts.database.system((tx) => removeMember(tx, { organizationId: 'org_b', userId: 'usr_sam' }, api.parts))
    expect(await bearerStatus(token)).toBe(401)
    expect(await revoked()).toEqual([expect.objectContaining({ sid: sidOf(token), sub: 'usr_sam' })])
    expect(claimsOf((await signedIn('sam@foyer.test')).token)).toMatchObject({ organizations: ['org_a'] })
  })

  test('together with its revocation or not at all [OPEN-008]', async () => {
    const { cookie, token } = await signedIn()
    await api.store.query('alter table revocations add constraint full_up check (false)')
    expect((await withCookie('/api/auth/logout', cookie)).status).toBe(500)
    expect([await meStatus(cookie), await bearerStatus(token)]).toEqual([200, 200])
  })
})

describe('revocations', () => {
  test('are given to relays only [SEC-01]', async () => {
    const { token } = await signedIn()
    for (const authorization of ['', `Bearer ${token}`, 'Bearer x'])
      expect((await api.request('/api/auth/revocations', { headers: { authorization } })).status).toBe(401)
  })

  test("go back for a token's lifetime [OPEN-008]", async () => {
    await withCookie('/api/auth/logout', (await signedIn()).cookie)
    api.later(3600_000)
    expect(await revoked()).toHaveLength(1)
    api.later(2 * MINUTE)
    expect(await revoked()).toEqual([])
  })
})

describe("a tenant's queries", () => {
  test('read the names of its own staff and no other identity table [SEC-05]', async () => {
    const { database } = api.parts
    const staff = await database.read('org_a', (tx) => tx.selectFrom('staff').selectAll().orderBy('user_id').execute())
    expect(staff).toEqual(
      [
        { organization_id: 'org_a', user_id: 'usr_lena', name: 'Lena', email: 'lena@foyer.test', role: 'agent' },
        { organization_id: 'org_a', user_id: 'usr_sam', name: 'Sam', email: 'sam@foyer.test', role: 'supervisor' },
      ].map((member) => ({ ...member, version: 0 })),
    )
    for (const table of ['"user"', 'session', 'account', 'verification', 'jwks', 'login_tries'])
      await expect(api.store.query(`set role foyer_app; select * from ${table}; reset role`), table).rejects.toThrow(
        /permission denied/,
      )
  })
})

function claimsOf(token: string): { sid: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

function sidOf(token: string): string {
  return claimsOf(token).sid
}
