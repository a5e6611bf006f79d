import { HEAT_EDGES } from '@foyer/charts/heat.rules.ts'
import type { ScoreCard } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import type { CSSProperties } from 'react'
import { usePhone } from '../../lib/use-phone.ts'
import { FigureNumber } from '../../parts/figures/figure-number.tsx'
import { type Heat, heatLines, heatOf } from './content/score-card.rules.ts'
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
      <div className="scrollbar-quiet relative overflow-x-auto">
        <Cells heat={heat} />
      </div>
      <p className="num mt-2 text-xs text-muted">{heat.sentence === null ? legend : `${legend} ${heat.sentence}`}</p>
    </figure>
  )
}

function Cells({ heat }: { heat: Heat }) {
  const { open } = useFiguresRoom()
  const isNarrow = usePhone()
  const { heads, lines } = heatLines(heat, isNarrow)
  return (
    <table
      aria-label={NAME}
      className="heat num w-full text-center text-sm max-md:text-xs"
      style={{ '--heat-hours': heat.hours.length + 1 } as CSSProperties}
    >
      <thead>
        <tr className="narrow text-xs text-muted">
          <th scope="col">
            <span className="sr-only">{isNarrow ? 'Hour' : 'Weekday'}</span>
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ head, cells }) => (
          <tr key={head}>
            <th scope="row" className="pr-2 text-left text-xs font-medium whitespace-nowrap max-md:pr-1">
              {head}
            </th>
            {cells.map(({ weekday, hour, words, booked, kept, share, level }) => (
              <td key={words} className={share === null ? undefined : `heat-${level} rounded-sm md:px-1`}>
                {share !== null && (
                  <FigureNumber
                    {...{ metric: 'visits.booked', value: booked, look: 'inline', bare: true }}
                    shown={`${Math.round(share * 100)}%`}
                    words={`kept of ${booked} visits, ${words}`}
                    onOpen={() =>
                      open({
                        ...{ metric: 'visits.booked', figure: booked, weekday, hour },
                        part: `${words}, ${kept} kept`,
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
