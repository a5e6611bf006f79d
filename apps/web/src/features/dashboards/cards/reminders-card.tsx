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
      <FiguresState query={query} what="Reminders" isEmpty={({ total }) => total === 0}>
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
                  <td className="num">{share}</td>
                </tr>
              ))}
            </CardTable>
          </>
        )}
      </FiguresState>
    </Card>
  )
}
