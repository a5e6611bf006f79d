/**
 * Fetches what came with a patient's text. The address is the sender's word in a webhook, so it is believed only where it is
 * the carrier's own: the account's credentials go to no other place, and nobody is sent anywhere by it.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Config } from '../config/config.ts'

export type MediaOutcome =
  | { readonly outcome: 'had'; readonly bytes: Readable; readonly contentType: string }
  /** Not the carrier's address, or one that leads elsewhere. */
  | { readonly outcome: 'foreign' }
  /** The carrier has it no more, or not yet. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'too_large' }
  /** Later, perhaps. */
  | { readonly outcome: 'busy'; readonly retryAfterMs: number | null }

export interface MediaGateway {
  /** The bytes are to be read or destroyed. */
  fetch(url: string, most: number): Promise<MediaOutcome>
}

/** For all of it, the last byte included. */
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
  /** Where the operator allowed the carrier to keep files: over TLS, on its usual port. */
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
          // Once, and without the credentials: they are the carrier's to know.
          response = await ask(next, {})
        }
        return await outcomeOf(response, most)
      } catch {
        return { outcome: 'busy', retryAfterMs: null }
      }
    },
  }
}

/** Without a name and password of its own. */
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
