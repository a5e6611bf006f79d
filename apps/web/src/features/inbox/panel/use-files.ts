import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reply } from '../../../api/client.ts'
import type { LiveChanges } from '../../../live/live-messages.ts'
import { useLive } from '../../../parts/live-context.tsx'
import { useApi } from '../../../parts/parts.tsx'
import { readAgain } from './read-again.ts'

type Page = Reply<'attachments'>

const FILES_PAGE = 20

/** [CALL-INBOX-07] A conversation's files, newest first; asked again when one comes. */
export function useFiles(organizationId: string, conversationId: string) {
  const api = useApi()
  const live = useLive()
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['files', organizationId, conversationId],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      const asked = { organizationId, conversationId, limit: FILES_PAGE, ...cursor }
      return api('attachments', { query: asked, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.cursor,
    gcTime: 0,
  })

  useEffect(() => {
    const again = () => void readAgain(queries, ['files', organizationId, conversationId])
    const brings = (event: LiveChanges['events'][number]) =>
      (event.type === 'message.added' || event.type === 'message.changed') &&
      event.data.conversationId === conversationId &&
      event.data.message.attachments.length > 0
    const links = [
      live.on('events', (told) => told.organizationId === organizationId && told.events.some(brings) && again()),
      live.on('resync', (told) => told.organizationId === organizationId && again()),
      live.on('watched', (told) => told.conversationId === conversationId && again()),
    ]
    return () => {
      for (const link of links) link.unsubscribe()
    }
  }, [live, queries, organizationId, conversationId])

  return { ...query, files: query.data?.pages.flatMap(({ data }) => data) }
}
