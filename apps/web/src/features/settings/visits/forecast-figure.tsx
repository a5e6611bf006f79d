import type { ReminderForecast } from '@foyer/contracts/appointments/settings-calls.ts'
import { clsx } from 'clsx'
import { useId } from 'react'
import { dayLabel } from '../../../lib/day-labels.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import type { Forecast } from './use-forecast.ts'

interface ForecastFigureProps {
  forecast: Forecast
  today: string
  /** Why the figures don't follow what is typed. */
  note?: string | undefined
  className?: string
}

/** How many reminders were sent and how many will go out, by day: bars, each beside its number. */
export function ForecastFigure({ forecast, today, note, className }: ForecastFigureProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-md font-semibold tracking-tight">
        What goes out
      </h2>
      <p role="status" className="mt-0.5 text-sm text-muted">
        {note ?? (forecast.isBehind && forecast.data ? 'Counting again' : 'Based on the visits that are booked now.')}
      </p>
      <QueryState query={forecast} what="The forecast" rows={4}>
        {({ sent = [], planned = [] }) => {
          const most = Math.max(1, ...[...sent, ...planned].map(({ count }) => count))
          return (
            <div className="mt-3 grid gap-4 sm:max-xl:grid-cols-2">
              <Days title="Planned, next 7 days" days={planned} {...{ most, today }} bar="bg-accent" />
              <Days title="Sent, last 7 days" days={sent} {...{ most, today }} bar="border border-control bg-sunken" />
            </div>
          )
        }}
      </QueryState>
    </section>
  )
}

interface DaysProps {
  title: string
  days: ReminderForecast['sent']
  /** The largest number of all days: the length of the longest bar. */
  most: number
  today: string
  bar: string
}

function Days({ title, days, most, today, bar }: DaysProps) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <table className="num w-full table-fixed text-xs">
      <caption className="pb-1 text-left text-sm">
        <b className="text-lg font-semibold">{total.toLocaleString('en-US')}</b>
        <span className="ml-1.5 text-muted">{title}</span>
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Reminders</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, count }) => (
          <tr key={date}>
            <th scope="row" className="w-22 py-px text-left font-normal whitespace-nowrap text-muted">
              {date === today ? 'Today' : dayLabel(date, today)}
            </th>
            <td className="py-px">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  style={{ width: `${(count / most) * 70}%` }}
                  className={clsx('h-3 shrink-0 rounded-xs', count > 0 && bar)}
                />
                {count.toLocaleString('en-US')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
