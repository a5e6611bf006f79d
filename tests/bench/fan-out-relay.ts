/** The real relay, with an in-memory API beside it: keys, heads, feed. Updates enter where a webhook's events do. */
import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { FeedPage } from '@foyer/contracts/feed.ts'
import { systemClock } from '@foyer/relay/clock.ts'
import { readRelayConfig } from '@foyer/relay/config.ts'
import { createRelay } from '@foyer/relay/relay.ts'
import { growYoungGenerationAtOnce } from '@foyer/relay/young-generation.ts'
import { pino } from 'pino'
import { BACKLOG, EPOCH, KEY_ID, ORGANIZATION, type SendUpdates, type Serve, updateAt } from './fan-out-wire.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export async function serveRelay(
  http: HttpServer,
  serve: Serve,
  head: () => number,
  keys: () => number,
): Promise<SendUpdates> {
  // The same as in the relay's `main.ts`.
  growYoungGenerationAtOnce()
  const answer = (url: URL): object | undefined => {
    if (url.pathname === '/api/auth/jwks')
      return { keys: [{ ...serve.publicKey, kid: KEY_ID, alg: 'EdDSA', use: 'sig' }] }
    if (url.pathname === '/api/auth/revocations') return { revocations: [] }
    if (url.pathname === '/api/inbox/heads') {
      return { heads: [{ organizationId: ORGANIZATION, epoch: EPOCH, head: head() }] }
    }
    if (url.pathname !== '/api/inbox/events') return undefined
    const after = Number(url.searchParams.get('after'))
    const count = Math.min(Number(url.searchParams.get('limit')), head() - after)
    const events = Array.from({ length: Math.max(0, count) }, (_, index) => updateAt(after + index + 1, keys()))
    return { epoch: EPOCH, head: head(), oldest: 1, counts: noCounts, events } satisfies FeedPage
  }
  http.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const found = answer(new URL(req.url ?? '/', 'http://localhost'))
    if (!found) return relay.app(req, res)
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => http.listen({ port: serve.port, host: '127.0.0.1', backlog: BACKLOG }, resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const relay = createRelay({
    config: readRelayConfig({ API_URL: url, PUBLIC_URL: url, RELAY_SECRET: SECRET, ...serve.env }),
    clock: systemClock,
    log: pino({ level: 'warn' }),
    newId: randomUUID,
    random: Math.random,
  })
  relay.attach(http)
  await relay.start()
  return (updates) => void relay.take(ORGANIZATION, updates)
}
