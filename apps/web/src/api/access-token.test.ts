import { expect, test, vi } from 'vitest'
import { createAccessToken } from './access-token.ts'

const jwt = (iat: number, exp: number, mark: string) =>
  `${btoa('{}')}.${btoa(JSON.stringify({ iat, exp, mark }))}.signature`

/** Issues tokens that live five minutes, whatever this machine's clock says. */
function tokens() {
  let now = 1_000
  let made = 0
  const fetch = vi.fn(async () => {
    made += 1
    return Response.json({ accessToken: jwt(5_000_000, 5_000_300, `t${made}`) })
  })
  return { source: createAccessToken({ fetch, elapsed: () => now }), fetch, wait: (ms: number) => (now += ms) }
}

test('access token is requested once when several callers ask at the same time [CALL-SESSION-04]', async () => {
  const { source, fetch } = tokens()
  const [first, second] = await Promise.all([source.get(), source.get()])
  expect(first).toBe(second)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('access token is kept until shortly before it expires, measured by its own lifetime', async () => {
  const { source, fetch, wait } = tokens()
  const first = await source.get()
  wait(269_000)
  expect(await source.get()).toBe(first)
  wait(2_000)
  expect(await source.get()).not.toBe(first)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('access token is renewed once when twenty callers had it refused', async () => {
  const { source, fetch } = tokens()
  const refused = await source.get()
  const renewed = await Promise.all(Array.from({ length: 20 }, () => source.renew(refused)))
  expect(new Set(renewed).size).toBe(1)
  expect(renewed[0]).not.toBe(refused)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test.each([
  [401, 'no_session', 401],
  [500, 'failed', 500],
] as const)(
  'access token request with a %i answer is rejected with that status [OPEN-088]',
  async (status, reason, thrown) => {
    const fetch = async () => Response.json({ code: 'error', reason, message: 'm', requestId: 'r' }, { status })
    await expect(createAccessToken({ fetch, elapsed: () => 0 }).get()).rejects.toMatchObject({ status: thrown })
  },
)

test('access token is requested again after a failure', async () => {
  const answers = [new Response(null, { status: 503 }), Response.json({ accessToken: 'opaque' })]
  const source = createAccessToken({ fetch: async () => answers.shift()!, elapsed: () => 0 })
  await expect(source.get()).rejects.toEqual({ error: 'Server error' })
  await expect(source.get()).resolves.toBe('opaque')
})
