import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryKind } from '@foyer/contracts/inbox/history.ts'
import {
  AlarmClockOff,
  Ban,
  Bot,
  CalendarCheck,
  CalendarClock,
  CalendarX2,
  CircleDot,
  CirclePause,
  Clock,
  FileText,
  History,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageCircleWarning,
  MessageSquarePlus,
  Star,
  StarOff,
  Tag,
  ThumbsUp,
  UserCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { Link } from '../../../ui/link.tsx'
import { historySentence, renamed } from './history-words.rules.ts'
import { MailReader } from './mail-reader.tsx'
import { useHistory } from './use-history.ts'

const ICONS: Record<HistoryKind, LucideIcon> = {
  began: MessageSquarePlus,
  filed: UserRound,
  status: CircleDot,
  requestType: Tag,
  assigned: UserCheck,
  team: UsersRound,
  starred: Star,
  unstarred: StarOff,
  markedUnread: MailOpen,
  snoozed: Clock,
  woken: AlarmClockOff,
  scheduled: CalendarClock,
  rescheduled: CalendarClock,
  unscheduled: CalendarX2,
  held: CirclePause,
  kept: CalendarCheck,
  notSent: CalendarX2,
  askedToStop: MessageCircleWarning,
  stopSettled: MessageCircleWarning,
  feedback: ThumbsUp,
  consent: Ban,
  email: Mail,
  form: FileText,
  bot: Bot,
}

const ACTION = 'shrink-0 text-xs font-medium text-link pointer-coarse:min-h-11 pointer-coarse:px-2'

interface HistoryTabProps {
  conversation: Conversation
  userId: string
  now: Date
  timezone: string
}

const EMPTY = (
  <Note
    icon={History}
    title="Nothing yet"
    detail="Changes from now on are listed here: who assigned, closed or snoozed it."
  />
)

/** The history of the conversation: who did what and when, newest first. */
export function HistoryTab({ conversation, userId, now, timezone }: HistoryTabProps) {
  const { id, organizationId, patientId, name } = conversation
  const staffName = useStaffName()
  const nameOf = (_id: string, sent: string) => (_id === patientId ? name : staffName(_id, sent))
  const [mailId, setMailId] = useState<string | null>(null)
  const rows = useHistory(organizationId, id)
  return (
    <>
      <QueryState query={rows} what="The history" rows={4} empty={EMPTY}>
        {(entries) => (
          <>
            <ol aria-label="History" className="px-4 py-2">
              {entries.map((entry) => {
                const { change } = entry
                const Icon = ICONS[change.kind] ?? History
                return (
                  <li key={entry.position} className="flex gap-2.5 py-2 text-sm">
                    <Icon aria-hidden size={15} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
                    <p className="min-w-0 flex-1 wrap-anywhere">
                      {historySentence(renamed(entry, nameOf), { userId, now, timezone })}
                      <span className="whitespace-nowrap text-muted">
                        {' · '}
                        <time dateTime={entry.at} className="num">
                          {momentLabel(entry.at, now, timezone)}
                        </time>
                      </span>
                    </p>
                    {change.kind === 'email' && (
                      <button
                        type="button"
                        aria-label={`Read the e-mail of ${momentLabel(entry.at, now, timezone)}`}
                        onClick={() => setMailId(change.mailId)}
                        className={ACTION}
                      >
                        Read
                      </button>
                    )}
                    {change.kind === 'form' && (
                      <Link
                        to={`/forms/submissions/${encodeURIComponent(change.submissionId)}`}
                        aria-label={`Open the form of ${momentLabel(entry.at, now, timezone)}`}
                        className={ACTION}
                      >
                        Open
                      </Link>
                    )}
                  </li>
                )
              })}
            </ol>
            <LoadMore rows={rows} quiet />
          </>
        )}
      </QueryState>
      {mailId !== null && <MailReader {...{ organizationId, mailId, now, timezone }} onClose={() => setMailId(null)} />}
    </>
  )
}
