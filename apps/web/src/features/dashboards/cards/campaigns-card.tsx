import type { CampaignFigures } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { dateOf } from '../../../lib/time-labels.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Card } from '../card.tsx'
import { CardTable } from '../card-table.tsx'
import type { Numeral } from '../content/content.rules.ts'
import { NumberOf, useFiguresRoom } from '../figures-room.tsx'
import { FiguresState } from '../figures-state.tsx'
import type { FiguresQuery } from '../use-figures.ts'

/** The card has room for so many; all of them have a page. */
const NEWEST = 4

interface CampaignsCardProps {
  query: FiguresQuery<CampaignFigures[]>
  timezone: string
}

export function CampaignsCard({ query, timezone }: CampaignsCardProps) {
  const { today } = useFiguresRoom()
  return (
    <Card title="Campaigns" to="/campaigns" link="All campaigns" place="third">
      <FiguresState query={query} what="Campaigns" isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <CardTable label="Campaigns" heads={['Name', 'Sent', 'Replied', 'Booked']}>
            {rows.slice(0, NEWEST).map((row) => (
              <tr key={row._id}>
                <th scope="row">
                  <Link
                    to={`/campaigns/${encodeURIComponent(row._id)}`}
                    className="font-medium wrap-anywhere hover:underline"
                  >
                    <bdi>{row.name}</bdi>
                  </Link>
                  <span className="block text-xs text-muted">
                    {dateOf(dayIn(new Date(row.sentAt), timezone), today)}
                  </span>
                </th>
                <td>
                  <NumberOf numeral={numeralOf(row, 'sent', 'sent')} look="inline" bare />
                </td>
                <td>
                  <NumberOf numeral={numeralOf(row, 'replied', 'replied')} look="inline" bare />
                </td>
                <td>
                  <NumberOf numeral={numeralOf(row, 'booked', 'booked a visit')} look="inline" bare />
                </td>
              </tr>
            ))}
          </CardTable>
        )}
      </FiguresState>
    </Card>
  )
}

function numeralOf(row: CampaignFigures, name: 'sent' | 'replied' | 'booked', words: string): Numeral {
  const of = { cut: 'campaign', cutValue: row._id } as const
  return { metric: `campaign.${name}`, value: row[name], words: `${words}, ${row.name}`, ...of }
}
