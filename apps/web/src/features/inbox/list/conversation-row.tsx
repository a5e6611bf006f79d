import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import { isHeldFor, isNotDelivered } from '@foyer/contracts/inbox/filter.rules.ts'
import type { OpenTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { clsx } from 'clsx'
import {
  AlarmClock,
  BellOff,
  CalendarClock,
  CirclePause,
  Eye,
  Hand,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  Star,
  UsersRound,
} from 'lucide-react'
import { memo } from 'react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { conversationTime, dueLabel, timeOfDay } from '../../../lib/time-labels.rules.ts'
import { PatientName } from '../../../parts/patient-name.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { CountPill } from '../../../ui/count-pill.tsx'
import { BotMark } from '../bot-mark.tsx'
import { CampaignMark } from '../campaign-mark.tsx'
import { RequestLabel } from '../request-label.tsx'
import { DeliveryMark } from '../thread/delivery-mark.tsx'
import { visitWords } from '../visit-words.rules.ts'
import { WaitClock } from './wait-clock.tsx'

/** The values that all rows share besides their conversation. */
export interface RowView {
  now: Date
  timezone: string
  /** The clinic's open time; null while its hours aren't known. */
  openTime: OpenTime | null
  userId: string
}

interface ConversationRowProps extends RowView {
  conversation: Conversation
  /** The colleagues who are viewing the open conversation. Only its row shows them. */
  viewing: string | null
  /** "Lena is on it"; null while nobody holds the conversation. */
  held?: string | null
  /** The visit of the day, in a list by day. */
  visit: Visit | null
  /** The user's unsent draft in this conversation. */
  draft: string | undefined
  selected: boolean
  fresh: boolean
  /** The row is selected for a bulk action. */
  picked?: boolean
  /** The status, where the chosen statuses do not include it. */
  status?: string | null
  /** Why the conversation no longer belongs to this list, while its row is still shown. */
  leaving: string | null
}

/** [INBOX-11] One conversation of the list: the patient, the last message and the waiting time. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  selected,
  fresh,
  leaving,
  draft,
  viewing,
  held = null,
  visit,
  picked = false,
  status = null,
  ...view
}: ConversationRowProps) {
  return (
    <span
      className={clsx(
        'relative flex h-19 items-center gap-2.5 border-b border-line px-4 md:h-row md:px-3',
        // A leaving row gets a darker background. Its words keep their contrast.
        selected
          ? 'bg-selected'
          : picked
            ? 'bg-selected-soft'
            : leaving !== null
              ? 'bg-sunken'
              : fresh
                ? // In the dark theme the palest text colour has too little contrast on the marker.
                  'isolate [--ds-subtle:var(--ds-muted)]'
                : 'hover:bg-hover',
      )}
    >
      {fresh && !selected && !picked && leaving === null && (
        // An element of its own below the words, so that the fading marker causes no repaint of them.
        <span aria-hidden className="marker absolute inset-0 -z-1 animate-marker" />
      )}
      {selected && <span aria-hidden className="absolute inset-y-0 left-0 w-0.75 bg-accent max-md:hidden" />}
      <ChartTab name={conversation.name} />
      <span className="min-w-0 flex-1">
        <span className="block room-at-row">
          <TopLine conversation={conversation} {...view} />
          <MiddleLine conversation={conversation} userId={view.userId} draft={selected ? undefined : draft} />
        </span>
        <span className={clsx('mt-px flex items-center gap-1.5 text-xs', fresh ? 'text-ink' : 'text-muted')}>
          {leaving === null ? (
            <BottomLine
              {...{ conversation, visit, held, status }}
              viewing={selected ? viewing : null}
              strong={selected || fresh}
              {...view}
            />
          ) : (
            <Leaving word={leaving} />
          )}
        </span>
      </span>
    </span>
  )
})

/** Says why the row is about to leave. */
function Leaving({ word }: { word: string }) {
  return (
    <span className="inline-flex items-center gap-1 font-medium">
      <LogOut aria-hidden size={13} strokeWidth={1.75} />
      {word}
    </span>
  )
}

const LONG_NAME = 36

function TopLine({ conversation, now, timezone, userId }: Omit<RowView, 'openTime'> & { conversation: Conversation }) {
  const { timestamp, unreadCount, starredBy } = conversation
  const unread = unreadCount > 0
  return (
    <span className="flex items-baseline gap-2">
      {/* A long name takes a second line, for which the row has room, and a very long one narrower letters. */}
      <span
        className={clsx(
          'line-clamp-2 min-w-0 leading-4.5 wrap-anywhere md:text-sm md:leading-4',
          unread ? 'font-bold' : 'font-normal',
          conversation.name.length > LONG_NAME ? 'narrower text-sm' : 'text-base',
        )}
      >
        <PatientName name={conversation.name} phoneNumber={conversation.phoneNumber} />
      </span>
      {starredBy.includes(userId) && (
        <span className="shrink-0 self-center text-muted">
          <Star aria-hidden size={12} className="fill-current" />
          <span className="sr-only">starred</span>
        </span>
      )}
      <time
        dateTime={timestamp}
        className={clsx('num ml-auto shrink-0 text-xs', unread ? 'font-semibold text-ink' : 'text-muted')}
      >
        {conversationTime(new Date(timestamp), now, timezone)}
      </time>
    </span>
  )
}

interface MiddleLineProps {
  conversation: Conversation
  userId: string
  draft: string | undefined
}

/** The words before the message keep their width and their blank. */
const PREFIX = 'max-w-1/2 shrink-0 truncate whitespace-pre'

/** The last message, or the user's own draft. */
function MiddleLine({ conversation, userId, draft }: MiddleLineProps) {
  const { lastMessage, unreadCount } = conversation
  return (
    <span className="flex items-center gap-2">
      <span className={clsx('flex min-w-0 flex-1 text-sm', unreadCount > 0 ? 'text-ink' : 'text-muted')}>
        {draft === undefined ? (
          <LastWriter conversation={conversation} userId={userId} />
        ) : (
          <span className={`${PREFIX} font-medium text-bad-text`}>Draft: </span>
        )}
        {/* A box of its own: it ends at the end of the text's own direction, so a right-to-left text keeps its first word. */}
        <bdi dir="auto" className="min-w-0 flex-1 truncate text-left">
          {draft ?? lastMessage}
        </bdi>
      </span>
      <CountPill count={unreadCount} label="unread" />
    </span>
  )
}

function LastWriter({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const nameOf = useStaffName()
  const by = conversation.lastMessageBy
  if (by === null || by.direction === 'inbound') return null
  const name = nameOf(by.user, by.userName)
  const who = by.user === userId ? 'You' : name === null ? 'Automated' : givenName(name)
  if (by.private) return <span className={`${PREFIX} text-note-text`}>{`${who}, note: `}</span>
  return <span className={clsx(PREFIX, by.user === null ? 'text-auto-text' : 'text-subtle')}>{`${who}: `}</span>
}

interface BottomLineProps extends RowView {
  conversation: Conversation
  visit: Visit | null
  viewing: string | null
  held: string | null
  status: string | null
  strong: boolean
}

function BottomLine({ conversation, visit, strong, status, viewing, held, ...view }: BottomLineProps) {
  const { timezone, userId } = view
  const { requestType, staffAssigned, team, type, askedToStop, campaign, bot } = conversation
  const assigned = staffAssigned[0]
  const nameOf = useStaffName()
  const Channel = type === 'chat' ? MessageCircle : MessageSquareText
  const isPlain = type === 'sms' && (requestType !== null || visit !== null || Boolean(campaign))
  return (
    <>
      {/* A word that does not fit wraps to a second line, which is hidden: words are whole or absent. */}
      <span className="flex h-4 min-w-0 flex-1 flex-wrap items-center gap-x-1.5 overflow-hidden leading-4 whitespace-nowrap">
        {/* Most conversations are text messages. Beside a request only a chat gets an icon. */}
        <span className={clsx('inline-flex items-center gap-1', isPlain && 'sr-only')}>
          <Channel aria-hidden size={13} strokeWidth={1.75} />
          <span className={requestType === null ? undefined : 'sr-only'}>{type === 'chat' ? 'Chat' : 'Text'}</span>
        </span>
        {status !== null && <span className="font-medium">{status}</span>}
        {isHeldFor(conversation, userId) && (
          <span className="inline-flex items-center gap-1 font-medium text-warn-text">
            <CirclePause aria-hidden size={13} strokeWidth={1.75} />
            Held
          </span>
        )}
        {askedToStop && (
          <span className="inline-flex items-center gap-1 font-medium text-bad-text">
            <Hand aria-hidden size={13} strokeWidth={1.75} />
            Asked to stop
          </span>
        )}
        {visit !== null && <DayVisit visit={visit} timezone={timezone} />}
        {bot && <BotMark title={bot.title} />}
        {requestType !== null && <RequestLabel type={requestType} />}
        {campaign && <CampaignMark name={campaign.name} />}
        <span className="flex max-w-full items-center gap-1.5">
          {(held !== null || assigned || team || !bot) && <span aria-hidden>·</span>}
          {held !== null && <span className="truncate font-medium text-auto-text">{held}</span>}
          {(held === null || assigned) && (assigned || !(team || bot)) && (
            <span className="truncate">
              {assigned
                ? assigned._id === userId
                  ? 'You'
                  : givenName(nameOf(assigned._id, assigned.name))
                : 'Unassigned'}
            </span>
          )}
          {team && (
            <span className="inline-flex min-w-0 items-center gap-1">
              <UsersRound aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
              <span className="sr-only">team </span>
              <span className="truncate">{nameOf(team._id, team.name)}</span>
            </span>
          )}
        </span>
        {held === null && viewing !== null && (
          <>
            <Eye aria-hidden size={13} className="shrink-0 text-auto-text" />
            <span className="max-w-full truncate text-auto-text">{viewing}</span>
          </>
        )}
      </span>
      <RowEnd conversation={conversation} strong={strong} {...view} />
    </>
  )
}

function DayVisit({ visit: { startsAt, status }, timezone }: { visit: Visit; timezone: string }) {
  return (
    <span className="font-medium">
      Visit <time dateTime={startsAt}>{timeOfDay(new Date(startsAt), timezone)}</time>
      {`, ${visitWords[status].toLowerCase()}`}
    </span>
  )
}

type RowEndProps = Pick<BottomLineProps, 'conversation' | 'now' | 'timezone' | 'openTime' | 'strong'>

/** Shows the most urgent fact: not delivered, snoozed until, waiting time, opted out, or the next planned text. */
function RowEnd({ conversation, now, timezone, openTime, strong }: RowEndProps) {
  const { lastMessageBy: by, waitingSince, snoozedUntil, scheduledFor, smsStatus, type } = conversation
  const failed = isNotDelivered(conversation)
  // No text can reach the patient, so how the last one fared no longer matters.
  if (smsStatus === 'opted_out' && type === 'sms' && waitingSince === null && snoozedUntil === null) return <OptedOut />
  if (snoozedUntil !== null && !failed) {
    return <DueTime icon={AlarmClock} word="snoozed until" at={snoozedUntil} {...{ now, timezone }} />
  }
  if (waitingSince !== null && !failed)
    return <WaitClock since={waitingSince} {...{ now, timezone, openTime, strong }} />
  if (scheduledFor !== null && !failed) {
    return <DueTime icon={CalendarClock} word="next text goes out" at={scheduledFor} {...{ now, timezone }} />
  }
  if (by !== null && failed) return <DeliveryMark delivery={by.textStatus ?? by.status} />
  if (by === null || by.private || by.direction === 'inbound') return null
  return <DeliveryMark delivery={by.status} />
}

function OptedOut() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-medium">
      <BellOff aria-hidden size={13} strokeWidth={1.75} />
      Opted out
    </span>
  )
}

interface DueTimeProps extends Pick<RowView, 'now' | 'timezone'> {
  icon: LucideIcon
  /** Read by screen readers only; others see the icon. */
  word: string
  at: string
}

function DueTime({ icon: Icon, word, at, now, timezone }: DueTimeProps) {
  return (
    <span className="num inline-flex shrink-0 items-center gap-1">
      <Icon aria-hidden size={13} strokeWidth={1.75} />
      <span className="sr-only">{`${word} `}</span>
      <time dateTime={at}>{dueLabel(new Date(at), now, timezone)}</time>
    </span>
  )
}
