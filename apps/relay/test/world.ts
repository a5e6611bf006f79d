/** Starts a whole relay on a free port, with a fake API and as many clients as a test wants. */
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Envelope } from '@foyer/contracts/event.ts'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Clock, systemClock } from '../src/clock.ts'
import { type RelayConfig, readRelayConfig } from '../src/config.ts'
import { createRelay } from '../src/relay.ts'
import { type ChatPage, createChatPage } from './chat-page.ts'
import { type FakeApi, ORIGIN, SECRET, startFakeApi } from './fake-api.ts'
import { createScreen, type Screen } from './screen.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

interface Settings {
  clock?: Clock
  /** Set when the API's clock differs. */
  apiClock?: Clock
  config?: Partial<RelayConfig>
  /** A shared API, which another relay stops. */
  api?: FakeApi
}

export async function startWorld({ clock = systemClock, apiClock = clock, config, api: shared }: Settings = {}) {
  const api = shared ?? (await startFakeApi(apiClock))
  const base = readRelayConfig({ API_URL: api.url, PUBLIC_URL: ORIGIN, RELAY_SECRET: SECRET, RELAY_WINDOW_MS: '5' })
  const log = pino({ level: 'silent' })
  const parts = { clock, log, newId: randomUUID, random: () => 0 }
  const relay = createRelay({ ...parts, config: { ...base, ...config } })
  const server = createServer(relay.app)
  relay.attach(server)
  server.listen(0)
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const screens: Screen[] = []
  const pages: ChatPage[] = []
  await relay.start()

  onTestFinished(async () => {
    for (const screen of [...screens, ...pages]) screen.close()
    await relay.stop()
    server.closeAllConnections()
    server.close()
    if (!shared) await api.stop()
  })

  async function post(path: string, payload: unknown, headers: Record<string, string> = {}): Promise<number> {
    const body = JSON.stringify(payload)
    const signed = { ...sign(body, { at: clock.now() }), 'content-type': 'application/json', ...headers }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: signed, body })
    await answer.body?.cancel()
    return answer.status
  }

  const tell = (events: readonly Envelope[]) => post('/relay/webhooks/inbox', { events })

  return {
    api,
    relay,
    url,
    post,
    /** Posts events as a webhook. */
    tell,
    /** Appends a change to the API and posts it at once. */
    async change(organizationId: string, ...drafts: Partial<Envelope>[]): Promise<void> {
      const status = await tell(api.append(organizationId, ...drafts))
      if (status !== 204) throw new Error(`The relay answered ${status}.`)
    },
    screen(token: unknown, options: Parameters<typeof createScreen>[2] = {}): Screen {
      const screen = createScreen(url, token, options)
      screens.push(screen)
      return screen
    },
    /** A client that is signed in and connected. */
    async connected(claims: Parameters<typeof api.token>[0] = {}): Promise<Screen> {
      const screen = this.screen(await api.token(claims))
      const outcome = await screen.opened()
      if (outcome !== 'connected') throw new Error(`refused: ${outcome}`)
      return screen
    },
    chat(token: unknown, options: Parameters<typeof createChatPage>[2] = {}): ChatPage {
      const page = createChatPage(url, token, options)
      pages.push(page)
      return page
    },
    /** A patient's page that is connected. */
    async chatting(claims: Parameters<typeof api.visitorToken>[0] = {}): Promise<ChatPage> {
      const page = this.chat(await api.visitorToken(claims))
      const outcome = await page.opened()
      if (outcome !== 'connected') throw new Error(`refused: ${outcome}`)
      return page
    },
    async metric(name: string): Promise<number> {
      const line = (await relay.metrics.metrics()).split('\n').find((one) => one.startsWith(`${name} `))
      return Number(line?.split(' ')[1] ?? Number.NaN)
    },
  }
}

export function sign(
  body: string,
  { id = randomUUID() as string, at, secret = SECRET }: { id?: string; at: Date; secret?: string },
) {
  const timestamp = `${Math.floor(at.getTime() / 1000)}`
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
