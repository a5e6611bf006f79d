import { mentions } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Mention } from '@foyer/contracts/inbox/mention.ts'
import { useEffect, useRef } from 'react'
import { usePageVisible } from '../../lib/use-page-visible.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import type { PagedRows } from '../../parts/rows/paged-rows.ts'
import { useApi } from '../../parts/services.tsx'
import { unseenAfter } from '../../parts/unseen.rules.ts'
import { useLiveCollection } from '../../parts/use-live-collection.ts'
import { dueMentions } from './mentions.rules.ts'

const MENTIONS_PAGE = 20

export interface Mentions {
  readonly rows: PagedRows<Mention>
  /** The number of all unseen mentions, loaded or not. */
  readonly unseen: number
}

/** The user's mentions, newest first. A mention counts as seen once its conversation is open. */
export function useMentions(organizationId: string, openId: string | null): Mentions {
  const api = useApi()
  const { tally: unseen = 0, ...rows } = useLiveCollection<Mention, number>({
    id: 'mentions',
    organizationId,
    collection: mentions,
    tallied: unseenAfter,
    read: async (cursor, signal) => {
      const reply = await api('mentions', { query: { organizationId, limit: MENTIONS_PAGE, ...cursor }, signal })
      return { ...pageOf(reply), tally: reply.unseen }
    },
  })
  const { data } = rows

  const reported = useRef(new Set<string>())
  const isVisible = usePageVisible()
  useEffect(() => {
    if (!isVisible) return
    const due = dueMentions(data ?? [], openId, reported.current)
    if (openId === null || due.length === 0) return
    for (const { _id } of due) reported.current.add(_id)
    api('markMentionsSeen', { body: { organizationId, conversationId: openId } }).catch(() => {
      // The mentions stay unseen, and opening the conversation again retries.
      for (const { _id } of due) reported.current.delete(_id)
    })
  }, [api, organizationId, openId, data, isVisible])

  return { rows, unseen }
}
