/**
 * Fetches the files of a patient's text. The address comes from a webhook, so it is used only when it is the
 * carrier's own: the credentials go to no other host, and a sender can't direct requests elsewhere.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Config } from '../config/config.ts'

export type MediaOutcome =
  | { readonly outcome: 'had'; readonly bytes: Readable; readonly contentType: string }
  /** Not the carrier's address, or redirected to a host that is not allowed. */
  | { readonly outcome: 'foreign' }
  /** The carrier no longer has it, or not yet. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'too_large' }
  /** Worth retrying later. */
  | { readonly outcome: 'busy'; readonly retryAfterMs: number | null }

export interface MediaGateway {
  /** The caller must read or destroy the bytes. */
  fetch(url: string, most: number): Promise<MediaOutcome>
}

/** For the whole download, including the last byte. */
const TIMEOUT_MS = 60_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export function createMediaGateway(
  twilio: Config['twilio'],
  { timeoutMs = TIMEOUT_MS, reach = fetch }: { readonly timeoutMs?: number; readonly reach?: typeof fetch } = {},
): MediaGateway {
  const base = new URL(twilio.baseUrl)
  const media = `${base.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(twilio.accountSid)}/Messages/`
  const authorization = `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`

  const isOwn = (url: URL) => url.origin === base.origin && url.pathname.startsWith(media) && isBare(url)
  /** Hosts that the operator allows for redirects: over TLS, on the default port. */
  const isAllowed = (url: URL) =>
    url.protocol === 'https:' && url.port === '' && twilio.mediaHosts.includes(url.hostname) && isBare(url)

  return {
    async fetch(address, most) {
      const url = URL.parse(address)
      if (url === null || !isOwn(url)) return { outcome: 'foreign' }
      const signal = AbortSignal.timeout(timeoutMs)
      const ask = (at: URL, headers: Record<string, string>) => reach(at, { headers, redirect: 'manual', signal })
      try {
        let response = await ask(url, { authorization })
        if (REDIRECTS.has(response.status)) {
          await response.body?.cancel()
          const next = URL.parse(response.headers.get('location') ?? '', url)
          if (next === null || !isAllowed(next)) return { outcome: 'foreign' }
          // Only one redirect is followed, without the credentials, which are meant for the carrier only.
          response = await ask(next, {})
        }
        return await outcomeOf(response, most)
      } catch {
        return { outcome: 'busy', retryAfterMs: null }
      }
    },
  }
}

/** The address contains no user and password. */
const isBare = ({ username, password }: URL) => username === '' && password === ''

async function outcomeOf(response: Response, most: number): Promise<MediaOutcome> {
  const refuse = async (outcome: MediaOutcome) => {
    await response.body?.cancel()
    return outcome
  }
  if (REDIRECTS.has(response.status)) return refuse({ outcome: 'foreign' })
  if (response.status === 404 || response.status === 410) return refuse({ outcome: 'absent' })
  if (!response.ok || response.body === null)
    return refuse({ outcome: 'busy', retryAfterMs: retryAfterMs(response.headers.get('retry-after')) })
  if (Number(response.headers.get('content-length') ?? 0) > most) return refuse({ outcome: 'too_large' })
  const [contentType = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';')
  return { outcome: 'had', bytes: Readable.fromWeb(response.body as ReadableStream), contentType: contentType.trim() }
}

function retryAfterMs(header: string | null): number | null {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
