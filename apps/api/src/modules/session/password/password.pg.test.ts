import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { createPeople } from '../account/account.suite.ts'
import { linkTokenOf } from '../mails/link-token.ts'
import { createSessionApi, PASSWORD, type SessionApi } from '../session-api.suite.ts'
import { disableUser, enableUser } from '../session-ending.ts'
import { answerAsk, startPasswordAsks } from './password-asks.ts'
import { passwordAsks } from './passwords.store.ts'

const LENA = 'lena@foyer.test'
const NEW = 'a much better horse'
const MINUTE = 60_000

let api: SessionApi
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  api = await createSessionApi()
  people = createPeople(api)
})
afterAll(() => api.close())
let before: string | undefined
let kept: { password: string } | undefined
beforeEach(async () => {
  const { query } = api.store
  kept ??= (await query<{ password: string }>('select password from account limit 1'))[0]
  await query('update account set password = $1', [kept?.password])
  for (const table of ['login_tries', 'account_mails', 'second_factors', 'password_links'])
    await query(`delete from ${table}`)
  before = (await query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log'))[0]?.id
})

const recorded = () =>
  api.store.query<{ call: string; user_id: string; outcome: string }>(
    `select call, user_id, outcome from audit_log where id > $1 and call like '%-password' order by id`,
    [before],
  )
const forgot = (email: string) => people.ask('forgot-password', {}, { email })
const look = (token: string) => people.ask('reset-password/link', {}, { token })
const reset = (token: string, newPassword = NEW) => people.ask('reset-password', {}, { token, newPassword })
const mails = () =>
  api.store.query<{ id: string; kind: string; nonce: string; address: string }>(
    'select id, kind, nonce, address from account_mails order by created_at',
  )
/** The token of each mail, as the worker derives it for the link. */
const tokens = async () =>
  (await mails()).map(({ id, kind, nonce }) => linkTokenOf(api.parts.config.authSecret, { kind, mailId: id, nonce }))
/** Answers the requests as the worker does: one by one, the oldest first. */
async function answerAsks() {
  const { database } = api.parts
  const next = () => database.system((tx) => passwordAsks.lease(tx, { worker: 'w', limit: 1, leaseS: 30 }))
  for (let [ask] = await next(); ask; [ask] = await next())
    expect(await answerAsk(api.parts, ask, 'w')).toBe('answered')
}
const newestToken = async () => {
  await answerAsks()
  return (await tokens()).at(-1) ?? ''
}
const enters = async (password: string) => (await api.signIn(LENA, password)).status

describe('changing the password', () => {
  test('ends every session and begins a new one for the caller [T7] [T8]', async () => {
    const [here, there] = [await people.enter(LENA), await people.enter(LENA)]
    const change = (currentPassword: string, newPassword: string) =>
      people.ask('change-password', here, { currentPassword, newPassword })
    expect((await change('wrong', NEW)).problem.reason).toBe('wrong_password')
    const poor = await change(PASSWORD, 'lena and the sea')
    expect(poor.problem).toMatchObject({ reason: 'not_valid', issues: [{ path: 'newPassword' }] })
    expect(await people.status(there)).toBe(200)
    const changed = await change(PASSWORD, NEW)
    expect([changed.status, changed.data.ended]).toEqual([200, 2])
    expect([await people.status(here), await people.status(there), await people.status(changed)]).toEqual([
      401, 401, 200,
    ])
    expect([await enters(PASSWORD), await enters(NEW)]).toEqual([401, 302])
    const rows = await recorded()
    expect(rows.map(({ outcome }) => outcome)).toEqual(['wrong_password', 'not_valid', 'ok'])
  })

  test('succeeds for one of two parallel changes, and the other begins no session [T8]', async () => {
    const [here, there] = [await people.enter(LENA), await people.enter(LENA)]
    const change = (who: { cookie: string }, newPassword: string) =>
      people.ask('change-password', who, { currentPassword: PASSWORD, newPassword })
    const both = await Promise.all([change(here, NEW), change(there, 'yet another horse')])
    expect(both.map(({ status }) => status === 200).sort()).toEqual([false, true])
    expect(await api.store.query(`select id from session where "userId" = 'usr_lena'`)).toHaveLength(1)
  })

  test('counts a wrong password as a wrong try to sign in [T15]', async () => {
    const here = await people.enter(LENA)
    const guess = (currentPassword: string) =>
      people.ask('change-password', here, { currentPassword, newPassword: NEW })
    for (let tried = 0; tried < 10; tried++) expect((await guess('wrong')).problem.reason).toBe('wrong_password')
    expect((await guess(PASSWORD)).problem.reason).toBe('rate_limited')
    expect(await enters(PASSWORD)).toBe(429)
    expect(await people.status(here)).toBe(200)
  })

  test('does not count a weak new password as a wrong try', async () => {
    const here = await people.enter(LENA)
    const change = (newPassword: string) =>
      people.ask('change-password', here, { currentPassword: PASSWORD, newPassword })
    for (let tried = 0; tried < 11; tried++) expect((await change('a'.repeat(16))).problem.reason).toBe('not_valid')
    expect((await change(NEW)).status).toBe(200)
  })

  test('voids a link that was mailed before', async () => {
    const here = await people.enter(LENA)
    await forgot(LENA)
    const token = await newestToken()
    await people.ask('change-password', here, { currentPassword: PASSWORD, newPassword: NEW })
    expect((await reset(token, 'yet another horse')).problem.reason).toBe('link_expired')
  })
})

describe('a forgotten password', () => {
  test('is set once by a mailed link, which ends every session and signs nobody in [T8]', async () => {
    const here = await people.enter(LENA)
    expect((await forgot(' LENA@foyer.test ')).status).toBe(200)
    const token = await newestToken()
    expect((await mails()).map(({ address }) => address)).toEqual([LENA])
    expect(JSON.stringify(await api.store.query('select * from password_links'))).not.toContain(token)
    expect((await reset(token, 'lena and the sea')).problem).toMatchObject({ reason: 'not_valid' })
    const done = await reset(token)
    expect([done.status, done.cookie, await people.status(here)]).toEqual([200, '', 401])
    expect([await enters(PASSWORD), await enters(NEW)]).toEqual([401, 302])
    const again = await reset(token)
    expect([again.status, again.problem.reason]).toEqual([410, 'link_expired'])
    const rows = await recorded()
    expect(rows).toEqual([
      { call: 'POST /api/auth/forgot-password', user_id: 'usr_lena', outcome: 'ok' },
      { call: 'POST /api/auth/reset-password', user_id: 'usr_lena', outcome: 'ok' },
    ])
  })

  test('is answered by the worker, which goes on after a failure', async () => {
    const system = api.parts.database.system
    let isBroken = true
    const database: typeof api.parts.database = {
      ...api.parts.database,
      system: (work) => (isBroken ? Promise.reject(new Error('The store is away.')) : system(work)),
    }
    const worker = startPasswordAsks({ ...api.parts, database }, { pollMs: 10 })
    await forgot(LENA)
    isBroken = false
    await until(async () => (await mails()).length === 1)
    await worker.stop()
    await forgot(LENA)
    expect(await mails()).toHaveLength(1)
    await answerAsks()
  })

  test('is answered once when a worker lost its lease to another', async () => {
    await forgot(LENA)
    const lease = (worker: string) =>
      api.parts.database.system((tx) => passwordAsks.lease(tx, { worker, limit: 1, leaseS: 30 }))
    const [lost] = await lease('slow')
    await api.store.query(`update password_asks set leased_until = now() - interval '1 second'`)
    const [ask] = await lease('quick')
    expect(await answerAsk(api.parts, lost!, 'slow')).toBe('dropped')
    expect(await answerAsk(api.parts, ask!, 'quick')).toBe('answered')
    expect(await mails()).toHaveLength(1)
  })

  test('has a link that stays valid when it is looked at; a used, expired or invented one gets one same answer [T15]', async () => {
    await forgot(LENA)
    const token = await newestToken()
    const rows = () => api.store.query('select * from password_links')
    const before = await rows()
    for (let time = 0; time < 30; time++) {
      const { status, data } = await look(token)
      expect([status, data]).toEqual([200, {}])
    }
    expect(await rows()).toEqual(before)
    expect((await reset(token)).status).toBe(200)

    const over = [await look(token), await look('x'), await look(`${token}x`)]
    await forgot(LENA)
    const late = await newestToken()
    await api.parts.database.system((tx) => disableUser(tx, 'usr_lena', api.parts))
    over.push(await look(late))
    await api.parts.database.system((tx) => enableUser(tx, 'usr_lena', api.parts))
    api.later(30 * MINUTE)
    over.push(await look(late))
    const said = over.map(({ status, problem: { reason, message } }) => [status, reason, message])
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(said[0]?.slice(0, 2)).toEqual([410, 'link_expired'])
  })

  test('is rate limited when somebody tries many links [T15]', async () => {
    const reasons = []
    for (let time = 0; time < 51; time++) reasons.push((await look(`made-up-${time}`)).problem.reason)
    expect(new Set(reasons.slice(0, -1))).toEqual(new Set(['link_expired']))
    expect(reasons.at(-1)).toBe('rate_limited')
  })

  test('is set by one of two parallel resets with one link [T15]', async () => {
    await forgot(LENA)
    const token = await newestToken()
    const both = await Promise.all([reset(token), reset(token, 'yet another horse')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('is reset by the newest link only, for half an hour', async () => {
    await forgot(LENA)
    await newestToken()
    await forgot(LENA)
    await newestToken()
    const [first = '', second = ''] = await tokens()
    expect((await reset(first)).problem.reason).toBe('link_expired')
    api.later(30 * MINUTE)
    expect((await reset(second)).problem.reason).toBe('link_expired')
    for (const made of ['x', `${second}x`, second.toLowerCase()])
      expect((await reset(made)).problem.reason).toBe('link_expired')
    expect(await enters(PASSWORD)).toBe(302)
  })

  test('takes the same answer and the same work for an unknown address; a disabled user gets no link [T15]', async () => {
    await api.parts.database.system((tx) => disableUser(tx, 'usr_sam', api.parts))
    const state = () => api.store.query('select email from password_asks order by asked_at')
    const [known, unknown] = [await forgot(LENA), await forgot('nobody@foyer.test')]
    const disabled = await forgot('sam@foyer.test')
    expect([known, unknown, disabled].map(({ status, data }) => [status, data])).toEqual(Array(3).fill([200, {}]))
    // So far each request is one row of the same form.
    expect(await state()).toHaveLength(3)
    expect(await mails()).toEqual([])
    await answerAsks()
    expect(await state()).toEqual([])
    expect((await mails()).map(({ address }) => address)).toEqual([LENA])
    await api.parts.database.system((tx) => enableUser(tx, 'usr_sam', api.parts))
  })

  test('is not reset when the user was disabled after the mail', async () => {
    await forgot(LENA)
    const token = await newestToken()
    await api.parts.database.system((tx) => disableUser(tx, 'usr_lena', api.parts))
    expect((await reset(token)).problem.reason).toBe('link_expired')
    await api.parts.database.system((tx) => enableUser(tx, 'usr_lena', api.parts))
  })

  test('gets three mails an hour per mailbox, silently; an address that asks often is rate limited [T15]', async () => {
    for (let time = 0; time < 5; time++) expect((await forgot(LENA)).status).toBe(200)
    await answerAsks()
    expect(await mails()).toHaveLength(3)
    const reasons = []
    for (let time = 0; time < 16; time++) reasons.push((await forgot(`unknown-${time}@foyer.test`)).problem.reason)
    expect(reasons).toEqual([...Array(15).fill(undefined), 'rate_limited'])
  })

  test('is reset without turning off the second factor or forgiving wrong codes [T15]', async () => {
    const { secret } = await people.turnOn(LENA)
    api.later(16 * MINUTE)
    const first = await people.firstStep(LENA)
    for (let tried = 0; tried < 5; tried++) await people.secondStep(first.cookie, people.wrongCode())
    await forgot(LENA)
    expect((await reset(await newestToken())).status).toBe(200)
    for (let tried = 0; tried < 2; tried++) {
      const { cookie, problem } = await people.firstStep(LENA, NEW)
      expect(problem.reason).toBe('second_factor_needed')
      expect((await people.secondStep(cookie, people.wrongCode())).problem.reason).toBe('wrong_code')
    }
    expect((await people.firstStep(LENA, NEW)).problem.reason).toBe('rate_limited')
    api.later(16 * MINUTE)
    const { cookie } = await people.firstStep(LENA, NEW)
    expect((await people.secondStep(cookie, people.code(secret))).status).toBe(302)
  })

  test('lets a user in who was locked out by wrong passwords [T15]', async () => {
    for (let tried = 0; tried < 11; tried++) await enters('wrong')
    expect(await enters(PASSWORD)).toBe(429)
    await forgot(LENA)
    await reset(await newestToken())
    expect(await enters(NEW)).toBe(302)
  })
})
