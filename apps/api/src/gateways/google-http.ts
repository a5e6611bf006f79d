/** Requests to Google: its addresses, the access tokens made of a clinic's consent, and what an answer means. */
import type { GoogleSettings } from '../config/google-config.ts'
import type { Clock } from '../services.ts'
import { type GoogleRefusal, readGoogleRefusal, readToken, readTokenRefusal } from './google-wire.ts'
import { readJson } from './sinch-wire.ts'

export type GoogleHost =
  | 'accounts.google.com'
  | 'oauth2.googleapis.com'
  | 'www.googleapis.com'
  | 'mybusinessaccountmanagement.googleapis.com'
  | 'mybusinessbusinessinformation.googleapis.com'
  | 'mybusiness.googleapis.com'
  | 'mybusinessnotifications.googleapis.com'
  | 'places.googleapis.com'

/** The consent of one organization, which its refresh token stands for. */
export interface Consent {
  readonly organizationId: string
  readonly refreshToken: string
}

export type Failure =
  /** Google will never take this. */
  | { readonly outcome: 'refused'; readonly refusal: GoogleRefusal }
  | { readonly outcome: 'absent' }
  /** Google certainly did not do it: try again later. */
  | { readonly outcome: 'busy'; readonly retryAfterMs: number | null }
  /** The consent has ended: an admin must give it again. */
  | { readonly outcome: 'consent' }
  /** Google may have done it: look. */
  | { readonly outcome: 'unknown' }
export type Answered<Value> = { readonly outcome: 'ok'; readonly value: Value } | Failure

export interface GoogleRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly host: GoogleHost
  /** Its ids are encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const BYTES_MOST = 2 * 1024 * 1024
const RENEWED_EARLIER_MS = 60_000
const RETRY_AFTER_MOST_MS = 60 * 60_000
/** Google's own time limit is longer, but a person waits. */
export const GOOGLE_TIMEOUT_MS = 10_000

export function googleAddress({ baseUrl }: Pick<GoogleSettings, 'baseUrl'>, host: GoogleHost, path: string): string {
  return baseUrl === null ? `https://${host}${path}` : `${baseUrl}/${host}${path}`
}

export interface GoogleHttp {
  /** With a consent the request carries its access token, which is renewed once after a 401. */
  ask(request: GoogleRequest, consent: Consent | null): Promise<Answered<unknown>>
}

export function createGoogleHttp(settings: GoogleSettings, clock: Clock, timeoutMs = GOOGLE_TIMEOUT_MS): GoogleHttp {
  const tokens = createTokens(settings, clock, timeoutMs)

  async function send(request: GoogleRequest, token: string | null): Promise<Answered<unknown> | 'no_token'> {
    const { method = 'GET', host, path, query = {}, body, headers = {} } = request
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    )
    const address = `${googleAddress(settings, host, path)}${search.size > 0 ? `?${search}` : ''}`
    let response: Response
    try {
      response = await fetch(address, {
        method,
        headers: {
          accept: 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    } catch (error) {
      return neverArrived(error) ? { outcome: 'busy', retryAfterMs: null } : { outcome: 'unknown' }
    }
    if (response.status === 401 && token !== null) {
      await response.body?.cancel()
      return 'no_token'
    }
    return answerOf(response, method, clock)
  }

  return {
    async ask(request, consent) {
      if (consent === null) {
        const answer = await send(request, null)
        return answer === 'no_token' ? { outcome: 'consent' } : answer
      }
      for (let tries = 1; ; tries++) {
        const token = await tokens.get(consent)
        if (typeof token !== 'string') return token
        const answer = await send(request, token)
        if (answer !== 'no_token') return answer
        tokens.drop(consent, token)
        if (tries > 1) return { outcome: 'consent' }
      }
    },
  }
}

async function answerOf(response: Response, method: string, clock: Clock): Promise<Answered<unknown>> {
  const { status } = response
  const json = await readJson(response, BYTES_MOST)
  if (response.ok) {
    // A change that was answered is done, whatever its answer says.
    if (json === undefined && method === 'GET') return { outcome: 'unknown' }
    return { outcome: 'ok', value: json ?? {} }
  }
  if (status === 404) return { outcome: 'absent' }
  if (status === 429 || status === 503) return { outcome: 'busy', retryAfterMs: retryAfterOf(response, clock) }
  // A 500 may come after the change was made.
  if (status >= 500 || status < 400) return { outcome: 'unknown' }
  const refusal = readGoogleRefusal(json)
  // Google says 403 to a quota as well.
  if (refusal.status === 'RESOURCE_EXHAUSTED') return { outcome: 'busy', retryAfterMs: retryAfterOf(response, clock) }
  if (status === 401) return { outcome: 'consent' }
  return { outcome: 'refused', refusal }
}

function retryAfterOf(response: Response, clock: Clock): number | null {
  const said = response.headers.get('retry-after')
  if (said === null) return null
  const ms = /^\d{1,6}$/.test(said) ? Number(said) * 1000 : Date.parse(said) - clock.now().getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MOST_MS)
}

/** The connection was not made, so nothing of the request has left. */
function neverArrived(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: { code?: unknown } }
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'].includes(
    String(cause?.code),
  )
}

interface Tokens {
  get(consent: Consent): Promise<string | Failure>
  /** Forgets this token, which Google did not accept; a newer one stays. */
  drop(consent: Consent, token: string): void
}

/** The access tokens of consents, in this process alone. Calls that need one at the same time share one request. */
function createTokens(settings: GoogleSettings, clock: Clock, timeoutMs: number): Tokens {
  const kept = new Map<string, { readonly token: string; readonly until: number }>()
  const asking = new Map<string, Promise<string | Failure>>()
  const keyOf = ({ organizationId, refreshToken }: Consent) => `${organizationId}\n${refreshToken}`

  async function renew(consent: Consent): Promise<string | Failure> {
    try {
      const response = await fetch(googleAddress(settings, 'oauth2.googleapis.com', '/token'), {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({
          ...{ grant_type: 'refresh_token', refresh_token: consent.refreshToken },
          ...{ client_id: settings.clientId, client_secret: settings.clientSecret },
        }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const json = await readJson(response, 64 * 1024)
      const answer = response.ok ? readToken(json) : undefined
      if (answer) {
        const until = clock.now().getTime() + answer.expires_in * 1000
        for (const key of kept.keys()) if (key.startsWith(`${consent.organizationId}\n`)) kept.delete(key)
        kept.set(keyOf(consent), { token: answer.access_token, until })
        return answer.access_token
      }
      if (response.status === 400 && readTokenRefusal(json) === 'invalid_grant') return { outcome: 'consent' }
      return { outcome: 'busy', retryAfterMs: retryAfterOf(response, clock) }
    } catch {
      // Without a token nothing of the request has left.
      return { outcome: 'busy', retryAfterMs: null }
    }
  }

  return {
    get(consent) {
      const key = keyOf(consent)
      const known = kept.get(key)
      if (known && clock.now().getTime() < known.until - RENEWED_EARLIER_MS) return Promise.resolve(known.token)
      const running = asking.get(key) ?? renew(consent).finally(() => asking.delete(key))
      asking.set(key, running)
      return running
    },
    drop(consent, token) {
      const key = keyOf(consent)
      if (kept.get(key)?.token === token) kept.delete(key)
    },
  }
}
