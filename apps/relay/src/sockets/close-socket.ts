/**
 * The reasons for which the relay closes a socket. The browser does not receive them: it reconnects with its current
 * token and is admitted or refused as `unauthenticated`. The numbers are for logs and lie in WebSocket's range for
 * applications.
 */
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'

export const closeReasons = {
  token_expired: { number: 4001, sentence: 'The access token ran out and was not renewed.' },
  revoked: { number: 4002, sentence: 'The session ended.' },
  not_a_member: { number: 4003, sentence: 'The new token no longer names the organization.' },
  draining: { number: 4004, sentence: 'This relay is stopping.' },
  too_slow: { number: 4005, sentence: 'The client did not read what it was sent.' },
} as const

export type CloseReason = keyof typeof closeReasons

export interface Closable {
  readonly id: string
  disconnect(close: boolean): unknown
}

export function createCloseSocket({ log, metrics }: { log: Logger; metrics: Metrics }) {
  return (socket: Closable, reason: CloseReason): void => {
    metrics.goodbyes.inc({ reason })
    log.info({ ...closeReasons[reason], socketId: socket.id }, 'socket closed')
    socket.disconnect(true)
  }
}
