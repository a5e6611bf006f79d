import { useSnapshot } from 'valtio'
import { CompareButton } from '../../parts/figures/compare-button.tsx'
import { RangePicker } from '../../parts/figures/range-picker.tsx'
import { RowsDrawer } from '../../parts/figures/rows-drawer.tsx'
import { PageRoom } from '../../parts/page-room.tsx'
import { useApp, useServices } from '../../parts/services.tsx'
import { AsOf } from './as-of.tsx'
import { CampaignsCard } from './cards/campaigns-card.tsx'
import { CommunicationCard } from './cards/communication-card.tsx'
import { RemindersCard } from './cards/reminders-card.tsx'
import { RequestsCard } from './cards/requests-card.tsx'
import { ReviewsCard } from './cards/reviews-card.tsx'
import { ScoreCardCard } from './cards/score-card.tsx'
import { compareText } from './dashboard-address.rules.ts'
import { OverviewExport } from './export-menu.tsx'
import { FiguresRoomProvider } from './figures-room.tsx'
import { greetingOf } from './greeting.rules.ts'
import { PageHead } from './page-head.tsx'
import { PrintedHead } from './printed-head.tsx'
import { type DashboardOrganization, useDashboardPage } from './use-dashboard-page.ts'
import {
  useCampaignFigures,
  useCommunication,
  useReminders,
  useRequests,
  useReviews,
  useScoreCard,
} from './use-figures.ts'
import { ViewsMenu } from './views/views-menu.tsx'
import './dashboards.css'

/** Six subjects at a glance, each read and shown by itself. */
export function OverviewScreen({ organization }: { organization: DashboardOrganization }) {
  const { _id: organizationId, timezone } = organization
  const { clock } = useServices()
  const { user } = useSnapshot(useApp().mainContext)
  const { today, range, days, lead, compare, change, rows, room } = useDashboardPage(organization)
  const asked = { organizationId, range }
  const [communication, reviews] = [useCommunication(asked), useReviews(asked)]
  const [campaigns, requests] = [useCampaignFigures(asked), useRequests(asked)]
  const [reminders, scoreCard] = [useReminders(asked), useScoreCard(asked, null)]
  const queries = [communication, reviews, campaigns, requests, reminders, scoreCard]
  const title = greetingOf(user?.name ?? '', clock.now(), timezone)
  return (
    <PageRoom>
      <FiguresRoomProvider room={room}>
        <div className="dashboard max-md:p-4">
          <PageHead title={title} lead={lead}>
            <ViewsMenu {...{ organizationId, today, range, compare }} board={null} filter={null} />
            <RangePicker range={range} today={today} onChange={(text) => change({ range: text })} />
            <CompareButton compare={compare} onChange={(next) => change({ compare: compareText(next) })} />
            <OverviewExport range={range} organizationId={organizationId} />
          </PageHead>
          <PrintedHead organization={organization} title="Dashboards" days={days} />
          <AsOf
            {...{ range, today, timezone }}
            stamps={queries.flatMap(({ data }) => data ?? [])}
            busy={queries.some(({ isRefetching }) => isRefetching)}
            onUpdate={() => {
              for (const { refetch } of queries) void refetch()
            }}
          />
          <div className="dashboard-grid">
            <CommunicationCard query={communication} />
            <ReviewsCard query={reviews} />
            <CampaignsCard query={campaigns} timezone={timezone} />
            <RequestsCard query={requests} />
            <RemindersCard query={reminders} />
            <ScoreCardCard query={scoreCard} />
          </div>
        </div>
        <RowsDrawer {...{ organizationId, timezone, today, range }} asked={rows.asked} onClose={rows.close} />
      </FiguresRoomProvider>
    </PageRoom>
  )
}
