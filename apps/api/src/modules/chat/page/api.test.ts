import { beforeEach, expect, test } from 'vitest'
import { createStorage, script } from './page-world.suite.ts'

const { createApi, Refused } = await script('./api.js')
const { createStore } = await script('./store.js')

/** The calls as the API answers them: a visitor is known by a secret, a token is good until it is spoilt. */
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

test('[INBOX-02] who has not written is nobody, and two messages at once make one visitor', async () => {
  const api = open()
  expect([await api.read(null), await api.token(), server.asked]).toEqual([null, null, []])
  const [one, two] = await Promise.all([api.send(said), api.send(said)])
  expect([one, two]).toEqual([{ visitorId: 'visitor 0' }, { visitorId: 'visitor 0' }])
  expect(server.asked.filter((path) => path === '/api/chat/session')).toHaveLength(1)
})

test('[INBOX-02] a page that is loaded again goes on as the same visitor, and so does another tab', async () => {
  await open().send(said)
  expect(await open().send(said)).toEqual({ visitorId: 'visitor 0' })
  expect(server.asked.filter((path) => path === '/api/chat/session')).toHaveLength(1)
})

test('[SEC-01] a token that ran out is renewed and the call made again, without anybody noticing', async () => {
  const api = open()
  await api.send(said)
  server.spoilTokens()
  expect(await api.send(said)).toEqual({ visitorId: 'visitor 0' })
  expect(server.asked.slice(-3)).toEqual(['/api/chat/messages', '/api/chat/token', '/api/chat/messages'])
})

test('[SEC-01] whom the clinic knows no more begins anew with the next message, and reads nothing before', async () => {
  const api = open()
  await api.send(said)
  server.forget()
  server.spoilTokens()
  expect(await api.read(null)).toBeNull()
  expect(api.isKnown()).toBe(false)
  expect(await api.send(said)).toEqual({ visitorId: 'visitor 0' })
})

test('[OPEN-048] a refusal carries its words and how long to wait', async () => {
  const api = open()
  const refused = await api.send({ ...said, message: 'too much' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({ status: 429, message: 'Wait.', retryMs: 7000, isFinal: false })
})

test('[INBOX-02] where the browser keeps nothing for a frame, the page remembers for as long as it is open', async () => {
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
