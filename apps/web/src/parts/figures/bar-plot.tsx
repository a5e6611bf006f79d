import { barChart, labelledPlaces } from '@foyer/charts/bars.rules.ts'
import { clsx } from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Columns } from './columns.rules.ts'
import { type Cursor, kept, moved } from './cursor.rules.ts'
import { useWidth } from './use-width.ts'

interface BarPlotProps {
  name: string
  drawn: Columns
  height: number
  onCursor: (cursor: Cursor | null) => void
  onOpen: ((at: Cursor) => void) | undefined
}

const LABEL_PX = 52

/** The drawn chart: one stop of the Tab key, in which arrow keys move over columns and series. */
export function BarPlot({ name, drawn: { columns, series }, height, onCursor, onOpen }: BarPlotProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const last = useRef<Cursor>({ place: columns.length - 1, series: 0 })
  const extent = { places: columns.length, series: series.length }
  const chart = barChart(series, { width, height })
  const labelled = labelledPlaces(columns.length, width, LABEL_PX)
  const at = cursor && kept(cursor, extent)
  const column = at && chart.columns[at.place]

  function move(next: Cursor | null) {
    if (next !== null) last.current = next
    setCursor(next)
    onCursor(next)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || columns.length === 0) return
    if (event.key === 'Enter' && at !== null) {
      event.preventDefault()
      return onOpen?.(at)
    }
    const next = moved(kept(at ?? last.current, extent), event.key, extent)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(next)
  }
  return (
    <div
      ref={ref}
      role="application"
      aria-label={`${name}, chart: arrow keys read it${onOpen ? ', Enter opens the rows' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart reads its columns by arrow keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => {
        if (columns.length > 0 && currentTarget.matches(':focus-visible')) move(kept(last.current, extent))
      }}
      onBlur={() => move(null)}
      className="plot rounded-sm"
      style={{ height }}
    >
      <svg aria-hidden width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {chart.ticks.map(({ value, y }) => (
          <g key={y}>
            <line x1={0} x2={chart.right} y1={y} y2={y} className="plot-tick" />
            <text x={width} y={y} dy="0.32em" textAnchor="end" className="plot-words">
              {value.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {column && (
          <rect x={column.x - 3} y={0} width={column.width + 6} height={chart.bottom} className="plot-cursor" />
        )}
        {chart.marks.map(({ series: id, place, value, x, y, width: wide, height: tall }) => {
          const nth = series.findIndex((one) => one.id === id)
          const one = series[nth]
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard opens the rows by Enter on the chart
            <rect
              key={`${id} ${place}`}
              data-series={id}
              data-place={place}
              {...{ x, y, width: wide, height: tall }}
              rx={Math.min(2, wide / 4)}
              className={clsx(
                `mark viz-${one?.tone ?? 1}`,
                one?.outlined && 'mark-outlined',
                at?.place === place && at.series === nth && 'mark-current',
                onOpen && 'cursor-pointer',
              )}
              onClick={() => onOpen?.({ place, series: nth })}
            >
              <title>{`${columns[place]?.label}: ${value.toLocaleString('en-US')} ${one?.label}`}</title>
            </rect>
          )
        })}
        <line x1={0} x2={chart.right} y1={chart.baseline} y2={chart.baseline} className="plot-line" />
        {labelled.map((place) => {
          const here = chart.columns[place]
          return (
            here && (
              <text
                key={place}
                x={Math.max(here.x + here.width / 2, place === 0 ? 18 : 0)}
                y={height - 6}
                textAnchor="middle"
                className="plot-words"
              >
                {columns[place]?.short}
              </text>
            )
          )
        })}
      </svg>
    </div>
  )
}
