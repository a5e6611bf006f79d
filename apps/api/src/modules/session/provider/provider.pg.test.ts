import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPeople } from '../account/account.suite.ts'
import { PASSWORD } from '../session-api.suite.ts'
import { disableUser, enableUser } from '../session-ending.ts'
import { createProviderApi, forged, ONLY_USERINFO, type ProviderApi } from './provider.suite.ts'

let world: ProviderApi
beforeAll(async () => {
  world = await createProviderApi()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.idp.twist = undefined
  await world.api.store.query(`delete from account where "providerId" = 'oidc'`)
  await world.api.store.query(`delete from members where governed_by = 'provider'`)
  await world.api.store.query(`delete from "user" where id not in ('usr_lena', 'usr_sam')`)
})

const nora = {
  sub: 'nora-1',
  email: 'Nora@Cedar.test',
  email_verified: true,
  name: 'Nora Ames',
  groups: ['front-desk', 'cooks'],
}
const query = <Row extends object>(sql: string, values?: unknown[]) => world.api.store.query<Row>(sql, values)
const members = async (userId: string) =>
  (
    await query<{ is: string }>(
      `select concat_ws(' ', organization_id, role, governed_by) as is from members where user_id = $1 order by 1`,
      [userId],
    )
  ).map(({ is }) => is)

describe('signing in by the provider', () => {
  test('leads back to the wanted page, with a new account that belongs where the groups say [OPEN-007] [T14]', async () => {
    const { place, browser } = await world.signIn(nora, '/inbox?status=open#m1')
    expect(place).toBe('/inbox?status=open#m1')
    expect(await browser.me()).toMatchObject({
      name: 'Nora Ames',
      email: 'nora@cedar.test',
      organizations: [{ _id: 'org_a', role: 'agent' }],
    })
    const again = await world.signIn(nora)
    expect(await query(`select id from "user" where email = 'nora@cedar.test'`)).toHaveLength(1)
    expect(((await again.browser.me()) as { _id: string })._id).toBe(((await browser.me()) as { _id: string })._id)
  })

  test('sends the provider the required parameters and nothing about the page behind [OPEN-007] [T14]', async () => {
    const answer = await world.browser().step('/api/auth/login?returnTo=%2Finbox%3Fsearch%3DRosalind&way=provider')
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.origin + address.pathname).toBe(`${world.idp.issuer}/auth`)
    const { code_challenge, state, nonce, ...others } = Object.fromEntries(address.searchParams)
    expect(others).toEqual({
      client_id: 'foyer',
      redirect_uri: 'http://foyer.test/api/auth/callback',
      response_type: 'code',
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    })
    for (const random of [code_challenge, state, nonce]) expect(random).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  test('keeps no token of the provider, and none reaches the browser [OPEN-007] [T10] [T44]', async () => {
    const { browser } = await world.signIn(nora)
    expect([...browser.cookies.keys()].filter((key) => key.startsWith('foyer.test'))).toEqual([
      'foyer.test sign_in',
      'foyer.test session',
    ])
    const [account] = await query<Record<string, unknown>>(`select * from account where "providerId" = 'oidc'`)
    expect(account).toMatchObject({ accessToken: null, refreshToken: null, idToken: null, password: null })
    expect(account?.accountId).toBe(`${world.idp.issuer}\nnora-1`)
    expect(await query('select from provider_sign_ins where nonce is null')).toEqual([])
  })

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/..//evil.test',
    'javascript:alert(1)',
    '/api/auth/logout',
  ])('ignores a foreign returnTo: %s [T13] [SEC-04]', async (returnTo) => {
    expect((await world.signIn(nora, returnTo)).place).toBe('/')
  })

  test('begins a new session and ends the one whose cookie it replaces [T7] [OPEN-007] [OPEN-008]', async () => {
    world.idp.person = nora
    const browser = world.browser()
    await browser.step('/api/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'sam@foyer.test', password: PASSWORD }),
    })
    const before = browser.cookies.get('foyer.test session')?.value
    expect(await browser.go('/api/auth/login?way=provider')).toBe('/')
    expect(await browser.me()).toMatchObject({ email: 'nora@cedar.test' })
    expect((await world.api.request('/api/auth/me', { headers: { cookie: `session=${before}` } })).status).toBe(401)
  })

  test('works for several tabs that leave for the provider at once [OPEN-007]', async () => {
    world.idp.person = nora
    const browser = world.browser()
    const [first, second] = [await browser.toCallback('/inbox'), await browser.toCallback('/reports')]
    expect(await browser.go(first.href)).toBe('/inbox')
    expect(await browser.go(second.href)).toBe('/reports')
  })

  test('asks userinfo for claims that the ID token lacks [OPEN-007]', async () => {
    world.idp.twist = async (path, body) => {
      if (path === '/token') body.id_token = await forged(world.idp, body.id_token, ONLY_USERINFO)
    }
    const { browser } = await world.signIn(nora)
    expect(await browser.me()).toMatchObject({ name: 'Nora Ames', organizations: [{ _id: 'org_a' }] })
    expect(world.idp.asked.at(-1)).toBe('GET /me')
  })

  test('is audited in system scope, and its membership changes in their organizations, by ids alone [OPEN-044] [SEC-11]', async () => {
    const [before] = await query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')
    await world.signIn(nora)
    await world.signIn({ ...nora, groups: ['leads'] })
    await world.signIn({ ...nora, groups: [] })
    const rows = await query<Record<string, unknown>>('select * from audit_log where id > $1 order by id', [before?.id])
    const call = 'GET /api/auth/callback'
    expect(rows.map((row) => [row.call, row.organization_id, row.outcome, row.subject as object])).toEqual([
      [call, null, 'ok', {}],
      [call, null, 'ok', { userId: rows[0]?.user_id, account: 'made' }],
      [call, 'org_a', 'ok', { userId: rows[0]?.user_id, membership: 'added', role: 'agent' }],
      [call, null, 'ok', {}],
      [call, 'org_a', 'ok', { userId: rows[0]?.user_id, membership: 'changed', role: 'supervisor' }],
      [call, null, 'ok', {}],
      [call, 'org_a', 'ok', { userId: rows[0]?.user_id, membership: 'removed' }],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/cedar\.test|Nora/i)
  })
})

