/** The figures of a campaign in a range of days, from counts of the ledger and of marks. [OPEN-058] */
import type { CampaignDashboard } from '@foyer/contracts/campaign/results-calls.ts'
import type { CampaignMark, SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import { dayAfter, daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import { mostFirst } from '../audience/tally.rules.ts'
import { CAUSES_MAX } from '../campaigns/campaign-state.rules.ts'

interface Range {
  /** Both included. */
  readonly startDate: string
  readonly endDate: string
}

/** A bucket begins at its instant; the last instant ends the last bucket. */
export interface Buckets {
  readonly days: readonly string[]
  /** The first bucket is the time before the range, as long as the range; then follows one for each day. */
  readonly bounds: readonly Date[]
}

export function bucketsOf({ startDate, endDate }: Range, timezone: string): Buckets {
  const count = daysBetween(startDate, endDate) + 1
  const days = Array.from({ length: count }, (_, nth) => dayAfter(startDate, nth))
  const startOf = (day: string) => boundsOfDay(day, timezone).from
  return { days, bounds: [dayAfter(startDate, -count), ...days, dayAfter(endDate)].map(startOf) }
}

/** The first bucket has the number 1. */
export interface CountedSends {
  readonly bucket: number
  readonly state: SendState
  readonly failureReason: string | null
  readonly sends: number
  readonly taken: number
}

export interface CountedMarks {
  readonly bucket: number
  readonly event: CampaignMark
  readonly patients: number
}

const BEFORE = 1
const FIRST_DAY = 2

export function dashboardOf(
  { days }: Buckets,
  sends: readonly CountedSends[],
  marks: readonly CountedMarks[],
): CampaignDashboard {
  const isWithin = ({ bucket }: { readonly bucket: number }) => bucket >= FIRST_DAY
  const isBefore = ({ bucket }: { readonly bucket: number }) => bucket === BEFORE
  const sendsOf = Map.groupBy(sends, ({ bucket }) => bucket)
  const marksOf = Map.groupBy(marks, ({ bucket }) => bucket)
  const failed = new Map<string, number>()
  for (const row of sends.filter(isWithin))
    if (row.failureReason !== null) failed.set(row.failureReason, (failed.get(row.failureReason) ?? 0) + row.sends)
  const causes = mostFirst(failed).slice(0, CAUSES_MAX)
  return {
    ...figuresOf(sends.filter(isWithin), marks.filter(isWithin)),
    series: days.map((date, nth) => {
      const bucket = FIRST_DAY + nth
      const { sent, replied } = figuresOf(sendsOf.get(bucket) ?? [], marksOf.get(bucket) ?? [])
      return { date, sent, replied }
    }),
    causes: causes.map(([failureReason, count]) => ({ failureReason, count })),
    previous: figuresOf(sends.filter(isBefore), marks.filter(isBefore)),
  }
}

function figuresOf(sends: readonly CountedSends[], marks: readonly CountedMarks[]) {
  const inState = (state: SendState) => sum(sends.flatMap((row) => (row.state === state ? row.sends : [])))
  const marked = (event: CampaignMark) => sum(marks.flatMap((row) => (row.event === event ? row.patients : [])))
  return {
    total: sum(sends.map((row) => row.sends)),
    sent: sum(sends.map(({ taken }) => taken)),
    ...{ delivered: inState('delivered'), failed: inState('failed') },
    ...{ opened: marked('opened'), clicked: marked('clicked'), replied: marked('replied') },
    ...{ optedOut: marked('optedOut'), booked: marked('booked') },
    ...{ skipped: inState('skipped'), unconfirmed: inState('unconfirmed') },
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
