/** An e-mail service for tests: it records the requests and answers as the test says. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmailRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read the recorded bodies freely
  readonly body: any
}

type Answer = (request: EmailRequest, res: ServerResponse) => void

export interface EmailService {
  /** Without a trailing slash and below a path, like the sandbox's. */
  readonly url: string
  readonly apiKey: string
  /** The recorded requests, newest last. */
  readonly asked: EmailRequest[]
  /** Sets the answer from now on. */
  behave(answer: Answer): void
  close(): Promise<void>
}

const accept: Answer = (_request, res) =>
  void res.writeHead(202, { 'x-message-id': 'sg-1', 'content-type': 'application/json' }).end('{"ok":true}')

export async function openEmailService(): Promise<EmailService> {
  const asked: EmailRequest[] = []
  let answer = accept
  const server = createServer(async (req, res) => {
    let raw = ''
    for await (const chunk of req) raw += String(chunk)
    const { method = '', url: path = '', headers } = req
    const request = {
      method,
      path,
      authorization: headers.authorization ?? '',
      body: raw === '' ? null : JSON.parse(raw),
    }
    asked.push(request)
    answer(request, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/email`,
    apiKey: 'SG.test',
    asked,
    behave: (next) => {
      answer = next
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
