import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf, createSessionApi, type SessionApi } from '../session-api.suite.ts'
import { disableUser } from '../session-ending.ts'

const MINUTE = 60_000

let api: SessionApi
beforeEach(async () => {
  api = await createSessionApi({ SESSION_IDLE_MINUTES: '30', ACCESS_TOKEN_TTL_SECONDS: '3600' })
})
afterEach(() => api.close())

async function signedIn() {
  const cookie = cookiesOf(await api.signIn('lena@foyer.test'))
  const answer = await api.request('/api/get-access-token', { headers: { cookie } })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const headers = { cookie, authorization: `Bearer ${accessToken}` }
  return {
    ask: () => api.request('/api/auth/session', { headers: { cookie } }),
    note: () => api.request('/api/auth/activity', { method: 'POST', headers: { cookie } }),
    call: (more: Record<string, string> = {}) =>
      api.request('/api/main/validate-login', { method: 'POST', headers: { ...headers, ...more } }),
  }
}

/** Minutes until the idle end and the absolute end. */
async function left(answer: Response): Promise<{ idle: number; whole: number }> {
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: SessionLife }
  expect(data.idleMinutes).toBe(30)
  const minutesTo = (end: string) => Math.round((Date.parse(end) - Date.parse(data.now)) / MINUTE)
  return { idle: minutesTo(data.idleEndsAt), whole: minutesTo(data.endsAt) }
}

describe('session life [OPEN-093]', () => {
  test('is reported without prolonging it', async () => {
    const { ask } = await signedIn()
    expect(await left(await ask())).toEqual({ idle: 30, whole: 720 })
    api.later(20 * MINUTE)
    expect(await left(await ask())).toEqual({ idle: 10, whole: 700 })
    api.later(9 * MINUTE)
    expect(await left(await ask())).toEqual({ idle: 1, whole: 691 })
    api.later(MINUTE)
    expect((await ask()).status).toBe(401)
  })

  test('grows with noted activity, and never beyond twelve hours', async () => {
    const { ask, note } = await signedIn()
    for (let minutes = 0; minutes < 700; minutes += 25) {
      api.later(25 * MINUTE)
      expect((await left(await note())).whole).toBe(720 - minutes - 25)
    }
    expect(await left(await ask())).toEqual({ idle: 20, whole: 20 })
    api.later(20 * MINUTE)
    expect((await note()).status).toBe(401)
  })

  test('stays over when activity is noted after its end', async () => {
    const { ask, note } = await signedIn()
    api.later(30 * MINUTE)
    expect((await note()).status).toBe(401)
    expect((await ask()).status).toBe(401)
  })

  test('is refused for a disabled user', async () => {
    const { ask, note } = await signedIn()
    await api.parts.database.system((tx) => disableUser(tx, 'usr_lena', api.parts))
    expect([(await ask()).status, (await note()).status]).toEqual([401, 401])
  })
})

describe('a call counts as use of its session [OPEN-093]', () => {
  test('unless its header says that nobody is there', async () => {
    const { ask, call } = await signedIn()
    api.later(10 * MINUTE)
    expect((await call({ activity: 'none' })).status).toBe(200)
    expect(await left(await ask())).toMatchObject({ idle: 20 })
    api.later(20 * MINUTE)
    expect((await call({ activity: 'none' })).status).toBe(401)
  })

  test.each([{}, { activity: 'input' }, { activity: '' }])('with the headers %j', async (headers) => {
    const { ask, call } = await signedIn()
    api.later(10 * MINUTE)
    expect((await call(headers as Record<string, string>)).status).toBe(200)
    expect(await left(await ask())).toMatchObject({ idle: 30 })
  })
})
