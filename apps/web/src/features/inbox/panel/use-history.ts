import { apply, emptyCopy, mergeHistory } from '@foyer/contracts/inbox/apply.rules.ts'
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reply } from '../../../api/client.ts'
import type { LiveChanges } from '../../../live/live-messages.ts'
import { useLive } from '../../../parts/live-context.tsx'
import { useApi } from '../../../parts/parts.tsx'
import { readAgain } from './read-again.ts'

type Page = Reply<'conversationHistory'>

/** A conversation's history, newest first, kept current by the stream. */
export function useHistory(organizationId: string, conversationId: string) {
  const api = useApi()
  const live = useLive()
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['history', organizationId, conversationId],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: Number(pageParam) }
      return api('conversationHistory', { query: { organizationId, conversationId, ...cursor }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.cursor,
    // What the stream brought while nobody looked is not in it.
    gcTime: 0,
  })

  useEffect(() => {
    const key = ['history', organizationId, conversationId]
    const again = () => void readAgain(queries, key)

    function hear({ organizationId: of, events }: LiveChanges) {
      const isOurs = (event: LiveChanges['events'][number]) =>
        event.type === 'history.added' && event.data.conversationId === conversationId
      const ours = of === organizationId ? events.filter(isOurs) : []
      if (ours.length === 0) return
      // An answer on its way may not have it, and would take its place.
      if (queries.getQueryState(key)?.fetchStatus !== 'idle') return again()
      queries.setQueryData<InfiniteData<Page, string | null>>(
        key,
        (held) => held && withEvents(held, conversationId, ours),
      )
    }

    const links = [
      live.on('events', hear),
      live.on('resync', (told) => told.organizationId === organizationId && again()),
      // The relay has joined this tab to the conversation anew: what happened in between was told to nobody.
      live.on('watched', (told) => told.conversationId === conversationId && again()),
    ]
    return () => {
      for (const link of links) link.unsubscribe()
    }
  }, [live, queries, organizationId, conversationId])

  const pages = query.data?.pages
  const entries = pages?.reduce<readonly HistoryEntry[]>((all, { data }) => mergeHistory(all, data), [])
  return { ...query, entries }
}

/** The newest page takes them; older pages and their cursors stay as they are. */
function withEvents(
  held: InfiniteData<Page, string | null>,
  conversationId: string,
  events: LiveChanges['events'],
): InfiniteData<Page, string | null> {
  const [newest, ...older] = held.pages
  if (!newest) return held
  const copy = { ...emptyCopy, history: new Map([[conversationId, newest.data]]) }
  const data = [...(apply(copy, events).history.get(conversationId) ?? newest.data)]
  return { ...held, pages: [{ ...newest, data }, ...older] }
}
