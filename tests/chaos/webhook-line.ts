/** A proxy for the API's webhooks to one relay that can lose, repeat, delay and reorder them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * `fail`: the API gets 500 and the relay nothing. `hang`: no answer. `forget`: the relay gets the webhook and the API gets 500.
 * `repeat`: the relay gets it twice. `late`: the API gets 204 at once and the relay gets the webhook later.
 */
export type WebhookState = 'open' | 'fail' | 'hang' | 'forget' | 'repeat' | 'late'

export interface WebhookLine {
  readonly name: string
  readonly url: string
  turn(state: WebhookState, lateMs?: number): void
  /** How often a batch of a log arrived before the previous one was answered; 0 while one dispatcher at a time has the lease. */
  crossings(): number
  close(): Promise<void>
}

export async function openWebhookLine(name: string, target: number): Promise<WebhookLine> {
  let state: WebhookState = 'open'
  let lateMs = 0
  const hung = new Set<ServerResponse>()
  const underWay = new Map<string, Set<ServerResponse>>()
  let crossings = 0

  function watch(log: string, res: ServerResponse) {
    const open = underWay.get(log) ?? new Set()
    const before = [...open]
    underWay.set(log, open.add(res))
    res.once('close', () => open.delete(res))
    // The close of an aborted request may arrive just after the next request.
    setImmediate(() => {
      if (before.some((one) => open.has(one))) crossings += 1
    })
  }

  const forward = async (req: IncomingMessage, body: Buffer): Promise<number> => {
    const headers = Object.fromEntries(
      Object.entries(req.headers).filter(([header]) => /^(webhook-|content-type$)/.test(header)),
    ) as Record<string, string>
    const answer = await fetch(`http://127.0.0.1:${target}${req.url}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }

  async function answer(req: IncomingMessage, body: Buffer, res: ServerResponse): Promise<number> {
    switch (state) {
      case 'fail':
        return 500
      case 'hang':
        hung.add(res)
        res.once('close', () => hung.delete(res))
        return 0
      case 'forget':
        await forward(req, body)
        return 500
      case 'repeat':
        await forward(req, body)
        return forward(req, body)
      case 'late':
        void pause(lateMs, undefined, { ref: false })
          .then(() => forward(req, body))
          .catch(() => undefined)
        return 204
      default:
        return forward(req, body)
    }
  }

  const server = createServer((req, res) => {
    const pieces: Buffer[] = []
    req.on('data', (piece: Buffer) => pieces.push(piece))
    req.on('error', () => undefined)
    req.on('end', () => {
      const body = Buffer.concat(pieces)
      const log = logOf(body)
      if (log !== undefined) watch(log, res)
      answer(req, body, res).then(
        (status) => status > 0 && res.writeHead(status).end(),
        // The relay is down: break the connection, as without the proxy.
        () => res.destroy(),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    name,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(to, ms = 0) {
      state = to
      lateMs = ms
      for (const res of hung) res.destroy()
    },
    crossings: () => crossings,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The organization of the events in a body; undefined without events. */
function logOf(body: Buffer): string | undefined {
  const { events } = JSON.parse(body.toString('utf8')) as { events?: { organizationId: string }[] }
  return events?.[0]?.organizationId
}
