import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import type { CampaignDashboard } from '@foyer/contracts/campaign/results-calls.ts'
import type { MetricName } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type DayRange, rangeOf } from '@foyer/contracts/dashboards/range.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { usePaced } from '../../../lib/use-paced.ts'
import { BarFigure } from '../../../parts/figures/bar-figure.tsx'
import { changeOf } from '../../../parts/figures/change.rules.ts'
import type { ChartSeries } from '../../../parts/figures/columns.rules.ts'
import { CompareButton } from '../../../parts/figures/compare-button.tsx'
import { FigureNumber } from '../../../parts/figures/figure-number.tsx'
import { choiceOf } from '../../../parts/figures/range-choice.rules.ts'
import { RangePicker } from '../../../parts/figures/range-picker.tsx'
import type { RowsAsked } from '../../../parts/figures/rows-address.rules.ts'
import { RowsDrawer } from '../../../parts/figures/rows-drawer.tsx'
import { useFigureExport } from '../../../parts/figures/use-figure-export.ts'
import { useRowsAddress } from '../../../parts/figures/use-rows-address.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { type DayFigure, dayFiguresOf, daysOf } from './campaign-results.rules.ts'

interface DaysSectionProps {
  campaign: Campaign
  organizationId: string
  now: Date
  timezone: string
}

/** A running campaign tells news each second; the days change less. */
const PACE_MS = 10_000
const IN_ADDRESS = ['range', 'compare'] as const

/** [DASH-01] What the campaign led to in a range of days, each number with its rows. */
export function DaysSection({ campaign, organizationId, now, timezone }: DaysSectionProps) {
  const api = useApi()
  const { values, change } = useFilters(IN_ADDRESS)
  const rows = useRowsAddress()
  const today = dayIn(now, timezone)
  const choice = choiceOf(values.range)
  const usual = daysOf(campaign, now, timezone)
  const days = usual === null || choice === null ? usual : rangeOf(choice, today)
  const compare = values.compare === 'on'
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
  const open = (asked: RowsAsked) => rows.open({ ...asked, cut: 'campaign', value: campaign._id })
  return (
    <Section
      title="Days"
      action={
        <div className="flex flex-wrap gap-2">
          <RangePicker range={days} today={today} onChange={(text) => change({ range: text })} />
          <CompareButton compare={compare} onChange={(next) => change({ compare: next ? 'on' : '' })} />
          <SaveDays {...{ organizationId, days }} campaignId={campaign._id} />
        </div>
      }
    >
      <QueryState query={query} what="The days" rows={2}>
        {(figures) => <Days {...{ figures, campaign, compare, today, open }} />}
      </QueryState>
      <RowsDrawer {...{ organizationId, timezone, today }} range={days} asked={rows.asked} onClose={rows.close} />
    </Section>
  )
}

interface DaysProps {
  figures: CampaignDashboard
  campaign: Campaign
  compare: boolean
  today: string
  open: (asked: RowsAsked) => void
}

function Days({ figures, campaign, compare, today, open }: DaysProps) {
  const { series, previous } = figures
  const chart: readonly ChartSeries[] = [
    { id: 'campaign.sent', label: 'sent', tone: 1, values: series.map(({ sent }) => sent) },
    { id: 'campaign.replied', label: 'answered', tone: 4, below: true, values: series.map(({ replied }) => replied) },
  ]
  return (
    <>
      <ul aria-label="Numbers of these days" className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
        {dayFiguresOf(campaign).map(({ name, words, good }: DayFigure) => (
          <li key={name}>
            <FigureNumber
              {...{ metric: `campaign.${name}`, value: figures[name], words, ...(good && { good }) }}
              change={compare ? changeOf(figures[name], previous[name]) : null}
              onOpen={() => open({ metric: `campaign.${name}`, figure: figures[name] })}
            />
          </li>
        ))}
      </ul>
      <BarFigure
        name="Sent and answered per day"
        days={series.map(({ date }) => date)}
        series={chart}
        today={today}
        height={180}
        onOpen={({ id }, { label, startDate, endDate }) =>
          open({ metric: id as MetricName, days: { startDate, endDate }, part: label })
        }
      />
    </>
  )
}

/** Saves who was sent the campaign in these days. */
function SaveDays(asked: { organizationId: string; campaignId: string; days: DayRange }) {
  const { organizationId, campaignId, days } = asked
  const offline = useOffline()
  const { exporting, save } = useFigureExport()
  const query = { organizationId, metric: 'campaign.sent', cut: 'campaign', value: campaignId, ...days }
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      icon={Download}
      busy={exporting === format}
      disabledReason={offlineReason(offline, 'Saving')}
      onClick={() => save({ name: `foyer-campaign-sent-${days.startDate}-${days.endDate}`, format, query })}
      className="pointer-coarse:h-11"
    >
      {format === 'csv' ? 'Sent, CSV' : 'Sent, Excel'}
    </Button>
  ))
}
