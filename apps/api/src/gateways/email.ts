/**
 * The e-mail service: SendGrid's v3 API over fetch, the same code for a real account and the embedded sandbox. A call
 * without an answer may still have sent the mail. Mails can't be found by their text, so each carries its id.
 */
import type { EmailSettings } from '../config/config.ts'

export interface OutgoingMail {
  readonly mailId: string
  readonly senderName: string
  readonly address: string
  readonly subject: string
  readonly content: string
  /** The same words as HTML. */
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type MailOutcome =
  /** The service has accepted the mail. */
  | { readonly outcome: 'accepted'; readonly serviceId: string | null }
  /** The service will never accept this mail. */
  | { readonly outcome: 'refused'; readonly status: number }
  /** The service certainly does not have the mail: retry later. */
  | { readonly outcome: 'busy'; readonly retryAfterMs: number | null }
  /** The service may have the mail: look it up before a retry. */
  | { readonly outcome: 'unknown' }

interface RelayedRequest {
  /** An address of the service that was checked before. */
  readonly url: string
  readonly method: string
  readonly data: Readonly<Record<string, unknown>> | null
}

interface RelayedAnswer {
  readonly status: number
  /** The answer's JSON; null when it is not JSON. */
  readonly body: unknown
}

export interface EmailGateway {
  send(mail: OutgoingMail): Promise<MailOutcome>
  /** Looks up whether the service accepted the mail with this id. */
  find(mailId: string): Promise<'found' | 'absent' | 'unknown'>
  /** Forwards a request with the account's credentials; undefined when it got no answer or a redirect. */
  relay(request: RelayedRequest): Promise<RelayedAnswer | undefined>
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 256 * 1024
const ID_ARGUMENT = 'foyer_mail'

/** Tracking would reveal which patients open a clinic's mail. The service's own way to unsubscribe would reach it alone. */
const TRACKING = {
  click_tracking: { enable: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
}

/** Null when no service is configured. */
export function createEmailGateway(
  settings: EmailSettings | null,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): EmailGateway | null {
  if (settings === null) return null
  const { baseUrl, apiKey, from } = settings
  const call = (url: string, method: string, data: unknown = null) =>
    fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(data === null ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(data === null ? {} : { body: JSON.stringify(data) }),
    })

  return {
    async send({ mailId, senderName, address, subject, content, html, headers }) {
      let response: Response
      try {
        response = await call(`${baseUrl}/v3/mail/send`, 'POST', {
          personalizations: [{ to: [{ email: address }], custom_args: { [ID_ARGUMENT]: mailId } }],
          from: { email: from, name: senderName },
          subject,
          content: [
            { type: 'text/plain', value: content },
            ...(html === undefined ? [] : [{ type: 'text/html', value: html }]),
          ],
          ...(headers && { headers }),
          tracking_settings: TRACKING,
        })
      } catch (error) {
        return neverArrived(error) ? { outcome: 'busy', retryAfterMs: null } : { outcome: 'unknown' }
      }
      await response.body?.cancel()
      return outcomeOf(response)
    },

    async find(mailId) {
      const query = new URLSearchParams({ limit: '1', query: `unique_args['${ID_ARGUMENT}']="${mailId}"` })
      try {
        const response = await call(`${baseUrl}/v3/messages?${query}`, 'GET')
        const answer = response.ok ? await readJson(response) : undefined
        const messages = (answer as { messages?: unknown } | null | undefined)?.messages
        if (!Array.isArray(messages)) return 'unknown'
        return messages.length > 0 ? 'found' : 'absent'
      } catch {
        return 'unknown'
      }
    },

    async relay({ url, method, data }) {
      try {
        const response = await call(url, method, data)
        if (response.status >= 300 && response.status < 400) {
          await response.body?.cancel()
          return undefined
        }
        return { status: response.status, body: (await readJson(response)) ?? null }
      } catch {
        return undefined
      }
    },
  }
}

function outcomeOf({ ok, status, headers }: Response): MailOutcome {
  if (ok) return { outcome: 'accepted', serviceId: headers.get('x-message-id') }
  // Wrong credentials are for the operator to fix; until then the mails wait. With 500 and 503 the service states
  // that it accepted nothing.
  if ([401, 403, 429, 500, 503].includes(status)) return { outcome: 'busy', retryAfterMs: retryAfterMs(headers) }
  if (status >= 500 || status === 408 || status < 400) return { outcome: 'unknown' }
  return { outcome: 'refused', status }
}

/** Undefined when the answer is not JSON or too long. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Failures that happen before a byte of the request is sent. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function neverArrived(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const causes = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((one) => one instanceof Error && 'code' in one && NEVER_ARRIVED.has(String(one.code)))
}

function retryAfterMs(headers: Headers): number | null {
  const header = headers.get('retry-after') ?? ''
  const seconds = header.trim() === '' ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
