import { Server, type ServerOptions } from 'socket.io'
import { Decoder } from 'socket.io-parser'
import type { RelayConfig } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import { isAllowedOrigin } from './handshake.ts'
import { JsonEncoder } from './json-encoder.ts'
import type { RelayServer } from './socket.ts'

/** Connection-state recovery stays off: it would skip the handshake, and replay from a log position covers more. */
export function createIo({ publicUrl }: RelayConfig, metrics: Metrics): RelayServer {
  return new Server({
    ...IO_OPTIONS,
    allowRequest: (req, decide) => {
      const isAllowed = isAllowedOrigin(req, publicUrl)
      if (!isAllowed) metrics.refused.inc({ reason: 'foreign_origin' })
      decide(isAllowed ? null : 'foreign origin', isAllowed)
    },
  })
}

export const IO_OPTIONS = {
  path: '/socket.io',
  serveClient: false,
  pingInterval: 10_000,
  pingTimeout: 8_000,
  connectTimeout: 10_000,
  maxHttpBufferSize: 65_536,
  perMessageDeflate: false,
  httpCompression: false,
  parser: { Encoder: JsonEncoder, Decoder },
} as const satisfies Partial<ServerOptions>
