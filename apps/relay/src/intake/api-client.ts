/** The relay's calls to the API: change feed, heads and revocations. */
import {
  type FeedPage,
  feed,
  heads,
  type OrganizationHead,
  type Revocation,
  recentRevocations,
} from '@foyer/contracts/feed.ts'
import type { z } from 'zod'
import { RelayError } from '../process-log.ts'
import type { ApiClock } from './api-clock.ts'

export interface FeedRequest {
  readonly organizationId: string
  readonly after: number
  readonly limit: number
  /** How long the API may wait for an event before it answers with none. */
  readonly waitMs?: number
  /** Aborted when the caller no longer needs the answer. */
  readonly signal?: AbortSignal
}

export interface ApiClient {
  feed(request: FeedRequest): Promise<FeedPage>
  heads(organizationIds: readonly string[]): Promise<OrganizationHead[]>
  revocations(): Promise<Revocation[]>
  /** Aborts all requests in flight. */
  stop(): void
}

/** Bounds each request, so that a hung API does not hang the relay. */
const TIMEOUT_MS = 2_000

export function createApiClient(parts: { apiUrl: string; secret: string; apiClock: ApiClock }): ApiClient {
  const stopping = new AbortController()

  async function get<Reply extends z.ZodType>(
    call: { path: string; reply: Reply },
    query: Record<string, string>,
    { timeoutMs = TIMEOUT_MS, signals = [] }: { timeoutMs?: number; signals?: AbortSignal[] } = {},
  ): Promise<z.output<Reply>> {
    const search = new URLSearchParams(query).toString()
    const answer = await fetch(`${parts.apiUrl}${call.path}${search && `?${search}`}`, {
      headers: { authorization: `Bearer ${parts.secret}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs), ...signals]),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new RelayError(`The API returned ${answer.status} to ${call.path}.`)
    }
    const reply = call.reply.safeParse(await readJson(answer, call.path))
    // The parser's own message could quote what a patient wrote.
    if (!reply.success) throw new RelayError(`The API's answer to ${call.path} does not match the contract.`)
    parts.apiClock.observe(answer.headers.get('date'))
    return reply.data
  }

  return {
    feed: ({ organizationId, after, limit, waitMs = 0, signal }) =>
      get(
        feed,
        { organizationId, after: `${after}`, limit: `${limit}`, ...(waitMs > 0 && { waitMs: `${waitMs}` }) },
        { timeoutMs: TIMEOUT_MS + waitMs, signals: signal ? [signal] : [] },
      ),
    heads: async (organizationIds) => (await get(heads, { organizationId: organizationIds.join(',') })).heads,
    revocations: async () => (await get(recentRevocations, {})).revocations,
    stop: () => stopping.abort(),
  }
}

/** Throws an own error for an answer that is not JSON, because the parser's error would quote the answer. */
async function readJson(answer: Response, path: string): Promise<unknown> {
  try {
    return await answer.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new RelayError(`The API's answer to ${path} is not JSON.`)
  }
}
