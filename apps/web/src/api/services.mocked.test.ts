import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'

// No services' call has a contract yet, so the test adds one.
vi.mock('virtual:calls', async (original) => {
  const { default: table } = await original<typeof import('virtual:calls')>()
  return { default: { ...table, visits: { method: 'GET', path: '/api/services/visits', bare: true } } }
})
// Another test file of this worker may have loaded the client with the real table.
vi.resetModules()
const { createApi } = await import('./client.ts')

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: a test has no other way
  document.cookie = 'services_access_token=; Max-Age=0'
})

const setCookie = (token: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: sets the cookie like the server
  document.cookie = `services_access_token=${token}`
}

type Answer = (bearer: string) => Response

/** A server whose services accept one token, and which issues a new one each time: "T1", "T2". */
function services(answer: Answer, refresh: () => Response | undefined = () => undefined) {
  const onUnauthenticated = vi.fn()
  const requests: { path: string; bearer: string }[] = []
  let made = 0
  const api = createApi({
    fetch: async (path, init) => {
      const bearer = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? ''
      requests.push({ path, bearer })
      if (path !== '/api/services/auth/token') return answer(bearer)
      const refused = refresh()
      if (refused) return refused
      made += 1
      setCookie(`T${made}`)
      return Response.json({ token: `T${made}` })
    },
    token: { get: async () => 'user', renew: async () => 'user again' },
    cookies: () => document.cookie,
    organizationId: () => 'org_1',
    userId: () => 'usr_1',
    timezone: () => 'America/Chicago',
    isAttended: () => true,
    onUnauthenticated,
  })
  const visits = () => (api as (name: string) => Promise<unknown>)('visits')
  const asked = (path: string) => requests.filter((request) => request.path === path).map(({ bearer }) => bearer)
  return {
    visits,
    onUnauthenticated,
    refreshes: () => asked('/api/services/auth/token'),
    tries: () => asked('/api/services/visits'),
  }
}

const only =
  (token: string): Answer =>
  (bearer) =>
    bearer === token ? Response.json({ ok: true }) : new Response(null, { status: 401 })

describe('services call', () => {
  test('takes the token of the cookie [CALL-SERVICES-03]', async () => {
    setCookie('T')
    const { visits, refreshes, tries } = services(only('T'))
    expect(await visits()).toEqual({ ok: true })
    expect([refreshes(), tries()]).toEqual([[], ['T']])
  })

  test('fetches a token as the user when there is none [CALL-SERVICES-03]', async () => {
    const { visits, refreshes, tries } = services(only('T1'))
    await visits()
    expect([refreshes(), tries()]).toEqual([['user'], ['T1']])
  })

  test('refreshes once and retries with the new token when it gets 401 [CALL-SERVICES-04] [ERR-12]', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'))
    expect(await visits()).toEqual({ ok: true })
    expect([refreshes(), tries()]).toEqual([['user'], ['old', 'T1']])
    expect(document.cookie).toContain('services_access_token=T1')
  })

  test('shares one refresh and retries once when twenty calls are refused together [OPEN-089]', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'))
    await Promise.all(Array.from({ length: 20 }, visits))
    expect(refreshes()).toHaveLength(1)
    expect(tries().filter((token) => token === 'old')).toHaveLength(20)
    expect(tries().filter((token) => token === 'T1')).toHaveLength(20)
  })

  test('throws after one refresh and one retry when it gets 401 twice [ERR-12]', async () => {
    expectConsole('error')
    setCookie('old')
    const { visits, refreshes, tries } = services(() => new Response(null, { status: 401 }))
    await expect(visits()).rejects.toMatchObject({ status: 401 })
    expect([refreshes().length, tries().length]).toEqual([1, 2])
  })

  test('is not retried when the refresh fails [ERR-12]', async () => {
    expectConsole('error')
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'), () => new Response(null, { status: 503 }))
    await expect(visits()).rejects.toMatchObject({ status: 503 })
    expect([refreshes().length, tries().length]).toEqual([1, 1])
  })

  test('fails with all others when their refresh is refused, and the session is checked once [OPEN-089] [OPEN-045]', async () => {
    expectConsole('error')
    setCookie('old')
    const refused = () => new Response(null, { status: 401 })
    const { visits, refreshes, tries, onUnauthenticated } = services(only('T1'), refused)
    const ended = await Promise.allSettled(Array.from({ length: 20 }, visits))
    expect(ended.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
    // One refresh, repeated once with the user's renewed bearer.
    expect(refreshes()).toEqual(['user', 'user again'])
    expect(tries()).toEqual(Array(20).fill('old'))
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  test('takes the token that another tab has refreshed, without a refresh of its own [OPEN-089] [CALL-SERVICES-04]', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services((bearer) => {
      if (bearer === 'T9') return Response.json({ ok: true })
      setCookie('T9')
      return new Response(null, { status: 401 })
    })
    await visits()
    expect([refreshes(), tries()]).toEqual([[], ['old', 'T9']])
  })

  test('shares the earlier refresh when its refusal comes late [OPEN-089]', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'))
    const early = visits()
    await Promise.resolve()
    const late = Array.from({ length: 5 }, visits)
    await Promise.all([early, ...late])
    expect(refreshes()).toEqual(['user'])
    expect(tries().filter((token) => token === 'T1')).toHaveLength(6)
  })

  test('does not cause a session check when it is refused [ERR-12]', async () => {
    expectConsole('error')
    setCookie('old')
    const { visits, onUnauthenticated } = services(() => new Response(null, { status: 401 }))
    await expect(visits()).rejects.toMatchObject({ status: 401 })
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test.each([403, 500])('does not refresh when it gets %i [ERR-12]', async (status) => {
    expectConsole('error')
    setCookie('old')
    const { visits, refreshes, tries } = services(() => new Response(null, { status }))
    await expect(visits()).rejects.toMatchObject({ status })
    expect([refreshes().length, tries().length]).toEqual([0, 1])
  })
})