describe('the account', () => {
  const lena = { sub: 'lena-1', email: 'lena@foyer.test', email_verified: true, groups: [] }

  test('is found by a verified e-mail, and from then on by the subject alone [OPEN-007]', async () => {
    const { place, browser } = await world.signIn(lena)
    expect(place).toBe('/inbox')
    expect(await browser.me()).toMatchObject({ _id: 'usr_lena', organizations: [{ _id: 'org_a', role: 'agent' }] })
    // The e-mail address changed; the subject is the same.
    const later = await world.signIn({ ...lena, email: 'sam@foyer.test' })
    expect(await later.browser.me()).toMatchObject({ _id: 'usr_lena', email: 'lena@foyer.test' })
    // Sign-in by password still works.
    expect((await world.api.signIn('lena@foyer.test')).status).toBe(302)
  })

  test.each([[false], [undefined], ['true'], [1]])(
    'is not found by an e-mail that is not verified: %j [OPEN-007] [T14]',
    async (verified) => {
      const { place, browser } = await world.signIn({ ...lena, email_verified: verified as boolean })
      expect(place).toBe('/sign-in?problem=not_allowed&returnTo=%2Finbox')
      expect(await browser.me()).toBeNull()
      expect(await query(`select from account where "providerId" = 'oidc'`)).toEqual([])
    },
  )

  test('is not taken over when it is bound to another subject or its own e-mail was never verified [OPEN-007] [T14]', async () => {
    await world.signIn(lena)
    expect((await world.signIn({ ...lena, sub: 'lena-2' })).place).toContain('problem=not_allowed')
    const made = await world.signIn({ ...nora, email_verified: false })
    expect(made.place).toBe('/inbox')
    await query(`delete from account where "accountId" like '%nora-1'`)
    expect((await world.signIn({ ...nora, sub: 'nora-2' })).place).toContain('problem=not_allowed')
  })

  test('is not made when no group grants an existing organization [OPEN-007]', async () => {
    for (const groups of [[], ['cooks'], ['nowhere']]) {
      const { place, browser } = await world.signIn({ ...nora, groups })
      expect(place).toBe('/sign-in?problem=not_allowed&returnTo=%2Finbox')
      expect(await browser.me()).toBeNull()
    }
    expect((await world.signIn({ sub: 'nora-1', groups: ['leads'] })).place).toContain('problem=not_allowed')
    expect(await query(`select from "user" where email = 'nora@cedar.test'`)).toEqual([])
  })

  test('is made once when two first sign-ins run at once [OPEN-007]', async () => {
    world.idp.person = nora
    const browsers = [world.browser(), world.browser(), world.browser()]
    const answers = await Promise.all(browsers.map((browser) => browser.toCallback()))
    const places = await Promise.all(browsers.map((browser, at) => browser.go(answers[at]?.href ?? '')))
    expect(places).toEqual(['/inbox', '/inbox', '/inbox'])
    expect(await query(`select from account where "providerId" = 'oidc'`)).toHaveLength(1)
  })

  test('does not sign a disabled user in, says why, and stays unchanged [OPEN-077]', async () => {
    await world.signIn({ ...lena, groups: ['birch'] })
    await world.api.parts.database.system((tx) => disableUser(tx, 'usr_lena', world.api.parts))
    await world.api.parts.database.system((tx) => disableUser(tx, 'usr_sam', world.api.parts))
    await world.signIn({ ...lena, sub: 'sam-1', email: 'sam@foyer.test' })
    expect(await query(`select from account where "accountId" like '%sam-1'`)).toEqual([])
    await world.api.parts.database.system((tx) => enableUser(tx, 'usr_sam', world.api.parts))
    const { place, browser } = await world.signIn({ ...lena, groups: ['leads'] })
    expect(place).toBe('/sign-in?problem=disabled&returnTo=%2Finbox')
    expect(await browser.me()).toBeNull()
    expect(await members('usr_lena')).toEqual(['org_a agent foyer', 'org_b agent provider'])
    expect(await query(`select from session where "userId" = 'usr_lena'`)).toEqual([])
    const [row] = await query('select * from audit_log order by id desc limit 1')
    expect(row).toMatchObject({ call: 'GET /api/auth/callback', outcome: 'disabled', user_id: 'usr_lena' })
    await world.api.parts.database.system((tx) => enableUser(tx, 'usr_lena', world.api.parts))
  })
})

