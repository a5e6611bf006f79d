/**
 * The short way to a socket: a WebSocket frame that was encoded once for all who are sent the same, written to the TCP
 * connection as it is. Socket.IO's own way costs each socket more than the kernel does.
 *
 * It reaches below what Socket.IO, Engine.IO and ws show, so everything that it touches is looked at first, `proveWire`
 * tries it against the public way when the relay starts, and wherever something is not as known the public way is taken.
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
   * Whether the bytes were written. They follow all that was sent before by the public way, and all that is sent after
   * them follows them: nothing waits above the TCP connection, and what lies in it keeps its order.
   */
  write(bytes: Buffer): boolean {
    const tcp = this.#idle()
    tcp?.write(bytes)
    return tcp !== null
  }

  unsentBytes(): number {
    return this.#idle()?.writableLength ?? unsentBytes(this.#connection)
  }

  /** What is sent meanwhile leaves as one. */
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

  /** Once it is a WebSocket it stays the same one. */
  #find(): void {
    const { upgrading, transport } = this.#connection
    if (upgrading !== false || transport?.name !== 'websocket' || !isFields(transport.socket)) return
    const webSocket: WebSocket = transport.socket
    // With an extension, such as compression, frames are not what they seem.
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
