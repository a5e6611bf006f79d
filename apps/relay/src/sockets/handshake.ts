/** Who may connect at all. Everything is checked before the connection exists. */
import type { IncomingMessage } from 'node:http'
import type { Refused } from '@foyer/contracts/live.ts'
import type { Metrics } from '../metrics.ts'
import type { createSocketLimit } from './limits.ts'
import type { RelaySocket } from './socket.ts'
import type { Tokens } from './tokens.ts'

interface Parts {
  readonly tokens: Tokens
  readonly socketLimit: ReturnType<typeof createSocketLimit>
  readonly metrics: Metrics
  /** Not while it stops, nor before it knows which sessions ended. */
  isOpen(): boolean
}

/** What `connect_error` carries: Socket.IO sends the message and `data` of an error to the browser. */
export class HandshakeError extends Error {
  readonly data: { code: Refused['code'] }

  constructor(code: Refused['code']) {
    super(code)
    this.data = { code }
  }
}

export function createHandshake({ tokens, socketLimit, metrics, isOpen }: Parts) {
  async function admit(socket: RelaySocket): Promise<Refused['code'] | null> {
    if (!isOpen()) return 'unavailable'
    const { auth } = socket.handshake
    const verdict = await tokens.verify(auth.token)
    // The socket keeps its handshake for life, and a token has no business there.
    delete auth.token
    if ('refused' in verdict) return verdict.refused
    const free = socketLimit.take(verdict.claims.sub)
    if (!free) return 'rate_limited'
    // The connection may end before the socket begins, and the socket before the connection.
    socket.conn.once('close', free)
    socket.once('disconnect', free)
    if (socket.conn.readyState !== 'open') free()
    socket.data.claims = verdict.claims
    socket.data.seat = null
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
 * CORS settings don't stop a WebSocket from another site; this does. A browser always names the origin of a WebSocket;
 * whoever names none is no browser, and carries nobody's cookies: there the token alone decides.
 */
export function isAllowedOrigin(req: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin, host } = req.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  // Also the very address that was asked, such as a LAN's: the API takes it for its own as well.
  return origin === new URL(publicUrl).origin || new URL(origin).host === host
}
