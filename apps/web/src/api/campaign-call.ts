import type { Method } from '@foyer/contracts/call.ts'
import { CallError } from './call-error.ts'
import { campaignAddress } from './campaign-address.rules.ts'
import { type ApiDependencies, headersFor, tokenFor } from './client.ts'
import { bodyOf } from './fetch-helper.ts'

const TIMEOUT_MS = 10_000

/** Makes a call of the campaign service by its path below it. [CALL-CAMPAIGN-24] */
export type CampaignCall = (path: string, method: Method, body?: Record<string, unknown>) => Promise<unknown>

/** For calls that the contracts do not describe; the others are made by `api`. */
export function createCampaignCall(parts: ApiDependencies): CampaignCall {
  return async (path, method, body) => {
    const address = campaignAddress(path)
    const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]))
    const send = (token: string) =>
      parts.fetch(address, {
        method,
        headers: headersFor(parts, { method, path: address }, { query, ...(body && { body }) }, token),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && { body: JSON.stringify(body) }),
      })
    const token = await tokenFor(parts)
    let response = await send(token)
    if (response.status === 401) {
      response = await send(await tokenFor(parts, token))
      if (response.status === 401) parts.onUnauthenticated()
    }
    const answer = await bodyOf(response)
    if (!response.ok) throw new CallError(undefined, response.status, answer, response.headers.get('retry-after'))
    return answer
  }
}
