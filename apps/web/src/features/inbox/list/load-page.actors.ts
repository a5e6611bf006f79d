import { fromPromise } from 'xstate'
import type { CallDependencies } from '../inbox-calls.actors.ts'
import type { PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'
import { listQuery } from './list-query.rules.ts'

export function loadPage(calls: CallDependencies) {
  return fromPromise<Page, PageRequest>(({ input, signal }) => readPage(calls, input, signal))
}

export async function readPage(
  { api, organizationId }: Pick<CallDependencies, 'api' | 'organizationId'>,
  { filters, ...page }: PageRequest,
  signal?: AbortSignal,
): Promise<Page> {
  const query = listQuery(organizationId, filters, page)
  const reply = await api('conversations', { query, ...(signal && { signal }) })
  // [STATE-23] A reply without a list is an empty page.
  return { items: reply.data ?? [], epoch: reply.epoch, asOf: reply.asOf, cursor: reply.cursor ?? null }
}
