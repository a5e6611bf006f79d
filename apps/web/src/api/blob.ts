import { CallError } from './call-error.ts'
import { bodyOf, type Fetch } from './fetch-helper.ts'

/** Enough for 10 MB on a slow connection. */
const TIMEOUT_MS = 300_000

export interface BlobDependencies {
  fetch: Fetch
  token: (refused?: string) => Promise<string>
  headers: (query: Record<string, unknown>, token: string) => Record<string, string>
  onUnauthenticated: () => void
}

/** Accepts addresses of this server only, because the request carries the bearer token. */
export async function readBlob(parts: BlobDependencies, address: string, signal?: AbortSignal): Promise<Blob> {
  if (!address.startsWith('/api/')) throw new Error('A file must have an address of this server')
  const query = { organizationId: new URL(address, 'http://here.invalid').searchParams.get('organizationId') }
  const read = (token: string) => {
    const time = AbortSignal.timeout(TIMEOUT_MS)
    return parts.fetch(address, {
      headers: { ...parts.headers(query, token), accept: '*/*' },
      signal: signal ? AbortSignal.any([signal, time]) : time,
    })
  }
  const token = await parts.token()
  let response = await read(token)
  if (response.status === 401) {
    response = await read(await parts.token(token))
    if (response.status === 401) parts.onUnauthenticated()
  }
  if (!response.ok) throw new CallError(messageOf(address, response.status), response.status, await bodyOf(response))
  return response.blob()
}

/** [ERR-13] The exports of forms say the status. */
function messageOf(address: string, status: number): string | undefined {
  return address.startsWith('/api/main/utils/export-custom-form-') ? `HTTP error! status ${status}` : undefined
}
