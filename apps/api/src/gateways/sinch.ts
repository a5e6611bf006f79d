/**
 * The fax service: Sinch's Fax API v3 over fetch, the same code for a real project and the embedded sandbox. A send without
 * an answer may still have been taken; the service lists what it took with the address that it calls back, which names our
 * fax and attempt.
 */
import { causeOfRefusal, type RefusalCause } from '@foyer/contracts/fax/causes.rules.ts'
import type { SinchSettings } from '../config/sinch-config.ts'
import type { Clock } from '../services.ts'
import { createSinchToken, KeyRefused } from './sinch-token.ts'
import { readFax, readFaxes, readJson, type SinchFax, wrongFields } from './sinch-wire.ts'

export interface OutgoingFax {
  readonly to: string
  readonly from: string
  readonly cover: Uint8Array<ArrayBuffer>
  readonly file: { readonly bytes: Blob; readonly name: string; readonly contentType: string }
  /** The line at the top of each page. */
  readonly headerText: string
  readonly timezone: string
  readonly callbackUrl: string
}

export type FaxSendOutcome =
  | { readonly outcome: 'accepted'; readonly sinchId: string }
  /** The service will never take this fax. */
  | { readonly outcome: 'refused'; readonly cause: RefusalCause }
  /** The service certainly does not have the fax: retry later. */
  | { readonly outcome: 'busy'; readonly retryAfterMs: number | null }
  /** The service may have the fax: look it up. */
  | { readonly outcome: 'unknown' }

interface Looked {
  readonly to: string
  /** The UTC day on which it was handed over. */
  readonly day: string
  /** Whether this is the address that we gave for the fax and attempt. */
  readonly isOurs: (callbackUrl: string) => boolean
}

export interface FaxGateway {
  send(fax: OutgoingFax): Promise<FaxSendOutcome>
  read(sinchId: string): Promise<SinchFax | 'absent' | 'unknown'>
  find(looked: Looked): Promise<SinchFax | 'absent' | 'unknown'>
  /** Deletes the pages that the service keeps; false if that is to be tried again. */
  deleteContent(sinchId: string): Promise<boolean>
}

export interface FaxGatewayOptions {
  readonly clock: Clock
  readonly timeoutMs?: number
}

/** The longest time that a send may take: two tokens, and the fax twice where the first token was not accepted. */
export const FAX_CALL_MS = 75_000
const TIMEOUT_MS = 30_000
const PAGE_SIZE = 100
const MOST_PAGES = 20
const REFUSAL_BYTES_MOST = 64 * 1024

export function createFaxGateway(settings: SinchSettings, options: FaxGatewayOptions): FaxGateway {
  const { clock, timeoutMs = TIMEOUT_MS } = options
  const token = createSinchToken(settings, clock, Math.min(timeoutMs, 5000))
  const base = `${settings.faxUrl}/v3/projects/${encodeURIComponent(settings.projectId)}/faxes`

  /** A token that the service does not accept any more is renewed once. The body is built for each try. */
  async function call(path: string, { method = 'GET', body }: { method?: string; body?: () => FormData } = {}) {
    for (let tries = 1; ; tries++) {
      const bearer = await token.get()
      const response = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body && { body: body() }),
      })
      if (response.status !== 401 || tries > 1) return response
      token.drop(bearer)
      await response.body?.cancel()
    }
  }

  return {
    async send(fax) {
      // Without a token nothing of the fax has left.
      const ready = await token.get().then(
        () => null,
        (error: unknown) => error,
      )
      if (ready instanceof KeyRefused) return { outcome: 'refused', cause: 'account' }
      if (ready !== null) return { outcome: 'busy', retryAfterMs: null }
      try {
        return await outcomeOf(await call('', { method: 'POST', body: () => formOf(fax) }))
      } catch (error) {
        if (error instanceof KeyRefused) return { outcome: 'refused', cause: 'account' }
        return neverArrived(error) ? { outcome: 'busy', retryAfterMs: null } : { outcome: 'unknown' }
      }
    },

    async read(sinchId) {
      try {
        const response = await call(`/${encodeURIComponent(sinchId)}`)
        if (response.status === 404) return 'absent'
        return (response.ok && readFax(await readJson(response))) || 'unknown'
      } catch {
        return 'unknown'
      }
    },

    async find({ to, day, isOurs }) {
      try {
        for (let page = 1; page <= MOST_PAGES; page++) {
          const query = new URLSearchParams({
            ...{ direction: 'OUTBOUND', to, createTime: day },
            ...{ pageSize: String(PAGE_SIZE), page: String(page) },
          })
          const response = await call(`?${query}`)
          const answer = response.ok ? readFaxes(await readJson(response)) : undefined
          if (!answer) return 'unknown'
          const found = answer.faxes?.find(({ callbackUrl }) => callbackUrl !== null && isOurs(callbackUrl))
          if (found) return found
          if (page >= answer.totalPages) return 'absent'
        }
        return 'unknown'
      } catch {
        return 'unknown'
      }
    },

    async deleteContent(sinchId) {
      try {
        const response = await call(`/${encodeURIComponent(sinchId)}/file`, { method: 'DELETE' })
        await response.body?.cancel()
        return response.ok || response.status === 404
      } catch {
        return false
      }
    },
  }
}

function formOf({ to, from, cover, file, headerText, timezone, callbackUrl }: OutgoingFax): FormData {
  const form = new FormData()
  form.append('to', to)
  form.append('from', from)
  form.append('file', new Blob([cover], { type: 'application/pdf' }), 'cover.pdf')
  form.append('file', file.bytes, file.name)
  form.append('headerText', headerText.slice(0, 50))
  form.append('headerTimeZone', timezone)
  // Each attempt is a fax of its own, so that it can be seen and stopped.
  form.append('maxRetries', '0')
  form.append('callbackUrl', callbackUrl)
  form.append('callbackUrlContentType', 'multipart/form-data')
  if (file.contentType.startsWith('image/')) form.append('imageConversionMethod', 'HALFTONE')
  return form
}

async function outcomeOf(response: Response): Promise<FaxSendOutcome> {
  const { status, headers } = response
  if (response.ok) {
    const fax = readFax(await readJson(response))
    return fax ? { outcome: 'accepted', sinchId: fax.id } : { outcome: 'unknown' }
  }
  const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408
  if (isRefusal) {
    const fields = wrongFields(await readJson(response, REFUSAL_BYTES_MOST))
    return { outcome: 'refused', cause: causeOfRefusal({ status, fields }) }
  }
  await response.body?.cancel()
  // A proxy in front of the service says these, and may have passed the fax on.
  if (status === 408 || status === 502 || status === 504 || status < 400) return { outcome: 'unknown' }
  return { outcome: 'busy', retryAfterMs: retryAfterMs(headers.get('retry-after')) }
}

/** Failures that happen before a byte of the request is sent. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

function neverArrived(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const failures = cause instanceof AggregateError ? cause.errors : [cause]
  return failures.every((one) => one instanceof Error && 'code' in one && NEVER_ARRIVED.has(String(one.code)))
}

function retryAfterMs(header: string | null): number | null {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
