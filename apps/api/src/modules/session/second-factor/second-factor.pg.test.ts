import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { Tx } from '../../../db/tx.ts'
import { createPeople } from '../account/account.suite.ts'
import { createSessionApi, PASSWORD, type SessionApi } from '../session-api.suite.ts'
import { disableUser, enableUser, endAllSessions } from '../session-ending.ts'
import { lockUser } from '../users.store.ts'
import { endLostSecondFactor } from './lost-authenticator.ts'
import { createSecondFactors } from './second-factor.ts'

const LENA = 'lena@foyer.test'

let api: SessionApi
let people: ReturnType<typeof createPeople>
let before: string | undefined
beforeAll(async () => {
  api = await createSessionApi()
  people = createPeople(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  const { query } = api.store
  for (const table of ['session', 'second_factors', 'first_steps', 'login_tries', 'revocations'])
    await query(`delete from ${table}`)
  before = (await query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log'))[0]?.id
})

const sessionsOf = (userId: string) => api.store.query('select id from session where "userId" = $1', [userId])
const outcomes = async () =>
  (
    await api.store.query<{ call: string; outcome: string; user_id: string }>(
      `select call, outcome, user_id from audit_log where id > $1 and call like 'POST %' order by id`,
      [before],
    )
  ).map(({ call, outcome, user_id }) => `${call.replace('POST /api/auth/', '')} ${outcome} ${user_id}`)

describe('setting it up', () => {
  test('succeeds with a first code: every session ends, a new one begins for the caller, and recovery codes are returned [T7] [T8]', async () => {
    const elsewhere = await people.enter(LENA)
    const here = await people.enter(LENA)
    const begun = await people.ask('second-factor/begin', { token: here.token }, { password: PASSWORD })
    expect(begun.status).toBe(200)
    const { secret, uri } = begun.data
    expect(uri).toContain(`secret=${secret}`)
    // Not confirmed yet.
    expect((await api.signIn(LENA)).status).toBe(302)

    const wrong = await people.ask('second-factor/confirm', here, { code: people.wrongCode() })
    expect([wrong.status, wrong.problem.reason]).toEqual([422, 'wrong_code'])
    const confirmed = await people.ask('second-factor/confirm', here, {
      code: ` ${people.code(secret).slice(0, 3)} ${people.code(secret).slice(3)}`,
    })
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
    expect([await people.status(elsewhere), await people.status(here), await people.status(confirmed)]).toEqual([
      401, 401, 200,
    ])
    expect(await sessionsOf('usr_lena')).toHaveLength(1)
    expect(await api.store.query('select sid from revocations')).toHaveLength(3)

    const kept = JSON.stringify(await api.store.query('select * from second_factors natural join recovery_codes'))
    expect(kept).not.toContain(secret)
    for (const code of confirmed.data.recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''))
    expect((await outcomes()).slice(-3)).toEqual([
      'login ok usr_lena',
      'second-factor/confirm wrong_code usr_lena',
      'second-factor/confirm ok usr_lena',
    ])
  })

  test('makes a new secret each time, and only the newest one counts', async () => {
    const { cookie, token } = await people.enter(LENA)
    const secrets = []
    for (let time = 0; time < 2; time++)
      secrets.push((await people.ask('second-factor/begin', { token }, { password: PASSWORD })).data.secret)
    const [first = '', second = ''] = secrets
    expect(first).not.toBe(second)
    expect((await people.ask('second-factor/confirm', { cookie }, { code: people.code(first) })).status).toBe(422)
    expect((await people.ask('second-factor/confirm', { cookie }, { code: people.code(second) })).status).toBe(200)
  })

  test('is refused without the password, when it is on already, and when it was not begun [T15]', async () => {
    const { cookie, token } = await people.enter(LENA)
    const wrong = await people.ask('second-factor/begin', { token }, { password: 'wrong' })
    expect([wrong.status, wrong.problem.reason]).toEqual([422, 'wrong_password'])
    const early = await people.ask('second-factor/confirm', { cookie }, { code: people.wrongCode() })
    expect([early.status, early.problem.reason]).toEqual([409, 'conflict'])
    const on = await people.turnOn(LENA)
    const again = await people.ask('second-factor/begin', { token: on.token }, { password: PASSWORD })
    expect([again.status, again.problem.reason]).toEqual([409, 'conflict'])
    const twice = await people.ask('second-factor/confirm', on, { code: people.nextCode(on.secret) })
    expect([twice.status, twice.problem.reason]).toEqual([409, 'conflict'])
  })
})

describe('signing in', () => {
  test('needs the code after the password, which alone gives a cookie for the second step only [T15] [OPEN-007]', async () => {
    const { secret } = await people.turnOn(LENA)
    const before = await sessionsOf('usr_lena')
    const first = await people.firstStep(LENA)
    expect([first.status, first.problem.reason]).toEqual([401, 'second_factor_needed'])
    expect(await sessionsOf('usr_lena')).toEqual(before)
    const set = first.raw.headers.getSetCookie()
    expect(set).toHaveLength(1)
    expect(set[0]?.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['Max-Age=300', 'Path=/api/auth/login', 'HttpOnly', 'SameSite=Lax']),
    )
    expect(await people.status(first)).toBe(401)
    const value = first.cookie.split('=')[1] ?? ''
    expect(await people.status({ cookie: `session=${value}` })).toBe(401)
    expect(JSON.stringify(await api.store.query('select * from first_steps'))).not.toContain(value)

    const second = await people.secondStep(first.cookie, people.nextCode(secret), { returnTo: '/inbox?status=open' })
    expect([second.status, second.raw.headers.get('location')]).toEqual([302, '/inbox?status=open'])
    expect(await people.status(second)).toBe(200)
    expect(second.raw.headers.getSetCookie().at(-1)).toMatch(
      /^sign_in_step=; Path=\/api\/auth\/login; Expires=Thu, 01 Jan 1970/,
    )
    expect((await outcomes()).slice(-2)).toEqual([
      'login second_factor_needed usr_lena',
      'login/second-factor ok usr_lena',
    ])
    // The first step was used.
    expect((await people.secondStep(first.cookie, people.nextCode(secret))).problem.reason).toBe('no_session')
  })

  test('with a wrong password does not reveal a second factor, and a disabled account is told so before any code [T15]', async () => {
    await people.turnOn(LENA)
    const [withOne, without] = [
      await people.firstStep(LENA, 'wrong'),
      await people.firstStep('sam@foyer.test', 'wrong'),
    ]
    expect({ ...withOne.problem, requestId: '' }).toEqual({ ...without.problem, requestId: '' })
    expect(withOne.raw.headers.getSetCookie()).toEqual([])
    const { cookie } = await people.firstStep(LENA)
    await api.parts.database.system((tx) => disableUser(tx, 'usr_lena', api.parts))
    expect((await people.firstStep(LENA)).problem.reason).toBe('disabled')
    expect((await people.secondStep(cookie, people.wrongCode())).problem.reason).toBe('no_session')
    await api.parts.database.system((tx) => enableUser(tx, 'usr_lena', api.parts))
  })

  test('accepts a code once, also for two sign-ins at the same moment [T15]', async () => {
    const { secret } = await people.turnOn(LENA)
    const steps = [await people.firstStep(LENA), await people.firstStep(LENA)]
    const code = people.nextCode(secret)
    const answers = await Promise.all(steps.map(({ cookie }) => people.secondStep(cookie, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 422])
    expect(await sessionsOf('usr_lena')).toHaveLength(2)
  })

  test('holds a second try with the same code until the first one is decided [T15]', async () => {
    const { secret } = await people.turnOn(LENA)
    const code = people.nextCode(secret)
    const first = Promise.withResolvers<void>()
    const spend = (held: Promise<void> | undefined) =>
      api.parts.database.system(async (tx) => {
        const factors = createSecondFactors(api.parts)
        const [, found] = await Promise.all([lockUser(tx, 'usr_lena'), factors.find(tx, 'usr_lena')])
        const refusal = await factors.spend(tx, 'usr_lena', found, code)
        spent.push(refusal?.reason ?? 'right')
        await held
      })
    const spent: string[] = []
    const one = spend(first.promise)
    await until(() => spent.length === 1)
    const other = spend(undefined)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await api.store.query(waiting)).length > 0)
    first.resolve()
    await Promise.all([one, other])
    expect(spent).toEqual(['right', 'wrong_code'])
  })

  test('gives the first step five minutes and five tries [T15]', async () => {
    const { secret } = await people.turnOn(LENA)
    const late = await people.firstStep(LENA)
    api.later(5 * 60_000)
    expect((await people.secondStep(late.cookie, people.code(secret))).problem.reason).toBe('no_session')
    const { cookie } = await people.firstStep(LENA)
    for (let tried = 0; tried < 5; tried++)
      expect((await people.secondStep(cookie, people.wrongCode())).problem.reason).toBe('wrong_code')
    expect((await people.secondStep(cookie, people.code(secret))).problem.reason).toBe('no_session')
    for (const cookie of ['', 'sign_in_step=', 'sign_in_step=made-up', 'other=x; sign_in_step'])
      expect((await people.secondStep(cookie, people.code(secret))).problem.reason, cookie).toBe('no_session')
  })

  test("deletes the first step when the user's sessions end [T8]", async () => {
    const { secret } = await people.turnOn(LENA)
    const ends: ((tx: Tx) => Promise<unknown>)[] = [
      (tx: Tx) => endAllSessions(tx, 'usr_lena', api.parts),
      async (tx: Tx) => {
        await disableUser(tx, 'usr_lena', api.parts)
        await enableUser(tx, 'usr_lena', api.parts)
      },
    ]
    for (const end of ends) {
      const step = await people.firstStep(LENA)
      await api.parts.database.system(end)
      const late = await people.secondStep(step.cookie, people.nextCode(secret))
      expect([late.status, late.problem.reason]).toEqual([401, 'no_session'])
    }
  })

  test('counts wrong codes like wrong passwords, and the right password forgives none of them [T15]', async () => {
    const { secret } = await people.turnOn(LENA)
    api.later(15 * 60_000 + 1)
    const tried = []
    for (let time = 0; time < 6; time++) {
      const { cookie, problem } = await people.firstStep(LENA)
      tried.push(
        problem.reason,
        cookie === '' ? 'none' : (await people.secondStep(cookie, people.wrongCode())).problem.reason,
      )
    }
    expect(tried).toEqual([...Array(5).fill(['second_factor_needed', 'wrong_code']).flat(), 'rate_limited', 'none'])
    api.later(15 * 60_000 + 1)
    const { cookie } = await people.firstStep(LENA)
    expect((await people.secondStep(cookie, people.code(secret))).status).toBe(302)
    // The complete sign-in cleared the counts.
    expect(await api.store.query('select tries from login_tries where tries > 0')).toEqual([])
  })

  test('again does not clear wrong codes for a signed-in user with the password [T15]', async () => {
    let { cookie } = await people.turnOn(LENA)
    api.later(15 * 60_000 + 1)
    const end = (code: string) => people.ask('second-factor/end', { cookie }, { password: PASSWORD, code })
    const reasons = []
    for (let time = 0; time < 11; time++) {
      reasons.push((await end(people.wrongCode())).problem.reason)
      const same = { currentPassword: PASSWORD, newPassword: PASSWORD }
      if (time === 4) ({ cookie } = await people.ask('change-password', { cookie }, same))
    }
    expect(reasons).toEqual([...Array(10).fill('wrong_code'), 'rate_limited'])
    expect((await people.firstStep(LENA)).problem.reason).toBe('rate_limited')
  })

  test("tells after the right password that the phone's clock is off, and voids a future code", async () => {
    const { secret } = await people.turnOn(LENA)
    const first = await people.firstStep(LENA)
    api.later(4 * 60_000)
    const behind = await people.secondStep(first.cookie, people.code(secret, -7))
    expect(behind.problem.message).toMatch(/about 4 minutes behind/)
    const { cookie } = await people.firstStep(LENA)
    const early = people.code(secret, 8)
    expect((await people.secondStep(cookie, early)).problem.message).toMatch(/about 4 minutes ahead/)
    api.later(8 * 30_000)
    expect((await people.secondStep(cookie, early)).problem.reason).toBe('wrong_code')
    expect((await people.secondStep(cookie, people.code(secret, 1))).status).toBe(302)
  })

  test('accepts each recovery code once', async () => {
    const { recoveryCodes } = await people.turnOn(LENA)
    const [code = '', other = ''] = recoveryCodes
    const enter = async (typed: string) =>
      (await people.secondStep((await people.firstStep(LENA)).cookie, typed)).status
    expect([await enter(code.toLowerCase().replaceAll('-', ' ')), await enter(code), await enter(other)]).toEqual([
      302, 422, 302,
    ])
    const { token } = await people.as(
      (await people.secondStep((await people.firstStep(LENA)).cookie, recoveryCodes[2] ?? '')).cookie,
    )
    expect((await people.ask('account', { token })).data.secondFactor).toMatchObject({ on: true, recoveryCodesLeft: 7 })
  })

  test('ends the session whose cookie it replaces at the second step, not at the first [T7]', async () => {
    const { secret } = await people.turnOn(LENA)
    const sam = await people.enter('sam@foyer.test')
    const first = await api.signIn(LENA, PASSWORD, { headers: { cookie: sam.cookie } })
    expect([first.status, await people.status(sam)]).toEqual([401, 200])
    const step = first.headers.getSetCookie()[0]?.split(';')[0]
    const second = await people.secondStep(`${sam.cookie}; ${step}`, people.nextCode(secret))
    expect([second.status, await people.status(sam)]).toEqual([302, 401])
  })

  test('refuses every code when AUTH_SECRET changed, and the second factor stays on [T15]', async () => {
    const { secret } = await people.turnOn(LENA)
    await api.store.query(`update second_factors set secret = 'kept under another one'`)
    const { cookie, status } = await people.firstStep(LENA)
    expect([status, (await people.secondStep(cookie, people.nextCode(secret))).status]).toEqual([401, 422])
  })
})

