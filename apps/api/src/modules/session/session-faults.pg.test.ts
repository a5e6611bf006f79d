import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../../../../tests/support/free-port.ts'
import { until } from '../../../../../tests/support/until.ts'
import { addressThrough, freezable } from '../../db/frozen-wire.suite.ts'
import { cookiesOf, createSessionApi, type SessionApi } from './session-api.suite.ts'

let wire: Awaited<ReturnType<typeof createWire>>
let api: SessionApi
beforeAll(async () => {
  wire = await createWire()
  api = await createSessionApi({ PUBLIC_URL: 'https://foyer.test' }, wire.url)
})
afterAll(async () => {
  await api.close()
  await wire.cut()
})

const get = (path: string, headers: Record<string, string>) => api.request(path, { headers })

test('every cookie is Secure on https and keeps its name [SEC-09] [OPEN-049]', async () => {
  const login = await api.signIn('lena@foyer.test')
  const cookie = cookiesOf(login)
  const access = await get('/api/get-access-token', { cookie })
  const { accessToken } = (await access.json()) as { accessToken: string }
  const services = await get('/api/services/auth/token', { authorization: `Bearer ${accessToken}` })
  const set = [login, access, services].flatMap(({ headers }) => headers.getSetCookie())
  expect(set.map((one) => one.split('=')[0])).toEqual(['session', 'access_token', 'services_access_token'])
  for (const one of set) expect(one.split('; ')).toEqual(expect.arrayContaining(['Secure', 'SameSite=Lax', 'Path=/']))
  for (const one of (await get('/api/auth/logout', { cookie })).headers.getSetCookie())
    expect(one).toContain('; Secure')
})

describe('while the store is unreachable', () => {
  test('calls answer 503 without signing anybody out, and succeed once it is back [STATE-06] [CALL-SESSION-03]', async () => {
    const cookie = cookiesOf(await api.signIn('sam@foyer.test'))
    const { accessToken } = (await (await get('/api/get-access-token', { cookie })).json()) as { accessToken: string }
    await wire.cut()
    const bearer = { authorization: `Bearer ${accessToken}` }
    const away = [
      await get('/api/auth/me', { cookie }),
      await get('/api/get-access-token', { cookie }),
      await get('/api/services/auth/token', bearer),
      await get('/api/auth/logout', { cookie }),
      await get('/api/auth/jwks', {}),
      await api.signIn('sam@foyer.test'),
    ]
    expect(away.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
    for (const answer of away) {
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('retry-after')).not.toBeNull()
      expect(await answer.json()).toMatchObject({ code: 'error', reason: 'unavailable' })
    }

    await wire.mend()
    const back = async (path: string, headers: Record<string, string>) => (await get(path, headers)).status === 200
    await until(() => back('/api/auth/me', { cookie }))
    await until(() => back('/api/services/auth/token', bearer))
  })
})

test('a cookie call answers 503 when the store hangs, and the user stays signed in [STATE-06]', async () => {
  const frozen = await freezable(inject('postgresUrl'))
  const { host } = new URL(frozen.url)
  const hanging = await createSessionApi({}, (store) => addressThrough(store, host))
  const cookie = cookiesOf(await hanging.signIn('lena@foyer.test'))
  frozen.freeze()
  // The store never answers: without a deadline the call would not either.
  const answer = await hanging.request('/api/auth/me', { headers: { cookie } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  frozen.thaw()
  await until(async () => (await hanging.request('/api/auth/me', { headers: { cookie } })).status === 200)
  await hanging.close()
  await frozen.close()
})

/** A TCP proxy to the store that can be cut: connections break, and new ones are refused. */
async function createWire() {
  const open = new Set<Socket>()
  const target = new URL(inject('postgresUrl'))
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  const port = await freePort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  return {
    url: (store: string) => addressThrough(store, `127.0.0.1:${port}`),
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
    mend: listen,
  }
}
