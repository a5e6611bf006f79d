import { type Board, boardNames } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { ScoreCard } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { BarFigure } from '../../parts/figures/bar-figure.tsx'
import { CompareButton } from '../../parts/figures/compare-button.tsx'
import { RangePicker } from '../../parts/figures/range-picker.tsx'
import type { RowsAsked } from '../../parts/figures/rows-address.rules.ts'
import { RowsDrawer } from '../../parts/figures/rows-drawer.tsx'
import { PageRoom } from '../../parts/page-room.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { AsOf } from './as-of.tsx'
import { BoardTableView } from './board-table.tsx'
import type { BoardContent } from './content/content.rules.ts'
import { addressOfFilter, compareText, type ScoreFilter } from './dashboard-address.rules.ts'
import { BoardExport } from './export-menu.tsx'
import { FiguresRoomProvider, NumberOf, useFiguresRoom } from './figures-room.tsx'
import { HeatTable } from './heat-table.tsx'
import { Nothing } from './nothing.tsx'
import { openChart } from './open-chart.ts'
import { PageHead } from './page-head.tsx'
import { PrintedFilter, PrintedHead } from './printed-head.tsx'
import { ScoreFilterSelect } from './score-filter.tsx'
import { useBoard } from './use-board.ts'
import { type DashboardOrganization, useDashboardPage } from './use-dashboard-page.ts'
import { ViewsMenu } from './views/views-menu.tsx'
import './dashboards.css'

/** One dashboard with its numbers, charts and tables. */
export function BoardScreen({ organization, board }: { organization: DashboardOrganization; board: Board }) {
  const { _id: organizationId, timezone } = organization
  const page = useDashboardPage(organization)
  const { today, range, days, lead, compare, change, rows } = page
  const filter = board === 'score-card' ? page.filter : null
  const { content, stamp, isUpdating, visits } = useBoard(board, { organizationId, range }, filter)
  const room = { ...page.room, filter, open: (asked: RowsAsked) => rows.open(withFilter(asked, filter)) }
  return (
    <PageRoom>
      <FiguresRoomProvider room={room}>
        <div className="dashboard max-md:p-4">
          <PageHead title={boardNames[board]} lead={lead}>
            <ViewsMenu {...{ organizationId, today, range, compare, board, filter }} />
            <RangePicker range={range} today={today} onChange={(text) => change({ range: text })} />
            <CompareButton compare={compare} onChange={(next) => change({ compare: compareText(next) })} />
            {board === 'score-card' && (
              <ScoreFilterSelect
                {...{ organizationId, filter }}
                locations={visits?.locations ?? []}
                onChange={(next) => change(addressOfFilter(next))}
              />
            )}
            <BoardExport {...{ board, filter, organizationId, range }} />
          </PageHead>
          <PrintedHead organization={organization} title={boardNames[board]} days={days} />
          {filter !== null && <PrintedFilter {...{ organizationId, filter }} />}
          <AsOf
            {...{ range, today, timezone }}
            stamps={stamp === null ? [] : [stamp]}
            busy={isUpdating}
            onUpdate={() => void content.refetch()}
          />
          <div className="rounded-lg border border-line bg-surface">
            <QueryState query={content} what={boardNames[board]} rows={5}>
              {(shown) => (shown.isEmpty ? <Nothing board={board} /> : <Content content={shown} visits={visits} />)}
            </QueryState>
          </div>
        </div>
        <RowsDrawer {...{ organizationId, timezone, today, range }} asked={rows.asked} onClose={rows.close} />
      </FiguresRoomProvider>
    </PageRoom>
  )
}

/** The rows of a filtered score card are those of its doctor or location. */
function withFilter(asked: RowsAsked, filter: ScoreFilter | null): RowsAsked {
  if (filter === null || asked.cut !== undefined) return asked
  const value = filter.by === 'doctor' ? filter.doctorId : filter.location
  return { ...asked, cut: filter.by, value }
}

function Content({ content, visits }: { content: BoardContent; visits: ScoreCard | null }) {
  const room = useFiguresRoom()
  return (
    <div className="divide-y divide-line">
      <ul aria-label="Numbers" className="dashboard-numbers px-4 py-5 md:px-5">
        {content.numbers.map((numeral) => (
          <li key={numeral.words}>
            <NumberOf numeral={numeral} look="big" />
          </li>
        ))}
      </ul>
      {content.charts.map((chart) => (
        <div key={chart.name} className="dashboard-card px-4 py-5 md:px-5">
          <BarFigure {...chart} today={room.today} onOpen={openChart(room)} />
        </div>
      ))}
      {visits !== null && visits.byHour.length > 0 && (
        <div className="dashboard-card px-4 py-5 md:px-5">
          <HeatTable figures={visits} />
        </div>
      )}
      {content.tables.map((table) => (
        <div key={table.name} className="dashboard-card px-4 py-5 md:px-5">
          <BoardTableView table={table} />
        </div>
      ))}
    </div>
  )
}
