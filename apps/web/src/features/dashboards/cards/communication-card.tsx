import type { PatientCommunication } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { BarFigure, Swatch } from '../../../parts/figures/bar-figure.tsx'
import { Card } from '../card.tsx'
import { communicationContent, messagesPerDay, repliesOf, sentAndReceived } from '../content/communication.rules.ts'
import { NumberOf, useFiguresRoom } from '../figures-room.tsx'
import { FiguresState } from '../figures-state.tsx'
import { openChart } from '../open-chart.ts'
import type { FiguresQuery } from '../use-figures.ts'

const isEmpty = (figures: PatientCommunication) => communicationContent(figures).isEmpty

/** [DASH-04] */
export function CommunicationCard({ query }: { query: FiguresQuery<PatientCommunication> }) {
  return (
    <Card title="Patient communication" to="/dashboards/patient-communication" place="wide">
      <FiguresState board="patient-communication" query={query} what="Patient communication" isEmpty={isEmpty}>
        {(figures) => <Communication figures={figures} />}
      </FiguresState>
    </Card>
  )
}

function Communication({ figures }: { figures: PatientCommunication }) {
  const room = useFiguresRoom()
  const chart = messagesPerDay(figures)
  return (
    <div className="dashboard-split">
      <div>
        <ul className="space-y-2.5">
          {sentAndReceived(figures).map((numeral, nth) => {
            const series = chart.series[nth]
            return (
              <li key={numeral.metric}>
                <NumberOf numeral={numeral} mark={series && <Swatch tone={series.tone} outlined={series.outlined} />} />
              </li>
            )
          })}
        </ul>
        <ul className="mt-3 space-y-1 border-t border-line pt-3 text-sm">
          {repliesOf(figures).map((numeral) => (
            <li key={numeral.words}>
              <NumberOf numeral={numeral} look="inline" />
            </li>
          ))}
        </ul>
      </div>
      <BarFigure {...chart} today={room.today} height={210} compact onOpen={openChart(room)} />
    </div>
  )
}
