import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { BoardScreen } from '../../src/features/dashboards/board-screen.tsx'
import { OverviewScreen } from '../../src/features/dashboards/overview-screen.tsx'
import { Queries } from '../../src/parts/queries.tsx'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import {
  campaigns,
  communication,
  reminders,
  requests,
  reviews,
  rows,
  scoreCard,
  views,
} from '../fixtures/dashboards.ts'
import { cedar, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

const organization = { _id: cedar._id, name: cedar.name, timezone }

const USUAL: Answers = {
  patientCommunication: () => ok(communication),
  onlineReviewsCount: () => ok(reviews),
  selfServiceRequestsCount: () => ok(requests),
  reminderCount: () => ok(reminders),
  scoreCardAppointments: () => ok(scoreCard),
  dashboardCampaigns: () => ok(campaigns),
  dashboardViews: () => ok(views),
  dashboardRows: () => ({ ...ok(rows), total: 3418, cursor: 'next' }),
  recountFigure: () => ok({ figure: 3418, rows: 3418 }),
  doctors: () => ok([]),
  appointmentList: () => ok({ list: [], teleMedicineServices: [], total: 0, more: false, bounded: false }),
}

interface DashboardSceneProps {
  /** Absent: the overview. */
  board?: Board
  answers?: Answers
  offline?: boolean
  /** The address as the scene shows it. */
  address?: Readonly<Record<string, string>>
  then?: (hand: Hand) => Promise<void>
}

/** A page of dashboards inside the app's layout. */
export function DashboardScene({ board, answers = {}, offline = false, address = {}, then }: DashboardSceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  const [params, setParams] = useSearchParams()
  const isThere = Object.entries(address).every(([name, value]) => params.get(name) === value)
  useEffect(() => {
    if (!isThere) setParams({ ...Object.fromEntries(params), ...address }, { replace: true })
  }, [isThere, params, setParams, address])
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <Queries>
          {board === undefined ? (
            <OverviewScreen organization={organization} />
          ) : (
            <BoardScreen organization={organization} board={board} />
          )}
        </Queries>
      </DefaultLayout>
    </Stage>
  )
}
