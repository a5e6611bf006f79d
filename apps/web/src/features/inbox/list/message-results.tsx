import { Lock } from 'lucide-react'
import type { Reply } from '../../../api/client.ts'
import { conversationTime } from '../../../lib/time-labels.rules.ts'
import { PatientName } from '../../../parts/patient-name.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { usePages } from '../../../parts/rows/use-pages.ts'
import { useApi } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { Link } from '../../../ui/link.tsx'
import type { Sought } from '../thread/use-sought-message.ts'
import type { RowLink } from '../use-inbox-address.ts'
import { excerptOf } from './excerpt.rules.ts'
import { ListSkeleton } from './list-states.tsx'

interface MessageResultsProps {
  organizationId: string
  /** The words that are searched for; empty before the first search. */
  words: string
  now: Date
  timezone: string
  openId: string | null
  soughtId: string | null
  linkTo: (conversationId: string) => RowLink
  onSeek: (sought: Sought) => void
}

const PAGE = 20

type Hit = Reply<'searchMessages'>['data'][number]

/** The messages and notes that contain the words, newest first, with the hits marked. */
export function MessageResults({ organizationId, words, onSeek, ...rest }: MessageResultsProps) {
  const api = useApi()
  const results = usePages({
    queryKey: ['searchMessages', organizationId, words],
    read: (page, signal) =>
      api('searchMessages', { query: { organizationId, search: words, limit: PAGE, ...page }, signal }),
    enabled: words !== '',
  })
  if (words === '')
    return (
      <Note title="Search in messages" detail="Type words from a message and press Enter. Notes are searched too." />
    )
  const nothing = (
    <Note title={`No message has “${words}”`} detail="Each word must match the start of a word in the message." />
  )
  return (
    <QueryState
      query={results}
      what="Messages"
      skeleton={<ListSkeleton />}
      empty={results.hasMore ? undefined : nothing}
    >
      {(hits) => (
        <div className="scrollbar-quiet h-full overflow-y-auto">
          <ul aria-label="Found messages">
            {hits.map((hit) => (
              <Result key={hit.message._id} hit={hit} onSeek={onSeek} {...rest} />
            ))}
          </ul>
          <LoadMore rows={results} what="messages" />
        </div>
      )}
    </QueryState>
  )
}

type ResultProps = Pick<MessageResultsProps, 'now' | 'timezone' | 'openId' | 'soughtId' | 'linkTo' | 'onSeek'> & {
  hit: Hit
}

function Result({
  hit: { conversation, message, marks },
  now,
  timezone,
  openId,
  soughtId,
  linkTo,
  onSeek,
}: ResultProps) {
  const { id, name, phoneNumber } = conversation
  const nameOf = useStaffName()
  const who = message.direction === 'inbound' ? null : (nameOf(message.user, message.userName) ?? 'Automated')
  return (
    <li className="border-b border-line">
      <Link
        {...linkTo(id)}
        onClick={() => onSeek({ conversationId: id, messageId: message._id })}
        aria-current={(openId === id && soughtId === message._id) || undefined}
        className="focus-inset flex gap-2.5 px-4 py-2.5 hover:bg-hover aria-[current]:bg-selected md:px-3"
      >
        <ChartTab name={name} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 text-base wrap-anywhere md:text-sm">
              <PatientName name={name} phoneNumber={phoneNumber} />
            </span>
            <time dateTime={message.createdAt} className="num ml-auto shrink-0 text-xs text-muted">
              {conversationTime(new Date(message.createdAt), now, timezone)}
            </time>
          </span>
          <span className="line-clamp-2 text-sm wrap-anywhere text-muted">
            {message.private && <Lock aria-label="Internal note" size={12} className="mr-1 inline text-note-text" />}
            {who !== null && <span className={message.private ? 'text-note-text' : 'text-subtle'}>{`${who}: `}</span>}
            <bdi>
              {excerptOf(message.message, marks).map(({ text, marked }, place) =>
                marked ? (
                  <mark key={place} className="bg-marker text-ink">
                    {text}
                  </mark>
                ) : (
                  <span key={place}>{text}</span>
                ),
              )}
            </bdi>
          </span>
        </span>
      </Link>
    </li>
  )
}