describe('memberships', () => {
  const idOf = async () =>
    (await query<{ id: string }>(`select id from "user" where email = 'nora@cedar.test'`))[0]?.id ?? ''

  test('follow the groups at every sign-in, and losing one ends the earlier sessions [OPEN-007] [T8]', async () => {
    const first = await world.signIn({ ...nora, groups: ['birch', 'front-desk', 'leads'] })
    // If two grants name one organization, the first one counts.
    expect(await members(await idOf())).toEqual(['org_a supervisor provider', 'org_b agent provider'])

    const same = await world.signIn({ ...nora, groups: ['birch', 'leads'] })
    expect([await first.browser.me(), await same.browser.me()]).not.toContain(null)

    const changed = await world.signIn({ ...nora, groups: ['birch', 'front-desk'] })
    expect(await members(await idOf())).toEqual(['org_a agent provider', 'org_b agent provider'])
    expect([await first.browser.me(), await same.browser.me()]).toEqual([null, null])

    const removed = await world.signIn({ ...nora, groups: ['birch'] })
    expect(await members(await idOf())).toEqual(['org_b agent provider'])
    expect(await changed.browser.me()).toBeNull()
    expect(await removed.browser.me()).toMatchObject({ organizations: [{ _id: 'org_b' }] })
    // Their name stays on what they did in the clinic that they left.
    const known = `select organization_id from known_members where user_id = $1`
    expect(await query(known, [await idOf()])).toContainEqual({ organization_id: 'org_a' })
    await world.signIn({ ...nora, groups: ['birch', 'leads'] })
    expect(await members(await idOf())).toHaveLength(2)
    // The sessions were revoked.
    const [last] = await query<{ sub: string }>('select sub from revocations order by at desc limit 1')
    expect(last?.sub).toBe(await idOf())
  })

  test('tell the colleagues of each organization what changed, and nothing when nothing did', async () => {
    const told = async () =>
      (
        await query<{ organization_id: string; name: string; role: string | null }>(
          `select organization_id, data->>'name' as name, data->>'role' as role from events
           where type = 'staff.changed' and key = $1 order by at, organization_id`,
          [await idOf()],
        )
      ).map(({ organization_id, name, role }) => `${organization_id} ${name} ${role}`)
    await world.signIn({ ...nora, groups: ['birch', 'front-desk'] })
    const joined = ['org_a', 'org_b'].map((id) => `${id} ${nora.name} agent`)
    expect(await told()).toEqual(joined)
    await world.signIn({ ...nora, groups: ['birch', 'front-desk'] })
    expect(await told()).toEqual(joined)
    await world.signIn({ ...nora, groups: ['leads'] })
    expect(await told()).toEqual([...joined, `org_a ${nora.name} supervisor`, `org_b ${nora.name} null`])
  })

  test('that an admin gave stay, whatever the groups say [OPEN-007]', async () => {
    const lena = { sub: 'lena-1', email: 'lena@foyer.test', email_verified: true }
    await world.signIn({ ...lena, groups: ['leads', 'birch'] })
    expect(await members('usr_lena')).toEqual(['org_a agent foyer', 'org_b agent provider'])
    await world.signIn({ ...lena, groups: [] })
    expect(await members('usr_lena')).toEqual(['org_a agent foyer'])
  })

  test("that a group grants come back after an admin's change, and admins see that the provider governs them [OPEN-007] [OPEN-044]", async () => {
    const groups = ['birch']
    await world.signIn({ ...nora, groups })
    const nurse = await idOf()
    const { token } = await createPeople(world.api).enter('sam@foyer.test')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await world.api.request(`/api/main/members${path}`, { headers, ...init })
      // biome-ignore lint/suspicious/noExplicitAny: looked into freely
      return ((await answer.json()) as { data: any }).data
    }
    const change = (path: string, more: object) =>
      ask(path, { method: 'POST', body: JSON.stringify({ organizationId: 'org_b', userId: nurse, ...more }) })
    const told = async () =>
      (await ask('?organizationId=org_b')).map(({ role, governedBy }: Record<string, unknown>) => [role, governedBy])
    expect(await told()).toEqual([
      ['agent', 'Cedar ID'],
      ['admin', null],
    ])
    expect(await change('/role', { role: 'supervisor' })).toMatchObject({ role: 'supervisor', governedBy: 'Cedar ID' })
    await world.signIn({ ...nora, groups })
    expect(await members(nurse)).toEqual(['org_b agent provider'])

    expect(await change('/remove', {})).toEqual({})
    expect(await members(nurse)).toEqual([])
    await world.signIn({ ...nora, groups })
    expect(await members(nurse)).toEqual(['org_b agent provider'])
  })

  test('stay as they are, and sign-in fails, when the provider keeps the groups elsewhere [OPEN-007]', async () => {
    await world.signIn(nora)
    world.idp.twist = async (path, body) => {
      if (path === '/me') delete body.groups
      if (path !== '/token') return
      const elsewhere = { groups: undefined, _claim_names: { groups: 'src1' } }
      body.id_token = await forged(world.idp, body.id_token, { claims: elsewhere })
    }
    const { place } = await world.signIn(nora)
    expect(place).toContain('problem=failed')
    expect(await members(await idOf())).toEqual(['org_a agent provider'])
  })
})
