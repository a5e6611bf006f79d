/**
 * The direct path to a socket: a WebSocket frame, encoded once for all its receivers, written straight to the TCP
 * connection. Socket.IO's own path costs more per socket than the kernel does.
 *
 * It uses internals of Socket.IO, Engine.IO and ws. Each internal is checked before use, and `proveWire` compares
 * both paths when the relay starts. Where anything differs from what is known, Socket.IO's path is used.
 */
import { Duplex } from 'node:stream'
import { unsentBytes } from './unsent.ts'

interface Connection {
  readonly readyState?: unknown
  readonly upgrading?: unknown
  readonly writeBuffer?: unknown
  readonly transport?: { readonly name?: unknown; readonly socket?: unknown }
}

interface WebSocket {
  readonly readyState?: unknown
  readonly extensions?: unknown
  readonly _socket?: unknown
}

const OPEN = 1

export class Wire {
  readonly #connection: Connection
  #webSocket: WebSocket | null = null
  #tcp: Duplex | null = null

  constructor(connection: unknown) {
    this.#connection = isFields(connection) ? connection : {}
  }

  /**
   * Whether the bytes were written. Order is kept with Socket.IO's path: the direct path writes only when no packet
   * waits above the TCP connection, and TCP keeps the order of its buffer.
   */
  write(bytes: Buffer): boolean {
    const tcp = this.#idle()
    tcp?.write(bytes)
    return tcp !== null
  }

  unsentBytes(): number {
    return this.#idle()?.writableLength ?? unsentBytes(this.#connection)
  }

  /** Corks the connection: everything sent within `work` leaves in one write. */
  together(work: () => void): void {
    const tcp = this.#idle()
    tcp?.cork()
    try {
      work()
    } finally {
      tcp?.uncork()
    }
  }

  #idle(): Duplex | null {
    const { readyState, writeBuffer } = this.#connection
    if (readyState !== 'open' || !Array.isArray(writeBuffer) || writeBuffer.length > 0) return null
    if (this.#tcp === null) this.#find()
    return this.#webSocket?.readyState === OPEN ? this.#tcp : null
  }

  /** The transport is looked up once: after the upgrade to WebSocket it stays the same. */
  #find(): void {
    const { upgrading, transport } = this.#connection
    if (upgrading !== false || transport?.name !== 'websocket' || !isFields(transport.socket)) return
    const webSocket: WebSocket = transport.socket
    // Extensions, such as compression, change the content of frames.
    if (webSocket.extensions !== '' || !(webSocket._socket instanceof Duplex)) return
    this.#webSocket = webSocket
    this.#tcp = webSocket._socket
  }
}

/** One unmasked text message in one frame (RFC 6455, 5.2). */
export function webSocketFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(head + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head, 'utf8')
  return frame
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
