import { HEAT_EDGES } from '@foyer/charts/heat.rules.ts'
import type { ScoreCard } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { FigureNumber } from '../../parts/figures/figure-number.tsx'
import { type Heat, heatOf, hourWords } from './content/score-card.rules.ts'
import { useFiguresRoom } from './figures-room.tsx'

const NAME = 'Share of visits kept, by weekday and hour'

/** Each cell prints its number, so that its tint is never the only sign. */
export function HeatTable({ figures }: { figures: Pick<ScoreCard, 'byHour'> }) {
  const heat = heatOf(figures)
  if (heat.rows.length === 0) return null
  const legend = `Plain is ${HEAT_EDGES.plain}% or more, tinted is ${HEAT_EDGES.tinted} to ${HEAT_EDGES.plain - 1}%, solid is under ${HEAT_EDGES.tinted}%.`
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-sm text-muted">{NAME}</figcaption>
      <div className="scrollbar-quiet overflow-x-auto">
        <Cells heat={heat} />
      </div>
      <p className="num mt-2 text-xs text-muted">{heat.sentence === null ? legend : `${legend} ${heat.sentence}`}</p>
    </figure>
  )
}

function Cells({ heat: { hours, rows } }: { heat: Heat }) {
  const { open } = useFiguresRoom()
  return (
    <table aria-label={NAME} className="heat num w-full text-center text-sm">
      <thead>
        <tr className="narrow text-xs text-muted">
          <th scope="col">
            <span className="sr-only">Weekday</span>
          </th>
          {hours.map((hour) => (
            <th key={hour} scope="col" className="font-medium whitespace-nowrap">
              {hourWords(hour)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ weekday, label, cells }) => (
          <tr key={weekday}>
            <th scope="row" className="pr-2 text-left text-xs font-medium">
              {label}
            </th>
            {cells.map(({ hour, booked, kept, share, level }) => (
              <td key={hour} className={share === null ? undefined : `heat-${level} rounded-sm px-1`}>
                {share !== null && (
                  <FigureNumber
                    {...{ metric: 'visits.booked', value: booked, look: 'inline', bare: true }}
                    shown={`${Math.round(share * 100)}%`}
                    words={`kept of ${booked} visits, ${label} ${hourWords(hour)}`}
                    onOpen={() =>
                      open({
                        ...{ metric: 'visits.booked', figure: booked, weekday, hour },
                        part: `${label} ${hourWords(hour)}, ${kept} kept`,
                      })
                    }
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
