import { accountSchema, openSessionSchema } from '@foyer/contracts/session/account-calls.ts'
import type { Request } from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '../kept-refusal.ts'
import { createLoginLimit } from '../login-limit.ts'
import { hashPassword } from '../password.ts'
import { createSessionApi, PASSWORD, type SessionApi } from '../session-api.suite.ts'
import { beginSession } from '../session-beginning.ts'
import { disableUser, enableUser, endAllSessions } from '../session-ending.ts'
import { CHROME, createPeople } from './account.suite.ts'
import { createOwnAccount } from './own-account.ts'

let api: SessionApi
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  api = await createSessionApi({ SESSION_IDLE_MINUTES: '30' })
  people = createPeople(api)
})
afterAll(() => api.close())

test("account call returns the caller's account and saves a new name", async () => {
  const { token } = await people.enter('sam@foyer.test')
  const { data } = await people.ask('account', { token })
  expect(accountSchema.parse(data)).toEqual({
    ...{ _id: 'usr_sam', name: 'Sam', email: 'sam@foyer.test', hasPassword: true, identityProvider: null },
    secondFactor: { on: false, since: null, recoveryCodesLeft: 0 },
  })
  const changed = await people.ask('account', { token }, { name: '  Samuel Reyes ' })
  expect(changed.data).toMatchObject({ _id: 'usr_sam', name: 'Samuel Reyes' })
  expect((await people.ask('account', { token })).data.name).toBe('Samuel Reyes')
  const rows = await api.store.query(`select user_id, outcome from audit_log where call = 'POST /api/auth/account'`)
  expect(rows).toEqual([{ user_id: 'usr_sam', outcome: 'ok' }])
})

test("sessions call lists the caller's own sessions, the last used first, by device name and not by header [T8]", async () => {
  const other = await people.enter('lena@foyer.test')
  const over = await people.enter('lena@foyer.test')
  api.later(31 * 60_000)
  const here = await people.enter('lena@foyer.test')
  api.later(60_000)
  const { cookies } = await beginSession(api.parts, { userId: 'usr_lena', userAgent: 'x'.repeat(10_000) })
  const there = await people.as((cookies[0] ?? '').split(';')[0] ?? '')
  api.later(120_000)
  const { data } = await people.ask('sessions', { token: here.token })
  const list = openSessionSchema.array().parse(data)
  expect(list.map(({ current, device }) => [current, device])).toEqual([
    [true, 'Chrome on Windows'],
    [false, null],
  ])
  expect(JSON.stringify(data)).not.toContain(CHROME.slice(0, 11))
  expect([await people.status(other), await people.status(over)]).toEqual([401, 401])

  const revoke = (sessionId: string, token: string) => people.ask('sessions/revoke', { token }, { sessionId })
  const id = list[1]?._id ?? ''
  const sam = await people.enter('sam@foyer.test')
  const bySam = await revoke(id, sam.token)
  expect([bySam.status, bySam.problem.reason]).toEqual([404, 'not_found'])
  expect(await people.status(there)).toBe(200)
  expect((await revoke(id, here.token)).status).toBe(200)
  expect([await people.status(there), await people.status(here)]).toEqual([401, 200])
  expect(await api.store.query('select sid, sub from revocations')).toEqual([{ sid: id, sub: 'usr_lena' }])
  for (const absent of [id, 'absent']) expect((await revoke(absent, here.token)).status, absent).toBe(404)
})

test('a confirmed password no longer counts when the session ended or the password changed since [T8]', async () => {
  const own = createOwnAccount(api.parts, { limit: createLoginLimit(api.parts) })
  const userId = 'usr_sam'
  const confirm = async () => {
    const { sessionId } = await beginSession(api.parts, { userId, userAgent: undefined })
    const caller = { userId, sessionId, organizations: [] }
    const writeAccount: Parameters<typeof own.confirm>[0]['writeAccount'] = (work) => decide(api.parts, work)
    return own.confirm({ caller, req: { ip: '127.0.0.1' } as Request, writeAccount, password: PASSWORD })
  }
  const change = (confirmed: Awaited<ReturnType<typeof confirm>>) => own.change(confirmed, async () => 'changed')
  expect(await change(await confirm())).toBe('changed')
  const ended = await confirm()
  await api.parts.database.system((tx) => endAllSessions(tx, userId, api.parts))
  await expect(change(ended)).rejects.toMatchObject({ reason: 'no_session' })
  const former = await confirm()
  await api.store.query(`update account set password = $1 where "userId" = $2`, [await hashPassword('another'), userId])
  await expect(change(former)).rejects.toMatchObject({ reason: 'wrong_password' })
})

test('beginSession makes a new session each time, and none for a disabled user [T7] [OPEN-077]', async () => {
  const begin = () => beginSession(api.parts, { userId: 'usr_sam', userAgent: undefined })
  const [one, two] = [await begin(), await begin()]
  expect(one.sessionId).not.toBe(two.sessionId)
  expect(one.cookies).toEqual([
    expect.stringMatching(/^session=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  await api.parts.database.system((tx) => disableUser(tx, 'usr_sam', api.parts))
  await expect(begin()).rejects.toMatchObject({ reason: 'disabled' })
  await expect(beginSession(api.parts, { userId: 'absent', userAgent: undefined })).rejects.toMatchObject({
    reason: 'no_session',
  })
  await api.parts.database.system((tx) => enableUser(tx, 'usr_sam', api.parts))
})

test('account changes are rolled back when their audit row cannot be written [OPEN-044] [T8]', async () => {
  const { query } = api.store
  const [here, there] = [await people.enter('lena@foyer.test'), await people.enter('lena@foyer.test')]
  const [{ id: sessionId } = { id: '' }] = await query<{ id: string }>(
    'select id from session order by "createdAt" limit 1',
  )
  const state = () =>
    query(
      'select name, password, (select count(*) from session) from "user" natural join (select "userId" as id, password from account) as a',
    )
  const before = await state()
  await query(`create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'full'; end $$`)
  await query(`create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`)
  const bodies = {
    'change-password': { currentPassword: PASSWORD, newPassword: 'another good long one' },
    'second-factor/begin': { password: PASSWORD },
    'sessions/revoke': { sessionId },
    account: { name: 'Another Name' },
    'logout-all': {},
  }
  for (const [path, body] of Object.entries(bodies)) {
    const answer = await people.ask(path, here, body)
    expect([answer.status, answer.cookie], path).toEqual([500, ''])
  }
  await query('drop trigger refuse_audit on audit_log')
  expect(await state()).toEqual(before)
  expect(await query('select from second_factors')).toEqual([])
  expect([await people.status(here), await people.status(there)]).toEqual([200, 200])
})
