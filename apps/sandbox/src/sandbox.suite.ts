/** For tests: a sandbox on a port of its own, and a clinic's software that it texts with. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js'
import { type Clock, systemClock } from './clock.ts'
import { SANDBOX_ACCOUNT, type SandboxConfig } from './config.ts'
import { createSandbox } from './sandbox.ts'

export const PUBLIC_URL = 'https://clinic.example.test'
export const PATIENT = '+15125550142'
export const CLINIC = '+15125550100'

/** An answer of the carrier's REST API: a message, a page of them, or a problem. */
export interface Answer {
  readonly sid: string
  readonly status: string | number
  readonly code: number
  readonly date_created: string
  readonly date_sent: string | null
  readonly messages: readonly { readonly body: string; readonly status: string }[]
}

/** The answers of the sandbox's own calls. */
export interface Shown {
  readonly messages: readonly {
    readonly body: string
    readonly handover: string | null
    readonly media: readonly { readonly sid: string; readonly contentType: string | null }[]
  }[]
  readonly phones: readonly object[]
  readonly issues: readonly object[]
}

export interface Post {
  readonly path: string
  readonly parameters: Record<string, string>
  /** Whether the official library takes the signature for the public address. */
  readonly isSigned: boolean
}

/** A clinic's software that notes what is posted to it and answers as it is told, the last answer again and again. */
export async function startClinic(answers: (number | 'drop')[] = [200]) {
  const posts: Post[] = []
  const server = createServer((req, res) => {
    void bodyOf(req).then((body) => {
      const parameters = Object.fromEntries(new URLSearchParams(body))
      const signature = String(req.headers['x-twilio-signature'])
      const isSigned = twilioWebhooks.validateRequest(
        SANDBOX_ACCOUNT.authToken,
        signature,
        PUBLIC_URL + req.url,
        parameters,
      )
      posts.push({ path: req.url ?? '', parameters, isSigned })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === 'drop') req.socket.destroy()
      else res.writeHead(answer ?? 200, { 'Content-Type': 'text/xml' }).end('<Response/>')
    })
  })
  return { posts, url: await listen(server), stop: () => close(server) }
}

/** The carrier's answer, read. */
export function answerOf(response: Response): Promise<Answer> {
  return response.json() as Promise<Answer>
}

export async function startSandbox(apiUrl: string, change: Partial<SandboxConfig> = {}, clock: Clock = systemClock) {
  // Its own address is known once it listens, and is in what it posts.
  let answer: RequestListener = () => undefined
  const server = createServer((req, res) => answer(req, res))
  const url = await listen(server)
  const addresses = { publicUrl: PUBLIC_URL, apiUrl, ownUrl: `${url}/sandbox/twilio` }
  const config = { port: 0, ...SANDBOX_ACCOUNT, ...addresses, pace: { sentMs: 5, arrivedMs: 30 }, textsMax: 1_000 }
  const log = { info: () => undefined, warn: () => undefined }
  const sandbox = createSandbox({
    config: { ...config, ...change },
    clock,
    log,
    newId: () => crypto.randomUUID(),
  })
  answer = sandbox.app
  return {
    url,
    /** The sandbox's own calls. */
    get: (path: string) => fetch(`${url}/sandbox/${path}`).then((answer) => answer.json() as Promise<Shown>),
    post: (path: string, body: unknown) =>
      fetch(`${url}/sandbox/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** The carrier's REST API, as the account's owner. */
    twilio: (path: string, form?: Record<string, string>, token: string = SANDBOX_ACCOUNT.authToken) =>
      fetch(`${url}/sandbox/twilio/2010-04-01/Accounts/${SANDBOX_ACCOUNT.accountSid}${path}`, {
        headers: { Authorization: `Basic ${btoa(`${SANDBOX_ACCOUNT.accountSid}:${token}`)}` },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      }),
    /** The e-mail service's API, as the account's owner. */
    sendgrid: (path: string, body?: unknown, key: string = SANDBOX_ACCOUNT.emailApiKey) =>
      fetch(`${url}/sandbox/sendgrid${path}`, {
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
    async stop() {
      sandbox.stop()
      await close(server)
    },
  }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
