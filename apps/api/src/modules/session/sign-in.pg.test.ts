import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cookiesOf, PASSWORD, type SessionApi } from './session-api.suite.ts'

// The spy runs the real argon2 and counts its work. The API's modules are loaded after it, and discarded after this
// file.
vi.mock('@node-rs/argon2', { spy: true })

let api: SessionApi
let ending: typeof import('./session-ending.ts')
beforeAll(async () => {
  vi.resetModules()
  const { createSessionApi } = await import('./session-api.suite.ts')
  ending = await import('./session-ending.ts')
  api = await createSessionApi({ LOGIN_RATE_LIMIT: '5' })
})
afterAll(async () => {
  await api.close()
  vi.resetModules()
})

const me = (cookie: string) => api.request('/api/auth/me', { headers: { cookie } })
/** The algorithm and its cost parameters. */
const costOf = (made: string) => made.split('$').slice(0, 4).join('$')
const sessions = () => api.store.query<{ id: string; token: string }>('select id, token from session order by id')

describe('signing in', () => {
  test('sets the session cookie and redirects to returnTo [OPEN-007] [SEC-09] [CONST-07] [OPEN-093]', async () => {
    const answer = await api.signIn('lena@foyer.test', PASSWORD, { returnTo: '/inbox?status=open#m1' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/inbox?status=open#m1')
    const [cookie, ...others] = answer.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(/^session=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await me(cookiesOf(answer))).status).toBe(200)
  })

  test('ignores the case of the e-mail, and redirects to "/" without returnTo [OPEN-007]', async () => {
    const answer = await api.signIn(' LENA@Foyer.Test ')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  })

  test.each(['https://evil.test', '//evil.test', '/\\evil.test', '/..//evil.test', 'javascript:alert(1)'])(
    'ignores a foreign returnTo: %s [SEC-04]',
    async (returnTo) => {
      expect((await api.signIn('lena@foyer.test', PASSWORD, { returnTo })).headers.get('location')).toBe('/')
      const page = await api.request(`/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`)
      expect([page.status, page.headers.get('location')]).toEqual([302, '/sign-in?returnTo=%2F'])
    },
  )

  test('by GET redirects to the sign-in screen and keeps returnTo [OPEN-007]', async () => {
    const answer = await api.request('/api/auth/login?returnTo=%2Finbox%3Fstatus%3Dopen%23m1')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/sign-in?returnTo=%2Finbox%3Fstatus%3Dopen%23m1')
  })

  test('answers a wrong password and an unknown user alike, without a cookie [OPEN-007]', async () => {
    const before = await sessions()
    const answers = await Promise.all([
      api.signIn('sam@foyer.test', 'wrong'),
      api.signIn('nobody@foyer.test'),
      api.signIn('no address'),
    ])
    const told = await Promise.all(
      answers.map(async (answer) => ({ ...((await answer.json()) as object), requestId: '' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    expect(told[0]).toMatchObject({ code: 'error', reason: 'wrong_credentials' })
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    expect(await sessions()).toEqual(before)
  })

  test('hashes once for an unknown user as for a known one [OPEN-007]', async () => {
    const [{ password: known } = { password: '' }] = await api.store.query<{ password: string }>(
      `select password from account where "userId" = 'usr_sam'`,
    )
    const work = async (email: string) => {
      vi.mocked(hash).mockClear()
      vi.mocked(verify).mockClear()
      expect((await api.signIn(email, 'wrong')).status).toBe(401)
      const made = await Promise.all(vi.mocked(hash).mock.results.map(({ value }) => value as Promise<string>))
      const compared = vi.mocked(verify).mock.calls.map(([to]) => String(to))
      return [...made, ...compared].map(costOf)
    }
    expect(costOf(known)).toBe('$argon2id$v=19$m=19456,t=2,p=1')
    for (const email of ['sam@foyer.test', 'unknown@foyer.test', 'no address', 'with\u0000nul@foyer.test'])
      expect(await work(email), email).toEqual([costOf(known)])
    await api.signIn('sam@foyer.test')
  })

  test("has no sign-up, and better-auth's own paths are not served [OPEN-007]", async () => {
    const body = JSON.stringify({ email: 'new@foyer.test', name: 'New', password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    for (const path of ['sign-up/email', 'sign-in/email', 'get-session', 'token', 'sign-out', 'update-user'])
      expect((await api.request(`/api/auth/${path}`, { method: 'POST', headers, body })).status, path).toBe(404)
    await expect(
      api.parts.identity.auth.api.signUpEmail({
        body: { email: 'new@foyer.test', name: 'New', password: PASSWORD },
      }),
    ).rejects.toMatchObject({ body: { code: 'EMAIL_PASSWORD_SIGN_UP_DISABLED' } })
  })
})

describe('sign-in origin', () => {
  test("is refused when another site's page posts the form [OPEN-007]", async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://foyer.test', 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await api.signIn('lena@foyer.test', PASSWORD, { headers })
      expect(answer.status, JSON.stringify(headers)).toBe(403)
      expect(await answer.json()).toMatchObject({ reason: 'foreign_origin' })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('is accepted without an origin header when the browser vouches for the same origin [OPEN-007]', async () => {
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
    expect((await api.signIn('lena@foyer.test', PASSWORD, { headers })).status).toBe(302)
  })
})

describe('the session', () => {
  test('is never one that a cookie planted before [OPEN-007]', async () => {
    const planted = 'session=planted.by-somebody; access_token=x'
    const answer = await api.signIn('lena@foyer.test', PASSWORD, { headers: { cookie: planted } })
    expect(cookiesOf(answer)).not.toContain('planted')
    expect((await me(planted)).status).toBe(401)
  })

  test('is new, and the one whose cookie it replaces ends [OPEN-007] [OPEN-008]', async () => {
    const first = cookiesOf(await api.signIn('lena@foyer.test'))
    const second = cookiesOf(await api.signIn('sam@foyer.test', PASSWORD, { headers: { cookie: first } }))
    expect(second).not.toBe(first)
    expect((await me(first)).status).toBe(401)
    expect(await (await me(second)).json()).toMatchObject({ _id: 'usr_sam' })
  })
})

describe('a disabled user', () => {
  test('is told so after the right password only, and gets no session [OPEN-077]', async () => {
    await api.parts.database.system((tx) => ending.disableUser(tx, 'usr_sam', api.parts))
    const right = await api.signIn('sam@foyer.test')
    expect([right.status, right.headers.getSetCookie()]).toEqual([403, []])
    expect(await right.json()).toMatchObject({ reason: 'disabled' })
    expect((await api.signIn('sam@foyer.test', 'wrong')).status).toBe(401)
    expect(await api.store.query(`select from session where "userId" = 'usr_sam'`)).toEqual([])

    await api.parts.database.system((tx) => ending.enableUser(tx, 'usr_sam', api.parts))
    expect((await api.signIn('sam@foyer.test')).status).toBe(302)
  })
})

describe('guessing', () => {
  const wrong = async (email: string) => (await api.signIn(email, 'wrong')).status

  test('locks an account after five wrong tries in 15 minutes, even for the right password [OPEN-007]', async () => {
    for (let tried = 0; tried < 5; tried++) expect(await wrong('lena@foyer.test')).toBe(401)
    const barred = await api.signIn('LENA@foyer.test')
    expect(barred.status).toBe(429)
    expect(await barred.json()).toMatchObject({ reason: 'rate_limited' })
    expect(Number(barred.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await api.signIn('sam@foyer.test')).status).toBe(302)

    api.later(15 * 60_000 + 1)
    expect((await api.signIn('lena@foyer.test')).status).toBe(302)
  })

  test('is forgiven by the right password [OPEN-007]', async () => {
    for (let tried = 0; tried < 4; tried++) expect(await wrong('sam@foyer.test')).toBe(401)
    expect((await api.signIn('sam@foyer.test')).status).toBe(302)
    for (let tried = 0; tried < 5; tried++) expect(await wrong('sam@foyer.test')).toBe(401)
    expect(await wrong('sam@foyer.test')).toBe(429)
  })

  test('is counted exactly when tries run at the same moment [OPEN-007]', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => wrong('together@foyer.test')))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  test('locks the address at its own limit, and a barred address locks no account [OPEN-007]', async () => {
    api.later(15 * 60_000 + 1)
    for (let tried = 0; tried < 50; tried++) await wrong(`guess-${tried % 25}@foyer.test`)
    for (let tried = 0; tried < 8; tried++) expect(await wrong('lena@foyer.test')).toBe(429)
    await api.store.query('delete from login_tries where tries >= 50')
    expect((await api.signIn('lena@foyer.test')).status).toBe(302)
  })
})
