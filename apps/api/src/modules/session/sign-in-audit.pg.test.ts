import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cookiesOf, createSessionApi, type SessionApi } from './session-api.suite.ts'
import { disableUser, enableUser } from './session-ending.ts'

let api: SessionApi
let before: string | undefined
beforeAll(async () => {
  api = await createSessionApi({ LOGIN_RATE_LIMIT: '2' })
})
afterAll(() => api.close())
beforeEach(async () => {
  before = (await api.store.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log'))[0]?.id
})
const recorded = () =>
  api.store.query<Record<string, unknown>>('select * from audit_log where id > $1 order by id', [before])
const short = async () => (await recorded()).map(({ call, outcome, user_id }) => [call, outcome, user_id].join(' '))

test('sign-in and sign-out are audited in system scope, by ids alone [OPEN-044] [SEC-11]', async () => {
  const cookie = cookiesOf(await api.signIn('lena@foyer.test'))
  await api.request('/api/get-access-token', { headers: { cookie } })
  await api.request('/api/auth/logout', { method: 'POST', headers: { cookie } })
  // The session has ended already.
  await api.request('/api/auth/logout', { method: 'POST', headers: { cookie } })
  const again = cookiesOf(await api.signIn('lena@foyer.test'))
  await api.request('/api/auth/logout-all', { method: 'POST', headers: { cookie: again } })
  const rows = await recorded()
  expect(rows.map(({ call }) => call)).toEqual([
    'POST /api/auth/login',
    'GET /api/get-access-token',
    'POST /api/auth/logout',
    'POST /api/auth/login',
    'POST /api/auth/logout-all',
  ])
  for (const row of rows)
    expect(row).toMatchObject({ organization_id: null, user_id: 'usr_lena', outcome: 'ok', subject: {} })
  expect(JSON.stringify(rows)).not.toMatch(/foyer\.test/i)
})

test("a failed sign-in is audited with the account's id, never with the typed text [OPEN-044] [SEC-11]", async () => {
  await api.signIn('lena@foyer.test', 'wrong')
  for (const typed of ['nobody@foyer.test', 'lena@foyer.test\u0000', '']) await api.signIn(typed, 'wrong')
  await api.parts.database.system((tx) => disableUser(tx, 'usr_sam', api.parts))
  await api.signIn('sam@foyer.test')
  await api.parts.database.system((tx) => enableUser(tx, 'usr_sam', api.parts))
  expect(await short()).toEqual([
    'POST /api/auth/login wrong_credentials usr_lena',
    'POST /api/auth/login wrong_credentials ',
    'POST /api/auth/login wrong_credentials ',
    'POST /api/auth/login disabled usr_sam',
  ])
  expect(JSON.stringify(await recorded())).not.toMatch(/foyer\.test/i)
})

test('sign-in beyond the limit is not audited, so that outsiders cannot fill the audit [OPEN-007]', async () => {
  for (let time = 0; time < 5; time++) await api.signIn('ghost@foyer.test', 'wrong')
  expect(await recorded()).toHaveLength(2)
})
