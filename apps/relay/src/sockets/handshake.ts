/** Decides whether a client may connect. All checks run before the connection is accepted. */
import type { IncomingMessage } from 'node:http'
import type { Refused } from '@foyer/contracts/live.ts'
import type { Metrics } from '../metrics.ts'
import type { createSocketLimit } from './limits.ts'
import type { RelaySocket } from './socket.ts'
import type { Tokens } from './tokens.ts'

interface Dependencies {
  readonly tokens: Tokens
  readonly socketLimit: ReturnType<typeof createSocketLimit>
  readonly metrics: Metrics
  /** False while the relay drains, and before it has loaded the ended sessions. */
  isOpen(): boolean
}

/** The error behind `connect_error`: Socket.IO sends its message and `data` to the browser. */
export class HandshakeError extends Error {
  readonly data: { code: Refused['code'] }

  constructor(code: Refused['code']) {
    super(code)
    this.data = { code }
  }
}

export function createHandshake({ tokens, socketLimit, metrics, isOpen }: Dependencies) {
  async function admit(socket: RelaySocket): Promise<Refused['code'] | null> {
    if (!isOpen()) return 'unavailable'
    const { auth } = socket.handshake
    const verdict = await tokens.verify(auth.token, auth.ticket)
    // The socket keeps its handshake object for life, so the token and its ticket are removed from it.
    delete auth.token
    delete auth.ticket
    if ('refused' in verdict) return verdict.refused
    const free = socketLimit.take(verdict.claims.sub)
    if (!free) return 'rate_limited'
    // Either the connection or the socket may end first; `free` may be called twice.
    socket.conn.once('close', free)
    socket.once('disconnect', free)
    if (socket.conn.readyState !== 'open') free()
    socket.data.claims = verdict.claims
    socket.data.ticket = verdict.ticket
    socket.data.subscription = null
    return null
  }

  return (socket: RelaySocket, next: (error?: Error) => void): void => {
    admit(socket).then(
      (code) => {
        if (code) metrics.refused.inc({ reason: code })
        next(code ? new HandshakeError(code) : undefined)
      },
      () => next(new HandshakeError('unavailable')),
    )
  }
}

/**
 * Checks the origin of a WebSocket, because CORS settings don't stop a WebSocket from another site. A browser always
 * sends the origin. A client without one is not a browser and sends no user's cookies, so its token alone decides.
 */
export function isAllowedOrigin(req: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin, host } = req.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  // The requested host is allowed as well, such as a LAN address; the API does the same.
  return origin === new URL(publicUrl).origin || new URL(origin).host === host
}
