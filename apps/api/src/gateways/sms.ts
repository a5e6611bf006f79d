/**
 * The SMS carrier: Twilio's REST API over fetch, the same code for a real account and the embedded sandbox. A call
 * that ends without an answer may still have sent the text.
 */
import type { Config } from '../config/config.ts'
import { read, readError, readMessage, readMessages } from './twilio-wire.ts'

export interface OutgoingText {
  readonly to: string
  readonly from: string
  /** Empty when the message has only files. */
  readonly body: string
  /** The addresses from which the carrier fetches the attached files. */
  readonly mediaUrls: readonly string[]
  /** The address to which the carrier posts the text's status. */
  readonly statusCallback: string
}

export type SendOutcome =
  /** The carrier has accepted the text. */
  | { readonly outcome: 'accepted'; readonly sid: string }
  /** The carrier will never accept this text. */
  | { readonly outcome: 'refused'; readonly code: string | null }
  /** The carrier certainly does not have the text: retry later. */
  | { readonly outcome: 'busy'; readonly retryAfterMs: number | null }
  /** The carrier may have the text: look it up before a retry. */
  | { readonly outcome: 'unknown' }

export type FindOutcome =
  | { readonly outcome: 'found'; readonly sid: string }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown' }

export interface SmsGateway {
  send(text: OutgoingText): Promise<SendOutcome>
  /** Looks up whether the carrier has this text since then, apart from texts whose sids are known. */
  find(
    text: OutgoingText,
    since: Date,
    known: (sids: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<FindOutcome>
}

const TIMEOUT_MS = 10_000
/** Upper bound of the difference between the carrier's clock and this one. */
const SKEW_MS = 60_000

export function createSmsGateway(
  twilio: Config['twilio'],
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): SmsGateway {
  const address = `${twilio.baseUrl}/2010-04-01/Accounts/${encodeURIComponent(twilio.accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`
  const call = (url: string, body?: URLSearchParams) =>
    fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body } : {}),
    })

  return {
    async send({ to, from, body, mediaUrls, statusCallback }) {
      const form = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: statusCallback })
      for (const url of mediaUrls) form.append('MediaUrl', url)
      let response: Response
      try {
        response = await call(address, form)
      } catch (error) {
        return neverArrived(error) ? { outcome: 'busy', retryAfterMs: null } : { outcome: 'unknown' }
      }
      return outcomeOf(response)
    },

    async find({ to, from, body, mediaUrls }, since, known) {
      const earliest = since.getTime() - SKEW_MS
      const query = new URLSearchParams({
        To: to,
        From: from,
        'DateSent>': new Date(earliest).toISOString().slice(0, 10),
        PageSize: '100',
      })
      try {
        const response = await call(`${address}?${query}`)
        if (!response.ok) return { outcome: 'unknown' }
        const messages = await read(response, readMessages)
        if (!messages) return { outcome: 'unknown' }
        const isAlike = (one: (typeof messages)[number]) => one.body === body && one.media === mediaUrls.length
        const alike = messages.filter((one) => isAlike(one) && one.createdAt.getTime() >= earliest)
        const taken = await known(alike.map(({ sid }) => sid))
        const mine = alike.find(({ sid }) => !taken.has(sid))
        return mine ? { outcome: 'found', sid: mine.sid } : { outcome: 'absent' }
      } catch {
        return { outcome: 'unknown' }
      }
    },
  }
}

async function outcomeOf(response: Response): Promise<SendOutcome> {
  if (response.ok) {
    const message = await read(response, readMessage)
    return message ? { outcome: 'accepted', sid: message.sid } : { outcome: 'unknown' }
  }
  // Wrong credentials are for the operator to fix; until then the texts wait.
  if (response.status === 429 || response.status === 401 || response.status === 403)
    return { outcome: 'busy', retryAfterMs: retryAfterMs(response.headers.get('retry-after')) }
  if (response.status >= 500 || response.status === 408) return { outcome: 'unknown' }
  const error = await read(response, readError)
  return { outcome: 'refused', code: error?.code ?? null }
}

/** Failures that happen before a byte of the request is sent. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function neverArrived(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  // An address with several records fails with one error for each.
  const causes = cause instanceof AggregateError ? cause.errors : [cause]
  return causes.every((one) => one instanceof Error && 'code' in one && NEVER_ARRIVED.has(String(one.code)))
}

function retryAfterMs(header: string | null): number | null {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
