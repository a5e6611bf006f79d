/** The replies of the dashboards, from what was counted. */
import { LATE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import type {
  OnlineReviews,
  PatientCommunication,
  ReminderCount,
  ScoreCard,
  SelfServiceRequests,
} from '@foyer/contracts/dashboards/dashboard-calls.ts'
import {
  answeredWithin,
  type MetricName,
  ratings,
  requestKinds,
  typicalMinutes,
} from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { Period, Periods, Tally } from './tally.rules.ts'

/** The range of the figures, and their like of the range before. */
function withPrevious<Figures>(periods: Periods, figuresOf: (period: Period) => Figures) {
  return {
    ...periods.range,
    ...figuresOf('range'),
    previous: { ...periods.before, ...figuresOf('before') },
  }
}

function record<Key extends string>(keys: readonly Key[], countOf: (key: Key) => number): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>
}

export const REVIEW_METRICS = ['reviews.received', 'reviews.replied'] as const satisfies readonly MetricName[]

export function onlineReviewsOf(periods: Periods, tally: Tally): OnlineReviews {
  return {
    ...withPrevious(periods, (period) => {
      const [total, replied] = [tally.sum('reviews.received', period), tally.sum('reviews.replied', period)]
      const byRating = record(ratings, (rating) => tally.sum('reviews.received', period, rating))
      const stars = ratings.reduce((sum, rating) => sum + Number(rating) * byRating[rating], 0)
      const average = total === 0 ? null : Math.round((stars / total) * 100) / 100
      return { total, byRating, average, replied, waiting: total - replied }
    }),
    series: tally.series('reviews.received'),
  }
}

export const REQUEST_METRICS = ['requests.made', 'requests.self'] as const satisfies readonly MetricName[]

export function selfServiceOf(periods: Periods, tally: Tally): SelfServiceRequests {
  return {
    ...withPrevious(periods, (period) => ({
      total: tally.sum('requests.made', period),
      byType: record(requestKinds, (type) => tally.sum('requests.made', period, type)),
      bySelf: record(requestKinds, (type) => tally.sum('requests.self', period, type)),
      self: tally.sum('requests.self', period),
    })),
    series: tally.series('requests.made'),
  }
}

export const MESSAGE_METRICS = [
  'messages.received',
  'messages.staff',
  'messages.automatic',
  'messages.failed',
] as const satisfies readonly MetricName[]

/** `waits` is by bucket, `tally` by channel. */
export function communicationOf(periods: Periods, tally: Tally, waits: Tally): PatientCommunication {
  const [received, staff, automatic, failed] = MESSAGE_METRICS.map((metric) => tally.series(metric))
  return {
    ...withPrevious(periods, (period) => {
      const ofAll = (channel?: string) => {
        const [incoming, byStaff, byItself, notSent] = MESSAGE_METRICS.map((metric) =>
          tally.sum(metric, period, channel),
        )
        return { received: incoming ?? 0, staff: byStaff ?? 0, automatic: byItself ?? 0, failed: notSent ?? 0 }
      }
      const ofChannel = (channel: string) => {
        const one = ofAll(channel)
        return { received: one.received, sent: one.staff + one.automatic, failed: one.failed }
      }
      const all = ofAll()
      const sent = all.staff + all.automatic
      const buckets = waits.values('waits.answered', period)
      return {
        ...{ total: all.received + sent, sent, ...all },
        byChannel: { sms: ofChannel('sms'), chat: ofChannel('chat'), email: ofChannel('email'), fax: ofChannel('fax') },
        firstReply: {
          typicalMinutes: typicalMinutes(buckets),
          within: {
            minutes: LATE_MINUTES,
            count: answeredWithin(buckets, LATE_MINUTES),
            of: waits.sum('waits.answered', period),
          },
        },
      }
    }),
    series: tally.series('messages.received', 'messages.staff', 'messages.automatic'),
    days: periods.days.map((date, nth) => ({
      date,
      received: received?.[nth]?.count ?? 0,
      staff: staff?.[nth]?.count ?? 0,
      automatic: automatic?.[nth]?.count ?? 0,
      failed: failed?.[nth]?.count ?? 0,
    })),
  }
}

export const REMINDER_METRICS = [
  'reminders.sent',
  'reminders.confirmed',
  'reminders.failed',
] as const satisfies readonly MetricName[]

export function remindersOf(periods: Periods, tally: Tally): ReminderCount {
  const [sent, failed] = [tally.series('reminders.sent'), tally.series('reminders.failed')]
  return {
    ...withPrevious(periods, (period) => {
      const figures = (channel?: string) => ({
        sent: tally.sum('reminders.sent', period, channel),
        confirmed: tally.sum('reminders.confirmed', period, channel),
        failed: tally.sum('reminders.failed', period, channel),
      })
      const all = figures()
      const byChannel = { sms: figures('sms'), email: figures('email'), voice: figures('voice') }
      return { total: all.sent + all.failed, ...all, byChannel }
    }),
    series: tally.series('reminders.sent', 'reminders.failed'),
    days: periods.days.map((date, nth) => ({
      ...{ date, sent: sent[nth]?.count ?? 0, failed: failed[nth]?.count ?? 0 },
    })),
  }
}

export const VISIT_METRICS = [
  'visits.booked',
  'visits.confirmed',
  'visits.kept',
  'visits.cancelled',
  'visits.noShow',
  'visits.rescheduled',
] as const satisfies readonly MetricName[]

export function scoreCardOf(
  periods: Periods,
  tally: Tally,
  { byHour, locations }: Pick<ScoreCard, 'byHour' | 'locations'>,
): ScoreCard {
  return {
    ...withPrevious(periods, (period) => {
      const booked = tally.sum('visits.booked', period)
      return {
        ...{ total: booked, booked },
        confirmed: tally.sum('visits.confirmed', period),
        kept: tally.sum('visits.kept', period),
        cancelled: tally.sum('visits.cancelled', period),
        noShow: tally.sum('visits.noShow', period),
        rescheduled: tally.sum('visits.rescheduled', period),
      }
    }),
    series: tally.series('visits.booked'),
    byHour,
    locations: locations.toSorted((one, other) => one.localeCompare(other)),
  }
}
