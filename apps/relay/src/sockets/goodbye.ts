/**
 * Why the relay closes a socket. The browser needs no word of it: it connects again with the token that it then has,
 * and is let in or told `unauthenticated`. The numbers are for logs, as those of WebSocket's own range for
 * applications.
 */
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { RelaySocket } from './socket.ts'

export const goodbyes = {
  token_expired: { number: 4001, sentence: 'The access token ran out and was not renewed.' },
  revoked: { number: 4002, sentence: 'The session ended.' },
  not_a_member: { number: 4003, sentence: 'The new token no longer names the organization.' },
  draining: { number: 4004, sentence: 'This relay is stopping.' },
} as const

export type Goodbye = keyof typeof goodbyes

export function createGoodbye({ log, metrics }: { log: Logger; metrics: Metrics }) {
  return (socket: RelaySocket, reason: Goodbye): void => {
    metrics.goodbyes.inc({ reason })
    log.info({ ...goodbyes[reason], socketId: socket.id }, 'socket closed')
    socket.disconnect(true)
  }
}
