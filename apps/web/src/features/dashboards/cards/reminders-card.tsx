import type { ReminderCount } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { Card } from '../card.tsx'
import { CardTable } from '../card-table.tsx'
import { channelsOf, confirmedShare } from '../content/reminders.rules.ts'
import { NumberOf } from '../figures-room.tsx'
import { FiguresState } from '../figures-state.tsx'
import type { FiguresQuery } from '../use-figures.ts'

/** [DASH-05] */
export function RemindersCard({ query }: { query: FiguresQuery<ReminderCount> }) {
  return (
    <Card title="Reminders" to="/dashboards/reminders" place="third">
      <FiguresState board="reminders" query={query} what="Reminders" isEmpty={({ total }) => total === 0}>
        {(figures) => (
          <>
            <div className="pb-3">
              <NumberOf numeral={confirmedShare(figures)} />
            </div>
            <CardTable label="Reminders by channel" heads={['Channel', 'Sent', 'Confirmed', 'Share']}>
              {channelsOf(figures).map(({ channel, label, sent, confirmed, share }) => (
                <tr key={channel}>
                  <th scope="row">{label}</th>
                  <td>
                    <NumberOf numeral={sent} look="inline" bare />
                  </td>
                  <td>
                    <NumberOf numeral={confirmed} look="inline" bare />
                  </td>
                  <td className="num">
                    <span className="inline-flex flex-row-reverse items-center gap-2">
                      {share}
                      <span aria-hidden className="dashboard-bar bar-track w-10 max-sm:hidden">
                        <span
                          className="bar-part viz-1"
                          style={{ left: 0, width: `${(100 * confirmed.value) / Math.max(1, sent.value)}%` }}
                        />
                      </span>
                    </span>
                  </td>
                </tr>
              ))}
            </CardTable>
          </>
        )}
      </FiguresState>
    </Card>
  )
}
