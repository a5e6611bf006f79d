/** Posts a signed body to one relay. A relay that does not answer in time counts as failed. */
import type { BaseServices } from '../services.ts'
import { signWebhook } from './webhook-signature.ts'

const TIMEOUT_MS = 1500

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly reason: string }
export type RelayPost = (url: string, body: object) => Promise<Outcome>

export function createRelayPost({ config, clock, newId }: Pick<BaseServices, 'config' | 'clock' | 'newId'>): RelayPost {
  return async (url, payload) => {
    const body = JSON.stringify(payload)
    const [secret] = config.relaySecrets
    const headers = {
      'content-type': 'application/json',
      ...signWebhook(body, { id: newId(), at: clock.now(), secret }),
    }
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return answer.ok ? { ok: true } : { ok: false, reason: `status_${answer.status}` }
    } catch (error) {
      return { ok: false, reason: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable' }
    }
  }
}