describe('ending it', () => {
  test('needs password and code, ends every session and begins a new one for the caller [T7] [T8]', async () => {
    const { cookie, secret } = await people.turnOn(LENA)
    const half = await people.firstStep(LENA)
    const end = (password: string, code: string) => people.ask('second-factor/end', { cookie }, { password, code })
    expect((await end('wrong', people.nextCode(secret))).problem.reason).toBe('wrong_password')
    expect((await end(PASSWORD, people.wrongCode())).problem.reason).toBe('wrong_code')
    const ended = await end(PASSWORD, people.nextCode(secret))
    expect([ended.status, await people.status({ cookie }), await people.status(ended)]).toEqual([200, 401, 200])
    expect(
      await api.store.query('select user_id from recovery_codes union select user_id from second_factors'),
    ).toEqual([])
    // The unfinished sign-in was deleted as well.
    expect((await people.secondStep(half.cookie, people.code(secret))).problem.reason).toBe('no_session')
    expect((await api.signIn(LENA)).status).toBe(302)
    const again = await people.ask('second-factor/end', ended, { password: PASSWORD, code: people.wrongCode() })
    expect([again.status, again.problem.reason]).toEqual([409, 'conflict'])
  })

  test('by command ends all sessions, and the audit names the user [T8]', async () => {
    const lost = await people.turnOn(LENA)
    const end = (email: string) => endLostSecondFactor(api.parts, email)
    expect([await end('Lena@foyer.test '), await end(LENA), await end('nobody@foyer.test')]).toEqual([
      'ended',
      'had none',
      'unknown',
    ])
    expect(await people.status(lost)).toBe(401)
    expect((await api.signIn(LENA)).status).toBe(302)
    const rows = await api.store.query(`select call, user_id, subject from audit_log where request_id = 'by command'`)
    expect(rows).toEqual([{ call: 'POST /api/auth/second-factor/end', user_id: null, subject: { user: 'usr_lena' } }])
  })

  test('new recovery codes void the old ones', async () => {
    const { token, secret, recoveryCodes } = await people.turnOn(LENA)
    const renew = (code: string) => people.ask('second-factor/recovery-codes', { token }, { password: PASSWORD, code })
    expect((await renew(people.wrongCode())).problem.reason).toBe('wrong_code')
    const renewed = (await renew(people.nextCode(secret))).data.recoveryCodes
    expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20)
    const { cookie } = await people.firstStep(LENA)
    expect((await people.secondStep(cookie, recoveryCodes[0] ?? '')).status).toBe(422)
    expect((await people.secondStep(cookie, renewed[0] ?? '')).status).toBe(302)
  })
})
