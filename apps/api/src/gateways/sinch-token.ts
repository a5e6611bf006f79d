/** The access token of the fax service: asked for once, kept until a minute before its end, and renewed after a 401. */
import type { SinchSettings } from '../config/sinch-config.ts'
import type { Clock } from '../services.ts'
import { readJson, readToken } from './sinch-wire.ts'

/** The service refused the key, so that no call can be made until an operator mends it. */
export class KeyRefused extends Error {}

export interface SinchToken {
  /** Rejects with `KeyRefused`, or with the failure to reach the service. */
  get(): Promise<string>
  /** Forgets this token, which the service did not accept; a newer one stays. */
  drop(token: string): void
}

const RENEWED_EARLIER_MS = 60_000

export function createSinchToken(
  { authUrl, keyId, keySecret }: SinchSettings,
  clock: Clock,
  timeoutMs: number,
): SinchToken {
  const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  let kept: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  async function ask(): Promise<string> {
    const response = await fetch(`${authUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = readToken(await readJson(response, 64 * 1024))
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new KeyRefused('The fax service refused the key.')
    if (!response.ok || !answer) throw new Error(`The fax service gave no token (${response.status}).`)
    kept = { token: answer.access_token, until: clock.now().getTime() + answer.expires_in * 1000 }
    return answer.access_token
  }

  return {
    get() {
      if (kept && clock.now().getTime() < kept.until - RENEWED_EARLIER_MS) return Promise.resolve(kept.token)
      // Calls that need a token at the same time share one request.
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    drop(token) {
      if (kept?.token === token) kept = undefined
    },
  }
}
