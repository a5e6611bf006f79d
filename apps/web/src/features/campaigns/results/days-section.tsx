import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import type { CampaignDashboard } from '@foyer/contracts/campaign/results-calls.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BarChart3, Table2 } from 'lucide-react'
import { useState } from 'react'
import { dayLabel } from '../../../lib/day-labels.rules.ts'
import { dateOf } from '../../../lib/time-labels.rules.ts'
import { usePaced } from '../../../lib/use-paced.ts'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { daysOf } from './campaign-results.rules.ts'

interface DaysSectionProps {
  campaign: Campaign
  organizationId: string
  now: Date
  timezone: string
}

/** A running campaign tells news each second; the days change less. */
const PACE_MS = 10_000

/** How many were sent and how many answered on each day, as bars or as a table. */
export function DaysSection({ campaign, organizationId, now, timezone }: DaysSectionProps) {
  const api = useApi()
  const [asTable, setAsTable] = useState(false)
  const days = daysOf(campaign, now, timezone)
  const version = usePaced(campaign.version, PACE_MS)
  const query = useQuery({
    queryKey: ['campaignDashboard', organizationId, campaign._id, days, version],
    queryFn: async ({ signal }) => {
      const body = { organizationId, startDate: days?.startDate ?? '', endDate: days?.endDate ?? '' }
      return (await api('campaignDashboard', { params: { id: campaign._id }, body, signal })).data
    },
    enabled: days !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (days === null) return null
  const toggle = (
    <Button size="sm" icon={asTable ? BarChart3 : Table2} onClick={() => setAsTable(!asTable)}>
      {asTable ? 'Show as bars' : 'Show as a table'}
    </Button>
  )
  return (
    <Section title="Days" action={toggle}>
      <QueryState query={query} what="The days" rows={2}>
        {({ series }) =>
          asTable ? <DaysTable series={series} today={days.endDate} /> : <Bars {...{ series, days }} />
        }
      </QueryState>
    </Section>
  )
}

/** More days have no place for their labels on a phone. */
const LABELLED_DAYS = 7

type Series = CampaignDashboard['series']

function Bars({ series, days }: { series: Series; days: { startDate: string; endDate: string } }) {
  const most = Math.max(1, ...series.flatMap(({ sent, replied }) => [sent, replied]))
  const height = (number: number) => ({ height: `${(number / most) * 100}%` })
  const sums = series.reduce((sum, day) => ({ sent: sum.sent + day.sent, replied: sum.replied + day.replied }), {
    sent: 0,
    replied: 0,
  })
  const span = [days.startDate, days.endDate].map((day) => dayLabel(day, days.endDate))
  return (
    <figure
      role="img"
      aria-label={`${countWords(sums.sent)} sent and ${countWords(sums.replied)} answered from ${span[0]} to ${span[1]}`}
    >
      <div className="flex h-32 items-end gap-1 border-b border-line-strong">
        {series.map(({ date, sent, replied }) => (
          <span
            key={date}
            title={`${dayLabel(date, days.endDate)}: ${countWords(sent)} sent, ${countWords(replied)} answered`}
            className="flex h-full flex-1 items-end justify-center gap-px"
          >
            <span className="max-w-6 flex-1 rounded-t-xs bg-accent" style={height(sent)} />
            <span className="max-w-6 flex-1 rounded-t-xs bg-ok-fill" style={height(replied)} />
          </span>
        ))}
      </div>
      {series.length <= LABELLED_DAYS && (
        <div aria-hidden className="num flex gap-1 pt-1 text-center text-2xs text-muted">
          {series.map(({ date }) => (
            <span key={date} className="flex-1">
              {dateOf(date, days.endDate)}
            </span>
          ))}
        </div>
      )}
      <figcaption className="num mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex-1">{span[0] === span[1] ? span[0] : `${span[0]} to ${span[1]}`}</span>
        <Legend look="bg-accent" words="sent" />
        <Legend look="bg-ok-fill" words="answered" />
      </figcaption>
    </figure>
  )
}

function Legend({ look, words }: { look: string; words: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-xs ${look}`} />
      {words}
    </span>
  )
}

function DaysTable({ series, today }: { series: Series; today: string }) {
  return (
    <Table
      label="Days"
      rows={series}
      rowId={({ date }) => date}
      columns={[
        { id: 'date', title: 'Day', stacked: 'title', cell: ({ date }) => dayLabel(date, today) },
        { id: 'sent', title: 'Sent', align: 'end', cell: ({ sent }) => countWords(sent) },
        { id: 'replied', title: 'Answered', align: 'end', cell: ({ replied }) => countWords(replied) },
      ]}
    />
  )
}
