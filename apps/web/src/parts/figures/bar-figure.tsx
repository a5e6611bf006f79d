import { Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { usePhone } from '../../lib/use-phone.ts'
import { Button } from '../../ui/button.tsx'
import { BarPlot } from './bar-plot.tsx'
import { type ChartColumn, type ChartSeries, columnsOf, columnWords, mostWords } from './columns.rules.ts'
import { FigureTable } from './figure-table.tsx'
import './figures.css'

export interface BarFigureProps {
  /** "Messages per day" */
  name: string
  days: readonly string[]
  series: readonly ChartSeries[]
  today: string
  height?: number
  /** A card shows the chart alone; the table beside it is for screen readers and print. */
  compact?: boolean
  /** Opens the rows of one series in one column. */
  onOpen?: ((series: ChartSeries, column: ChartColumn) => void) | undefined
}

/** A chart over days, with the same numbers as a table, and a sentence that says the most. */
export function BarFigure({ name, days, series, today, height = 220, compact = false, onOpen }: BarFigureProps) {
  const id = useId()
  const phone = usePhone()
  const [asTable, setAsTable] = useState(false)
  const [said, setSaid] = useState('')
  const drawn = columnsOf(days, series, { today, phone })
  const most = mostWords(drawn)
  return (
    <figure aria-labelledby={id} className="figure min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 pb-2">
        <figcaption className="min-w-0 text-sm">
          <span id={id} className={compact ? 'sr-only' : 'font-semibold'}>
            {name}
          </span>{' '}
          <span className={compact ? 'sr-only' : 'block text-muted'}>
            {most ?? 'Nothing is counted in these days.'}
            {drawn.isWeeks && ' Each column is a week.'}
          </span>
        </figcaption>
        {!compact && (
          <Button size="sm" icon={Table2} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            Show as table
          </Button>
        )}
      </div>
      <div className={asTable ? 'figure-off' : undefined}>
        <BarPlot
          name={name}
          drawn={drawn}
          height={height}
          onCursor={(cursor) => setSaid(cursor === null ? '' : columnWords(drawn, cursor.place, cursor.series))}
          onOpen={onOpen && (({ place, series: nth }) => openAt(place, nth))}
        />
        {!compact && <Legend series={series} />}
      </div>
      <p role="status" aria-label={`${name}, at the cursor`} className="num mt-1 min-h-4 text-xs text-muted">
        {said}
      </p>
      <div className={asTable ? 'figure-table' : 'figure-table figure-unseen'}>
        <FigureTable name={name} drawn={drawn} onOpen={asTable ? onOpen : undefined} />
      </div>
    </figure>
  )

  function openAt(place: number, nth: number) {
    const [one, column] = [drawn.series[nth], drawn.columns[place]]
    if (one !== undefined && column !== undefined) onOpen?.(one, column)
  }
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  if (series.length < 2) return null
  return (
    <ul aria-label="Legend" className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ id, label, tone, outlined }) => (
        <li key={id} className="inline-flex items-center gap-1.5">
          <Swatch tone={tone} outlined={outlined} />
          {label}
        </li>
      ))}
    </ul>
  )
}

export function Swatch({ tone, outlined = false }: { tone: ChartSeries['tone']; outlined?: boolean | undefined }) {
  return (
    <span
      aria-hidden
      className={`swatch ${outlined ? 'swatch-outlined' : ''} viz-${tone} mt-1 size-2.5 shrink-0 rounded-xs`}
    />
  )
}
