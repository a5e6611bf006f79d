/**
 * An HTTP client for load: keep-alive connections that send prepared bytes and read the status and the length of an
 * answer. It costs a fraction of what a server spends on the call, so that the server is measured.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Connection {
  /** False once either side has closed it. */
  readonly isOpen: boolean
  /** Sends a request and resolves to its status and body when the whole answer has arrived. */
  send(request: Buffer): Promise<Answer>
  close(): void
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
  /** Whether it has a `Retry-After`. */
  readonly saysWhen: boolean
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

export async function openConnections(url: string, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(new URL(url))))
}

async function openConnection({ hostname, port }: URL): Promise<Connection> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let answered: ((answer: Answer) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let received: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = answerIn(received)
    if (!answer) return
    received = Buffer.alloc(0)
    answered?.(answer)
  })
  const fail = (error = new Error('The server closed the connection.')) => failed?.(error)
  socket.on('error', fail)
  socket.on('close', () => fail())
  return {
    get isOpen() {
      return socket.writable
    },
    send: (request) =>
      new Promise((resolve, reject) => {
        if (!socket.writable) return reject(new Error('The connection is closed.'))
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close: () => closed(socket),
  }
}

function closed(socket: Socket): void {
  socket.removeAllListeners('close')
  socket.destroy()
}

/** The answer, if the bytes hold all of it; both servers state the length of their answers. */
export function answerIn(bytes: Buffer): Answer | null {
  const head = bytes.indexOf(END_OF_HEAD)
  if (head < 0) return null
  const words = bytes.toString('latin1', 0, head)
  const length = /\r\ncontent-length: (\d+)/i.exec(words)?.[1]
  if (length === undefined) throw new Error(`An answer without its length: ${words}`)
  const from = head + END_OF_HEAD.length
  const end = from + Number(length)
  if (bytes.length < end) return null
  const saysWhen = /\r\nretry-after: \d+/i.test(words)
  return { status: Number(words.slice(9, 12)), body: bytes.subarray(from, end), saysWhen }
}

interface Request {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function bytesOf({ method, url, headers = {}, body = '' }: Request): Buffer {
  const { host, pathname, search } = new URL(url)
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
