/** Two relay processes, and what happens to clients when one of them ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Envelope } from '@foyer/contracts/event.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EPOCH } from '../test/events.ts'
import { ORIGIN, SECRET, startFakeApi } from '../test/fake-api.ts'
import { KEY } from '../test/redis-logs.ts'
import { freePort, startRedis } from '../test/redis-server.ts'
import { createScreen } from '../test/screen.ts'
import { ORG, seqsOf } from '../test/two-relays.ts'
import { sign } from '../test/world.ts'
import { systemClock } from './clock.ts'

const NODE = path.resolve(import.meta.dirname, '../../../node_modules/.bin/node')
/** A limit for a busy machine, on which two processes start at once beside other tests. */
const START_MS = 60_000

async function startRelay(env: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(NODE, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      PORT: `${port}`,
      PUBLIC_URL: ORIGIN,
      RELAY_SECRET: SECRET,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ready = () => fetch(`${url}/readyz`).then((answer) => answer.json() as Promise<{ status: string }>)
  await vi.waitFor(async () => expect((await ready()).status).toBe('ready'), { timeout: START_MS })
  return { url, child }
}

async function start() {
  const [redis, api] = await Promise.all([startRedis(), startFakeApi(systemClock)])
  onTestFinished(() => api.stop())
  const env = { API_URL: api.url, REDIS_URL: redis.url, REDIS_DATA_KEY: KEY.toString('base64') }
  const [first, second] = await Promise.all([startRelay(env), startRelay(env)])
  const screenAt = async ({ url }: { url: string }, sub: string) => {
    const screen = createScreen(url, await api.token({ sub }))
    onTestFinished(() => void screen.close())
    expect(await screen.opened()).toBe('connected')
    return screen
  }
  /**
   * Posts events as the API's dispatcher does. A relay that doesn't accept them is retried later or finds them by
   * itself.
   */
  const tell = async ({ url }: { url: string }, events: Envelope[]) => {
    const body = JSON.stringify({ events })
    const headers = { ...sign(body, { at: new Date() }), 'content-type': 'application/json' }
    await fetch(`${url}/relay/webhooks/inbox`, { method: 'POST', headers, body }).catch(() => undefined)
  }
  const traffic = async (changes: number) => {
    for (let index = 0; index < changes; index += 1) {
      const events = api.append(ORG, {}, {})
      await Promise.all([first, second].map((relay) => tell(relay, events)))
    }
  }
  return { redis, api, first, second, screenAt, traffic }
}

const upTo = (head: number) => Array.from({ length: head }, (_, index) => index + 1)

test('clients continue from their position at the other relay after SIGTERM [DESIGN-16] [OPEN-097]', async () => {
  const { api, first, second, screenAt, traffic } = await start()
  const leaving = await screenAt(first, 'usr_lena')
  const staying = await screenAt(second, 'usr_dana')
  await leaving.subscribe({ epoch: EPOCH, after: 0 })
  await staying.subscribe({ epoch: EPOCH, after: 0 })
  await traffic(10)
  const draining = once(leaving.socket as unknown as import('node:events').EventEmitter, 'draining')
  first.child.kill('SIGTERM')
  await Promise.all([traffic(10), draining])
  const had = [seqsOf(leaving), leaving.position()] as const
  leaving.close()
  const [code] = await Promise.all([once(first.child, 'exit'), traffic(10)])
  expect(code[0]).toBe(0)
  const again = await screenAt(second, 'usr_lena')
  await again.subscribe({ epoch: EPOCH, after: had[1] })
  await traffic(10)
  const head = api.logOf(ORG).events.length
  await Promise.all([again.reach(head), staying.reach(head)])
  expect([...had[0], ...seqsOf(again)]).toEqual(upTo(head))
  expect(seqsOf(staying)).toEqual(upTo(head))
})

test('other relay continues after kill -9, and presence of the dead relay disappears [OPEN-097]', async () => {
  const { api, first, second, screenAt, traffic } = await start()
  const dying = await screenAt(first, 'usr_lena')
  const staying = await screenAt(second, 'usr_dana')
  await dying.subscribe({ epoch: EPOCH, after: 0 })
  await staying.subscribe({ epoch: EPOCH, after: 0 })
  await staying.watch('con_1')
  await dying.socket.emitWithAck('presence', { organizationId: ORG, conversationId: 'con_1', state: 'replying' })
  await vi.waitFor(() => expect(staying.present.at(-1)?.staff).toHaveLength(1))
  first.child.kill('SIGKILL')
  await traffic(20)
  await vi.waitFor(() => expect(dying.closed).not.toBeNull())
  const had = [seqsOf(dying), dying.position()] as const
  const again = await screenAt(second, 'usr_lena')
  await again.subscribe({ epoch: EPOCH, after: had[1] })
  const head = api.logOf(ORG).events.length
  await Promise.all([again.reach(head), staying.reach(head)])
  expect([...had[0], ...seqsOf(again)]).toEqual(upTo(head))
  await vi.waitFor(() => expect(staying.present.at(-1)?.staff).toEqual([]))
})
