import type { AccessToken } from './access-token.ts'
import { CallError } from './call-error.ts'
import { bodyOf, type Fetch } from './fetch-helper.ts'

/** A file of 20 MB on a slow line. */
const TIMEOUT_MS = 120_000

export type FetchBlob = (path: string, signal?: AbortSignal) => Promise<Blob>

/** Fetches the bytes of a file with the bearer: its address alone opens nothing. [OPEN-071] */
export function createFetchBlob({ fetch, token }: { fetch: Fetch; token: AccessToken }): FetchBlob {
  return async function fetchBlob(path, signal) {
    const time = AbortSignal.timeout(TIMEOUT_MS)
    const ask = (bearer: string) =>
      fetch(path, {
        headers: { authorization: `Bearer ${bearer}` },
        signal: signal ? AbortSignal.any([signal, time]) : time,
      })
    const bearer = await token.get()
    let response = await ask(bearer)
    if (response.status === 401) response = await ask(await token.renew(bearer))
    if (!response.ok) throw new CallError(undefined, response.status, await bodyOf(response))
    return response.blob()
  }
}
