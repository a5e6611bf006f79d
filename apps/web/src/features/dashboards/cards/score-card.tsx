import type { ScoreCard as Figures } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { Card } from '../card.tsx'
import { visitNumbers } from '../content/score-card.rules.ts'
import { NumberOf } from '../figures-room.tsx'
import { FiguresState } from '../figures-state.tsx'
import { HeatTable } from '../heat-table.tsx'
import type { FiguresQuery } from '../use-figures.ts'

/** [DASH-06] */
export function ScoreCardCard({ query }: { query: FiguresQuery<Figures> }) {
  return (
    <Card title="Score card, appointments" to="/dashboards/score-card" place="whole">
      <FiguresState board="score-card" query={query} what="The score card" isEmpty={({ booked }) => booked === 0}>
        {(figures) => (
          <div className="dashboard-split">
            <ul className="dashboard-pairs">
              {visitNumbers(figures).map((numeral) => (
                <li key={numeral.metric}>
                  <NumberOf numeral={numeral} />
                </li>
              ))}
            </ul>
            <HeatTable figures={figures} />
          </div>
        )}
      </FiguresState>
    </Card>
  )
}
