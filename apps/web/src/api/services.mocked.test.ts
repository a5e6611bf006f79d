import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'

// None of the services' own calls has a contract yet: this is one like theirs.
vi.mock('virtual:calls', async (original) => {
  const { default: table } = await original<typeof import('virtual:calls')>()
  return { default: { ...table, visits: { method: 'GET', path: '/api/services/visits', bare: true } } }
})
// Another file of this worker may have loaded the client with the true table.
vi.resetModules()
const { createApi } = await import('./client.ts')

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the one way that a test has
  document.cookie = 'services_access_token=; Max-Age=0'
})

const setCookie = (token: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server would
  document.cookie = `services_access_token=${token}`
}

type Answer = (bearer: string) => Response

/** A server whose services take one token, and which gives out another each time: "T1", "T2". */
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

describe('the services', () => {
  test('[CALL-SERVICES-03] take the token of the cookie', async () => {
    setCookie('T')
    const { visits, refreshes, tries } = services(only('T'))
    expect(await visits()).toEqual({ ok: true })
    expect([refreshes(), tries()]).toEqual([[], ['T']])
  })

  test('[CALL-SERVICES-03] without one it is fetched first, as the user', async () => {
    const { visits, refreshes, tries } = services(only('T1'))
    await visits()
    expect([refreshes(), tries()]).toEqual([['user'], ['T1']])
  })

  test('[CALL-SERVICES-04] [ERR-12] 401 once: one refresh, one retry with the new token', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'))
    expect(await visits()).toEqual({ ok: true })
    expect([refreshes(), tries()]).toEqual([['user'], ['old', 'T1']])
    expect(document.cookie).toContain('services_access_token=T1')
  })

  test('[OPEN-089] twenty at a time that are refused share one refresh, each is tried once more', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'))
    await Promise.all(Array.from({ length: 20 }, visits))
    expect(refreshes()).toHaveLength(1)
    expect(tries().filter((token) => token === 'old')).toHaveLength(20)
    expect(tries().filter((token) => token === 'T1')).toHaveLength(20)
  })

  test('[ERR-12] 401 twice: one refresh, one retry, then it is thrown', async () => {
    expectConsole('error')
    setCookie('old')
    const { visits, refreshes, tries } = services(() => new Response(null, { status: 401 }))
    await expect(visits()).rejects.toMatchObject({ status: 401 })
    expect([refreshes().length, tries().length]).toEqual([1, 2])
  })

  test('[ERR-12] a refresh that fails: no retry', async () => {
    expectConsole('error')
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'), () => new Response(null, { status: 503 }))
    await expect(visits()).rejects.toMatchObject({ status: 503 })
    expect([refreshes().length, tries().length]).toEqual([1, 1])
  })

  test('[OPEN-089] [OPEN-045] twenty whose refresh is refused fail together, and the session is looked at once', async () => {
    expectConsole('error')
    setCookie('old')
    const refused = () => new Response(null, { status: 401 })
    const { visits, refreshes, tries, onUnauthenticated } = services(only('T1'), refused)
    const ended = await Promise.allSettled(Array.from({ length: 20 }, visits))
    expect(ended.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
    // One refresh, made once more with the user's bearer renewed.
    expect(refreshes()).toEqual(['user', 'user again'])
    expect(tries()).toEqual(Array(20).fill('old'))
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  test('[OPEN-089] [CALL-SERVICES-04] what another tab has refreshed meanwhile is taken, without a refresh of one’s own', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services((bearer) => {
      if (bearer === 'T9') return Response.json({ ok: true })
      setCookie('T9')
      return new Response(null, { status: 401 })
    })
    await visits()
    expect([refreshes(), tries()]).toEqual([[], ['old', 'T9']])
  })

  test('[OPEN-089] those whose refusal comes late share the refresh of those before them', async () => {
    setCookie('old')
    const { visits, refreshes, tries } = services(only('T1'))
    const early = visits()
    await Promise.resolve()
    const late = Array.from({ length: 5 }, visits)
    await Promise.all([early, ...late])
    expect(refreshes()).toEqual(['user'])
    expect(tries().filter((token) => token === 'T1')).toHaveLength(6)
  })

  test('[ERR-12] of a session that stands nobody is in doubt', async () => {
    expectConsole('error')
    setCookie('old')
    const { visits, onUnauthenticated } = services(() => new Response(null, { status: 401 }))
    await expect(visits()).rejects.toMatchObject({ status: 401 })
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test.each([403, 500])('[ERR-12] %i: no refresh', async (status) => {
    expectConsole('error')
    setCookie('old')
    const { visits, refreshes, tries } = services(() => new Response(null, { status }))
    await expect(visits()).rejects.toMatchObject({ status })
    expect([refreshes().length, tries().length]).toEqual([0, 1])
  })
})
