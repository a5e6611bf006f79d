/**
 * Whether the short way does what the public one does, tried when the relay starts: a server as ours with one connection
 * that leads nowhere is sent the same event by both, and the bytes must be the same.
 */
import { createServer, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { Server, type ServerOptions } from 'socket.io'
import { messageOf } from './outlet.ts'
import { Wire, webSocketFrame } from './wire.ts'

/** Long enough for a frame with a longer head, and not only of one byte a letter. */
const PROBE = { text: 'ä'.repeat(200), frames: [{ from: 1, to: 2 }] }

export async function proveWire(options: Partial<ServerOptions>): Promise<boolean> {
  const http = createServer()
  const io = new Server(http, options)
  try {
    const nowhere = new Nowhere()
    const connected = new Promise<unknown>((resolve) => io.engine.once('connection', resolve))
    const joined = new Promise<void>((resolve) => io.once('connection', () => resolve()))
    http.emit('upgrade', request(options.path ?? '/socket.io'), nowhere, Buffer.alloc(0))
    const wire = new Wire(await connected)
    nowhere.say('40')
    await joined
    await nowhere.quiet()
    io.emit('probe', PROBE)
    const publicly = await nowhere.quiet()
    const isWritten = wire.write(webSocketFrame(messageOf('probe', PROBE)))
    const shortly = await nowhere.quiet()
    return isWritten && publicly.length > 0 && publicly.equals(shortly)
  } catch {
    return false
  } finally {
    io.engine.close()
  }
}

function request(path: string): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  message.method = 'GET'
  message.url = `${path}/?EIO=4&transport=websocket`
  message.headers = {
    ...{ host: 'localhost', connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') },
  }
  return message
}

class Nowhere extends Duplex {
  #written: Buffer[] = []

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#written.push(chunk)
    done()
  }

  /** As a client says it: masked, with a mask that changes nothing. */
  say(text: string): void {
    this.push(Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]))
  }

  /** What was written until now. */
  async quiet(): Promise<Buffer> {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return Buffer.concat(this.#written.splice(0))
  }
}
