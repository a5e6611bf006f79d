/** Reads the figures of a board in one transaction. */
import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import type {
  OnlineReviews,
  PatientCommunication,
  ReminderCount,
  ScoreCard,
  SelfServiceRequests,
} from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { type Cut, type MetricName, NO_VALUE } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { countHours, countMetrics, type FigureSource, type Only, reserveMemory } from '../figures/figures.ts'
import * as board from './boards.rules.ts'
import { type Periods, periodsOf, type Tally, tallyOf } from './tally.rules.ts'

export interface BoardAsked {
  readonly organizationId: string
  readonly zone: string
  readonly range: DayRange
  /** The length of the range before, if it is another. */
  readonly daysBefore?: number | undefined
  readonly only?: Only | undefined
}

export interface BoardFigures {
  readonly 'patient-communication': PatientCommunication
  readonly 'online-reviews': OnlineReviews
  readonly 'self-service-requests': SelfServiceRequests
  readonly reminders: ReminderCount
  readonly 'score-card': ScoreCard
}

type ReadBoard<B extends Board> = (reading: Reading) => Promise<BoardFigures[B]>

interface Reading {
  readonly periods: Periods
  count(metrics: readonly MetricName[], cut?: Cut): Promise<Tally>
  hours(metrics: readonly MetricName[]): ReturnType<typeof countHours>
  /** The values of a cut among all rows of the range, whatever is asked for. */
  valuesOf(metric: MetricName, cut: Cut): Promise<readonly string[]>
}

const READ: { readonly [B in Board]: ReadBoard<B> } = {
  async 'patient-communication'({ periods, count }) {
    const [messages, waits] = await Promise.all([
      count(board.MESSAGE_METRICS, 'channel'),
      count(['waits.answered'], 'bucket'),
    ])
    return board.communicationOf(periods, messages, waits)
  },
  'online-reviews': async ({ periods, count }) =>
    board.onlineReviewsOf(periods, await count(board.REVIEW_METRICS, 'rating')),
  'self-service-requests': async ({ periods, count }) =>
    board.selfServiceOf(periods, await count(board.REQUEST_METRICS, 'type')),
  reminders: async ({ periods, count }) => board.remindersOf(periods, await count(board.REMINDER_METRICS, 'channel')),
  async 'score-card'({ periods, count, hours, valuesOf }) {
    const [visits, counted, locations] = await Promise.all([
      count(board.VISIT_METRICS),
      hours(['visits.booked', 'visits.kept']),
      valuesOf('visits.booked', 'location'),
    ])
    const kept = new Map(
      counted.flatMap(({ metric, weekday, hour, n }) =>
        metric === 'visits.kept' ? [[`${weekday} ${hour}`, n] as const] : [],
      ),
    )
    const byHour = counted
      .filter(({ metric }) => metric === 'visits.booked')
      .map(({ weekday, hour, n }) => ({ weekday, hour, booked: n, kept: kept.get(`${weekday} ${hour}`) ?? 0 }))
      .sort((one, other) => one.weekday - other.weekday || one.hour - other.hour)
    return board.scoreCardOf(periods, visits, { byHour, locations: [...locations] })
  },
}

export async function readBoard<B extends Board>(
  tx: Tx,
  sources: readonly FigureSource[],
  name: B,
  { organizationId, zone, range, daysBefore, only }: BoardAsked,
): Promise<BoardFigures[B]> {
  const periods = periodsOf(range, zone, daysBefore)
  const asked = { organizationId, bounds: periods.bounds, only }
  reserveMemory(tx)
  return READ[name]({
    periods,
    count: async (metrics, cut) => tallyOf(periods, await countMetrics(tx, sources, { ...asked, metrics, cut })),
    // The hours are those of the range alone.
    hours: (metrics) => countHours(tx, sources, { ...asked, bounds: periods.bounds.slice(1), metrics, zone }),
    async valuesOf(metric, cut) {
      const whole = [periods.bounds[1], periods.bounds.at(-1)].filter((bound) => bound !== undefined)
      const counted = await countMetrics(tx, sources, { organizationId, bounds: whole, metrics: [metric], cut })
      return counted.map(({ value }) => value).filter((value) => value !== NO_VALUE)
    },
  })
}
