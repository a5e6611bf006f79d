import { beforeEach, expect, test } from 'vitest'
import { createStorage, script } from './page-world.suite.ts'

const { createApi, Refused } = await script('./api.js')
const { createStore } = await script('./store.js')

/** A fake API: it knows visitors by their secret, and its tokens work until they are spoilt. */
function createServer() {
  const asked: string[] = []
  const secrets = new Map<string, string>()
  let tokens = new Map<string, string>()
  const answer = (status: number, reply: object, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(reply), { status, headers })
  const tokenOf = (visitorId: string) => {
    const token = `token ${asked.length}`
    tokens.set(token, visitorId)
    return token
  }
  return {
    asked,
    spoilTokens: () => {
      tokens = new Map()
    },
    forget: () => secrets.clear(),
    async fetch(path: string, { headers, body = '{}' }: { headers: Record<string, string>; body?: string }) {
      asked.push(path)
      const given = JSON.parse(body)
      if (path === '/api/chat/session') {
        const visitorId = `visitor ${secrets.size}`
        secrets.set(visitorId, `secret of ${visitorId}`)
        return answer(200, { data: { visitorId, secret: `secret of ${visitorId}`, token: tokenOf(visitorId) } })
      }
      if (path === '/api/chat/token') {
        if (secrets.get(given.visitorId) !== given.secret) return answer(401, { message: 'Nobody is known by this.' })
        return answer(200, { data: { token: tokenOf(given.visitorId) } })
      }
      const visitorId = tokens.get((headers.Authorization ?? '').replace('Bearer ', ''))
      if (visitorId === undefined) return answer(401, { message: 'Sign in first.' })
      if (given.message === 'too much') return answer(429, { message: 'Wait.' }, { 'Retry-After': '7' })
      return answer(200, { data: { visitorId } })
    },
  }
}

let server: ReturnType<typeof createServer>
let storage: ReturnType<typeof createStorage>
const open = () => createApi({ organizationId: 'o1', store: createStore(storage, 'o1'), fetch: server.fetch })
const said = { clientId: 'c1', message: 'Hello' }

beforeEach(() => {
  server = createServer()
  storage = createStorage()
})

test('api asks for no visitor before the first message, and two messages at once make one [INBOX-02]', async () => {
  const api = open()
  expect([await api.read(null), await api.token(), server.asked]).toEqual([null, null, []])
  const [one, two] = await Promise.all([api.send(said), api.send(said)])
  expect([one, two]).toEqual([{ visitorId: 'visitor 0' }, { visitorId: 'visitor 0' }])
  expect(server.asked.filter((path) => path === '/api/chat/session')).toHaveLength(1)
})

test('api keeps the visitor when the page is reloaded or opened in another tab [INBOX-02]', async () => {
  await open().send(said)
  expect(await open().send(said)).toEqual({ visitorId: 'visitor 0' })
  expect(server.asked.filter((path) => path === '/api/chat/session')).toHaveLength(1)
})

test('api renews an expired token and repeats the call [SEC-01]', async () => {
  const api = open()
  await api.send(said)
  server.spoilTokens()
  expect(await api.send(said)).toEqual({ visitorId: 'visitor 0' })
  expect(server.asked.slice(-3)).toEqual(['/api/chat/messages', '/api/chat/token', '/api/chat/messages'])
})

test('api starts as a new visitor with the next message when the clinic no longer knows the old one [SEC-01]', async () => {
  const api = open()
  await api.send(said)
  server.forget()
  server.spoilTokens()
  expect(await api.read(null)).toBeNull()
  expect(api.isKnown()).toBe(false)
  expect(await api.send(said)).toEqual({ visitorId: 'visitor 0' })
})

test("api's refusal carries its message and the time to wait [OPEN-048]", async () => {
  const api = open()
  const refused = await api.send({ ...said, message: 'too much' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({ status: 429, message: 'Wait.', retryMs: 7000, isFinal: false })
})

test('store keeps values in memory when the browser blocks storage in a frame [INBOX-02]', async () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const store = createStore({ getItem: forbidden, setItem: forbidden, removeItem: forbidden }, 'o1')
  const api = createApi({ organizationId: 'o1', store, fetch: server.fetch })
  await api.send(said)
  expect(api.isKnown()).toBe(true)
  store.remove('visitor')
  expect(api.isKnown()).toBe(false)
})
