import type { Notice } from '@foyer/contracts/notices/notices.ts'
import { clsx } from 'clsx'
import {
  AtSign,
  BellOff,
  BellRing,
  CheckCheck,
  CircleAlert,
  CirclePause,
  type LucideIcon,
  UserCheck,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { QueryState } from '../../parts/query-state.tsx'
import { useActiveOrganization, useServices } from '../../parts/services.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { NoticeSubject } from './notice-subject.tsx'
import { addressOf, excerptOf, wordsOf } from './notices.rules.ts'
import type { Notices } from './use-notices.ts'

const LOOKS: Partial<Record<string, { icon: LucideIcon; colour: string }>> = {
  mention: { icon: AtSign, colour: 'text-link' },
  assigned: { icon: UserCheck, colour: 'text-link' },
  failed: { icon: CircleAlert, colour: 'text-bad-text' },
  held: { icon: CirclePause, colour: 'text-warn-text' },
  cancelled: { icon: BellOff, colour: 'text-bad-text' },
}
const OTHER = { icon: BellRing, colour: 'text-muted' }

interface NoticeListProps {
  notices: Notices
  /** A notice was followed. */
  onFollow: () => void
}

/** What colleagues and the carrier did that concerns the user, newest first. */
export function NoticeList({ notices: { rows, unseen, see }, onFollow }: NoticeListProps) {
  const offline = useOffline()
  return (
    <>
      <div className="flex min-h-11 items-center gap-2 px-4 pt-1.5">
        <h2 className="flex-1 text-sm font-semibold">Notices</h2>
        {unseen > 0 && !offline && (
          <Button
            kind="ghost"
            size="sm"
            icon={CheckCheck}
            className="pointer-coarse:h-11 max-md:mr-11"
            onClick={() => see()}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <QueryState query={rows} what="Notices" empty={<Nothing />}>
        {(data) => (
          <ul aria-label="Notices" className="pb-1">
            {data.map((notice) => (
              <li key={notice._id}>
                <NoticeLink
                  notice={notice}
                  onFollow={() => {
                    if (notice.seenAt === null) see([notice._id])
                    onFollow()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </>
  )
}

function Nothing() {
  return (
    <p className="px-4 pb-4 text-sm text-muted">
      Nothing yet. Mentions, conversations that a colleague assigns to you, and texts of yours that fail, are held or
      are cancelled appear here.
    </p>
  )
}

function NoticeLink({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const here = useLocation()
  const now = useNow(useServices().clock)
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  const { kind, at, seenAt } = notice
  const { icon: Icon, colour } = LOOKS[kind] ?? OTHER
  const isUnseen = seenAt === null
  const excerpt = excerptOf(notice)
  return (
    <Link
      to={addressOf(notice, here)}
      onClick={onFollow}
      className="focus-inset flex min-h-11 items-start gap-2.5 px-4 py-2 text-sm hover:bg-hover"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${colour}`} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={clsx('min-w-0 flex-1 wrap-anywhere', isUnseen && 'font-bold')}>
            <NoticeSubject notice={notice} />
          </span>
          {isUnseen && <span className="sr-only">unread</span>}
          <time dateTime={at} className={clsx('num shrink-0 text-xs', isUnseen ? 'font-semibold' : 'text-muted')}>
            {momentLabel(at, now, timezone)}
          </time>
          {isUnseen && <span aria-hidden className="size-2 shrink-0 self-center rounded-full bg-accent" />}
        </span>
        <span className={clsx('block wrap-anywhere', isUnseen ? 'text-ink' : 'text-muted')}>{wordsOf(notice)}</span>
        {excerpt !== '' && (
          <span className="line-clamp-2 wrap-anywhere text-muted">
            <bdi>{excerpt}</bdi>
          </span>
        )}
      </span>
    </Link>
  )
}
