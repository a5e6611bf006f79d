import type { Mention } from '@foyer/contracts/inbox/mention.ts'
import { clsx } from 'clsx'
import { reachOf } from '../../../api/reach.rules.ts'
import { conversationTime } from '../../../lib/time-labels.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Failed, LoadMore, Note } from '../../../parts/state-notes.tsx'
import { unreadWords } from '../../../parts/unread.rules.ts'
import { useOffline } from '../../../parts/use-offline.ts'
import { Link } from '../../../ui/link.tsx'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import type { Sought } from '../thread/use-sought-message.ts'
import type { RowLink } from '../use-inbox-address.ts'
import { ListSkeleton } from './list-states.tsx'

interface MentionsListProps {
  rows: PagedRows<Mention>
  now: Date
  timezone: string
  openId: string | null
  soughtId: string | null
  linkTo: (conversationId: string) => RowLink
  onSeek: (sought: Sought) => void
}

/** The notes in which colleagues mentioned the user, newest first. Unseen ones stand out. */
export function MentionsList({ rows, now, timezone, openId, soughtId, linkTo, onSeek }: MentionsListProps) {
  const nameOf = useStaffName()
  const offline = useOffline()
  const { data: mentions = [], error, isError, isFetching, refetch } = rows
  const why = unreadWords({ offline, met: isError ? reachOf(error) : null, kept: mentions.length > 0 })
  if (mentions.length === 0) {
    if (isError) return <Failed what="Mentions" message={why} onRetry={() => void refetch()} />
    if (isFetching) return <ListSkeleton />
    return <Note title="No mentions yet" detail="When a colleague writes @ and your name in a note, it appears here." />
  }
  return (
    <div className="scrollbar-quiet h-full overflow-y-auto">
      <ul aria-label="Mentions">
        {mentions.map(({ _id, conversationId, messageId, by, byName, excerpt, at, seenAt }) => (
          <li key={_id} className="border-b border-line">
            <Link
              {...linkTo(conversationId)}
              onClick={() => onSeek({ conversationId, messageId })}
              aria-current={(openId === conversationId && soughtId === messageId) || undefined}
              className="focus-inset flex gap-2.5 px-4 py-2.5 hover:bg-hover aria-[current]:bg-selected md:px-3"
            >
              <StaffAvatar name={nameOf(by, byName)} size={28} />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span className={clsx('min-w-0 truncate text-sm', seenAt === null && 'font-bold')}>
                    {nameOf(by, byName)}
                  </span>
                  {seenAt === null && <span className="sr-only">not seen yet</span>}
                  <time
                    dateTime={at}
                    className={clsx('num ml-auto shrink-0 text-xs', seenAt === null ? 'font-semibold' : 'text-muted')}
                  >
                    {conversationTime(new Date(at), now, timezone)}
                  </time>
                </span>
                <span
                  className={clsx('line-clamp-2 text-sm wrap-anywhere', seenAt === null ? 'text-ink' : 'text-muted')}
                >
                  <bdi>{excerpt}</bdi>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore what="mentions" rows={rows} />
    </div>
  )
}
