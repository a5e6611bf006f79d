import { notices } from '@foyer/contracts/notices/notices.rules.ts'
import type { Notice } from '@foyer/contracts/notices/notices.ts'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { usePageVisible } from '../../lib/use-page-visible.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useApi, useServices } from '../../parts/services.tsx'
import { unseenAfter } from '../../parts/unseen.rules.ts'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'
import { notifyError } from '../../ui/notify.tsx'
import { newsOf, seenByLooking } from './notices.rules.ts'

export interface Notices {
  readonly rows: LiveRows<Notice, number>
  /** The number of all unseen notices, listed or not. */
  readonly unseen: number
  /** Marks notices as seen; without ids, all of them. */
  readonly see: (ids?: readonly string[]) => void
}

interface Watch {
  readonly organizationId: string
  /** Called with notices that arrive while the tab is visible, unless their conversation is open. */
  readonly onNews: (news: readonly Notice[]) => void
}

/** The user's newest notices, kept current by the stream. */
export function useNotices({ organizationId, onNews }: Watch): Notices {
  const api = useApi()
  const { clock } = useServices()
  const rows = useLiveCollection<Notice, number>({
    id: 'notices',
    organizationId,
    collection: notices,
    tallied: unseenAfter,
    read: async (_, signal) => {
      const { data, unseen, asOf, epoch } = await api('notices', { query: { organizationId }, signal })
      return { items: data, cursor: null, tally: unseen, seq: asOf, epoch }
    },
  })
  const { data } = rows
  const openId = useOpenId()

  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const news = newsOf(data, { known: known.current, openId, now: clock.now() })
    known.current = new Set(data.map(({ _id }) => _id))
    if (news.length > 0 && document.visibilityState === 'visible') onNews(news)
  }, [data, openId, clock, onNews])

  const reported = useRef(new Set<string>())
  const isVisible = usePageVisible()
  useEffect(() => {
    if (!isVisible) return
    const due = seenByLooking(data ?? [], openId).filter((id) => !reported.current.has(id))
    if (due.length === 0) return
    for (const id of due) reported.current.add(id)
    api('seeNotices', { body: { organizationId, ids: [...due] } }).catch(() => {
      // The notices stay unseen, and opening the conversation again retries.
      for (const id of due) reported.current.delete(id)
    })
  }, [api, organizationId, data, openId, isVisible])

  return {
    rows,
    unseen: rows.tally ?? 0,
    see: (ids) => {
      api('seeNotices', { body: { organizationId, ...(ids && { ids: [...ids] }) } }).catch((error: unknown) => {
        // A single notice stays unseen; its conversation opens all the same.
        if (ids === undefined) notifyError(failureMessage(error))
      })
    },
  }
}

/** The conversation that is open in this tab. */
function useOpenId(): string | null {
  const { pathname, search } = useLocation()
  return pathname === '/inbox' ? new URLSearchParams(search).get('conversation') : null
}
