import { clsx } from 'clsx'
import {
  BellRing,
  CalendarClock,
  History,
  Lock,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  Paperclip,
  ScrollText,
} from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { daysError } from '../../../parts/audit/audit.rules.ts'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Card } from './card.tsx'
import { tabSearch } from './chart-tabs.rules.ts'
import { channelOf, HISTORY_CHANNELS, type HistoryLine } from './history.rules.ts'
import type { TabProps } from './tab-props.ts'
import { usePatientHistory } from './use-patient-history.ts'

const IN_ADDRESS = ['channel', 'from', 'to'] as const

/** The patient's history in one line of time, or by channel. [CALL-INBOX-02] [CALL-CAMPAIGN-25] */
export function HistoryTab({ organization, patient, now }: TabProps) {
  const { _id: organizationId, timezone } = organization
  const { values, isFiltered, change, clear } = useFilters(IN_ADDRESS)
  const wrong = daysError(values)
  const [last, setLast] = useState(values)
  // While the days are wrong, the rows of the last right ones stay read.
  if (wrong === undefined && last !== values) setLast(values)
  const channel = channelOf(values.channel)
  const rows = usePatientHistory(organizationId, patient, { ...last, channel })
  const label = HISTORY_CHANNELS.find(({ value }) => value === channel)?.label ?? ''
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    size: 'lg' as const,
    value: values[name],
    className: 'w-40 max-xs:w-full',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <Card title="History" flush>
      <FilteredPage
        label="Filter the history"
        fields={
          <>
            <SelectField
              label="Channel"
              value={channel}
              choices={HISTORY_CHANNELS}
              filtering={channel !== ''}
              onChange={(next) => change({ channel: next })}
            />
            <Field label="From" {...day('from')} />
            <Field label="To" {...day('to')} />
          </>
        }
        isFiltered={isFiltered}
        onClear={clear}
        wrong={wrong}
        rows={rows}
        what="The history"
        empty={{
          icon: History,
          title: 'Nothing yet',
          detail: 'Texts, emails, reminders, visits, files and consent will appear here.',
        }}
        unmatched={{
          icon: History,
          title: channel === '' ? 'Nothing on these days' : `Nothing by ${label}`,
          detail: 'Try another channel or other days.',
        }}
      >
        {(found) => (
          <ol aria-label="History" className="divide-y divide-line border-t border-line">
            {found.map((line) => (
              <li key={line._id}>
                <Line {...{ line, now, timezone }} />
              </li>
            ))}
          </ol>
        )}
      </FilteredPage>
    </Card>
  )
}

const ICONS: Readonly<Record<HistoryLine['kind'], LucideIcon>> = {
  text: MessageSquareText,
  chat: MessageCircle,
  mail: Mail,
  reminder: BellRing,
  visit: CalendarClock,
  consent: ScrollText,
  file: Paperclip,
  note: Lock,
}

const LINK = 'inline-flex min-h-6 items-center text-xs font-medium text-link hover:underline pointer-coarse:min-h-11'

function Line({ line, now, timezone }: { line: HistoryLine; now: Date; timezone: string }) {
  const staffName = useStaffName()
  const [params] = useSearchParams()
  const { kind, at, title, text, outcome, isBad, conversationId, appointmentId } = line
  const Icon = ICONS[kind]
  const author = staffName(line.user, line.userName)
  return (
    <div className="flex gap-3 px-4 py-2.5 text-sm md:px-5">
      <Icon aria-hidden size={17} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title}</span>
          {outcome !== '' && (
            <span className={clsx('text-xs', isBad ? 'font-medium text-bad-text' : 'text-muted')}>{outcome}</span>
          )}
        </p>
        {text !== '' && (
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <span>
            <time dateTime={at}>{momentLabel(at, now, timezone)}</time>
            {author !== null && (
              <>
                {', '}
                <bdi>{author}</bdi>
              </>
            )}
          </span>
          {conversationId !== null && (
            <Link to={`/inbox?conversation=${encodeURIComponent(conversationId)}`} className={LINK}>
              Open conversation
            </Link>
          )}
          {appointmentId !== null && (
            <Link to={visitAddress(appointmentId, params)} className={LINK}>
              Open visit
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}

function visitAddress(appointmentId: string, params: URLSearchParams): string {
  const search = tabSearch('visits', params)
  search.set('appointmentId', appointmentId)
  return `?${search}`
}
