/**
 * A subscriber with minimal cost: it steps from WebSocket frame to WebSocket frame and reads only the first bytes of
 * each. One core of subscribers keeps up with more than one core of any server.
 */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type Kind, ORGANIZATION } from './fan-out-wire.ts'

/** Enough bytes to identify a message: for a relay frame, its `from` and `to`. */
const PEEK = 160
/** Shared by all, because each read is processed before the next. */
const INTO = Buffer.alloc(256 * 1024)

export interface Hello {
  readonly kind: Kind
  readonly port: number
  readonly token: string
  /** A relay's ticket for the token, if the client has one. */
  readonly ticket: string | undefined
  readonly after: number | undefined
  /** It has the updates after `from`, up to `to`. */
  receive(from: number, to: number): void
  /** The relay hands it a ticket for its token. */
  keep(ticket: string): void
  failed(error: Error): void
}

export class Subscriber {
  /** The number of the newest update that it has. */
  position = 0
  readonly opened: Promise<void>
  readonly #hello: Hello
  readonly #socket: Socket
  #isOpen = () => {}
  #isUpgraded = false
  #stash: Buffer | null = null
  #left = 0
  #next = 0

  constructor(hello: Hello) {
    this.#hello = hello
    this.opened = new Promise((resolve) => {
      this.#isOpen = resolve
    })
    const callback = (bytes: number) => {
      this.#read(
        this.#stash ? Buffer.concat([this.#stash, INTO.subarray(0, bytes)]) : INTO,
        bytes + (this.#stash?.length ?? 0),
      )
      return true
    }
    this.#socket = connect({ port: hello.port, host: '127.0.0.1', onread: { buffer: INTO, callback } })
    this.#socket.setNoDelay()
    this.#socket.on('error', hello.failed)
    const path = hello.kind === 'ws' ? '/' : '/socket.io/?EIO=4&transport=websocket'
    const key = randomBytes(16).toString('base64')
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${hello.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
  }

  close(): void {
    this.#socket.off('error', this.#hello.failed)
    this.#socket.on('error', () => {})
    this.#socket.destroy()
  }

  #read(data: Buffer, end: number): void {
    this.#stash = null
    let at = 0
    if (!this.#isUpgraded) {
      const head = data.toString('latin1', 0, end)
      const over = head.indexOf('\r\n\r\n')
      if (over < 0) return void this.#keep(data, 0, end)
      if (!head.startsWith('HTTP/1.1 101'))
        return void this.#hello.failed(new Error(`Not let in: ${head.slice(0, 40)}`))
      this.#isUpgraded = true
      at = over + 4
      if (this.#hello.kind === 'ws') this.#isOpen()
    }
    while (at < end) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, end - at)
        this.#left -= taken
        at += taken
        if (this.#left === 0) this.#arrive()
        continue
      }
      const short = end - at < 2 ? 0 : (data[at + 1] ?? 0) & 127
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (end - at < head) return void this.#keep(data, at, end)
      const length = short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? data.readUIntBE(at + 4, 6) : short
      if (end - at - head < Math.min(length, PEEK)) return void this.#keep(data, at, end)
      at += head
      this.#left = length
      this.#peek(data, at, length)
      if (length === 0) this.#arrive()
    }
  }

  #keep(data: Buffer, at: number, end: number): void {
    this.#stash = Buffer.from(data.subarray(at, end))
  }

  /** Handles a complete message. */
  #arrive(): void {
    const from = this.position
    if (this.#next <= from) return
    this.position = this.#next
    this.#hello.receive(from, this.#next)
  }

  /** Identifies the message that begins here. */
  #peek(data: Buffer, at: number, length: number): void {
    if (this.#hello.kind === 'ws') {
      this.#next = this.position + 1
      return
    }
    const kind = data[at]
    if (kind === 0x32) this.#say('3')
    else if (kind === 0x30) this.#say(`40${JSON.stringify({ token: this.#hello.token, ticket: this.#hello.ticket })}`)
    else if (kind !== 0x34) return
    else if (data[at + 1] === 0x30) this.#connected()
    else if (data[at + 1] === 0x33) this.#answered(data.toString('latin1', at, at + Math.min(length, PEEK)))
    else if (data[at + 1] === 0x34) this.#hello.failed(new Error(data.toString('latin1', at, at + length)))
    // `42["auth.ticket",{"ticket":"…"}]`
    else if (data[at + 4] === 0x61) this.#hello.keep(data.toString('latin1', at, at + length).split('"')[5] ?? '')
    // `42["events",…`
    else if (data[at + 4] === 0x65)
      this.#next = this.#hello.kind === 'relay' ? this.#frameEnd(data, at) : this.position + 1
  }

  #connected(): void {
    const { kind, after } = this.#hello
    if (kind !== 'relay') return void this.#isOpen()
    const place = after === undefined ? {} : { epoch: 'epoch-bench', after }
    this.#say(
      `420${JSON.stringify(['subscribe', { organizationId: ORGANIZATION, ...place, conversationIds: ['con_1', 'con_2'] }])}`,
    )
  }

  #answered(text: string): void {
    const head = /"ok":true.*"head":(\d+)/.exec(text)?.[1]
    const retryMs = /"code":"unavailable","retryMs":(\d+)/.exec(text)?.[1]
    if (retryMs) return void setTimeout(() => this.#connected(), Number(retryMs))
    if (!head) return void this.#hello.failed(new Error(`Not subscribed: ${text}`))
    this.#next = Number(head)
    this.position = this.#next
    this.#isOpen()
  }

  /** Parses `…"from":7,"to":9,…`; a frame that does not join means a lost update. */
  #frameEnd(data: Buffer, at: number): number {
    let digit = data.indexOf('"from":', at, 'latin1') + 7
    let from = 0
    for (; (data[digit] ?? 0) >= 48; digit++) from = from * 10 + (data[digit] ?? 0) - 48
    let to = 0
    for (digit += 6; (data[digit] ?? 0) >= 48 && (data[digit] ?? 0) <= 57; digit++)
      to = to * 10 + (data[digit] ?? 0) - 48
    if (from !== this.position || to <= from)
      this.#hello.failed(new Error(`From ${from} to ${to}, at ${this.position}.`))
    return to
  }

  /** Clients must mask their frames; this mask changes nothing. */
  #say(text: string): void {
    const body = Buffer.from(text)
    const head = Buffer.alloc(body.length < 126 ? 6 : 8)
    head[0] = 0x81
    if (body.length < 126) head[1] = 0x80 | body.length
    else {
      head[1] = 0x80 | 126
      head.writeUInt16BE(body.length, 2)
    }
    this.#socket.write(Buffer.concat([head, body]))
  }
}
