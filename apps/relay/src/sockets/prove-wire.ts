/**
 * Checks at start that the direct path writes the same bytes as Socket.IO. It sends one event by both paths to a
 * connection in memory, on a server with the same options, and compares.
 */
import { createServer, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Server, type ServerOptions } from 'socket.io'
import { messageOf } from './frame-writer.ts'
import { Wire, webSocketFrame } from './wire.ts'

/** Contains multi-byte characters and is long enough for a frame with an extended header. */
const PROBE = { text: 'ä'.repeat(200), frames: [{ from: 1, to: 2 }] }

export async function proveWire(options: Partial<ServerOptions>): Promise<boolean> {
  const http = createServer()
  const io = new Server(http, options)
  const nullSocket = new NullSocket()
  let connection: unknown
  io.engine.once('connection', (one) => {
    connection = one
  })
  try {
    http.emit('upgrade', requestTo(options.path ?? '/socket.io'), nullSocket, Buffer.alloc(0))
    await nullSocket.written()
    nullSocket.say('40')
    await nullSocket.written()
    const wire = new Wire(connection)
    io.emit('probe', PROBE)
    const publicly = await nullSocket.written()
    const isWritten = wire.write(webSocketFrame(messageOf('probe', PROBE)))
    const shortly = await nullSocket.written()
    return isWritten && publicly.length > 0 && publicly.equals(shortly)
  } catch {
    return false
  } finally {
    io.engine.close()
    nullSocket.destroy()
  }
}

function requestTo(path: string): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  message.method = 'GET'
  message.url = `${path}/?EIO=4&transport=websocket`
  message.headers = {
    ...{ host: 'localhost', connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') },
  }
  return message
}

/** Turns of the event loop to wait; writes in memory need fewer. */
const TURNS = 10

class NullSocket extends Duplex {
  #written: Buffer[] = []

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#written.push(chunk)
    done()
  }

  /** Sends a masked client frame; the mask is zero, so the text stays as it is. */
  say(text: string): void {
    this.push(Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]))
  }

  /** Returns what was written since the last call. */
  async written(): Promise<Buffer> {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return Buffer.concat(this.#written.splice(0))
  }
}
