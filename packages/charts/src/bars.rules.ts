/** Columns beside one another, stacked above and below a line. Both sides have one scale. */
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack, stackOffsetDiverging } from 'd3-shape'

export interface Series {
  readonly id: string
  /** One value for each column. */
  readonly values: readonly number[]
  /** The series is drawn below the line. */
  readonly below?: boolean
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle of one series in one column. A value of 0 has none. */
export interface BarMark {
  readonly series: string
  readonly place: number
  readonly value: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Column {
  readonly x: number
  readonly width: number
}

export interface Tick {
  /** The number beside the line; never negative. */
  readonly value: number
  readonly y: number
}

export interface BarChart {
  readonly marks: readonly BarMark[]
  readonly columns: readonly Column[]
  readonly ticks: readonly Tick[]
  /** The line from which the columns grow. */
  readonly baseline: number
  /** The part of the width that the columns take; the numbers of the ticks stand beside it. */
  readonly right: number
  readonly bottom: number
}

const ROOM = { top: 8, right: 44, bottom: 22 }
const GAP = 0.32
const TICKS = 4
/** A small value beside a large one stays visible. */
const THINNEST = 1

export function barChart(series: readonly Series[], { width, height }: Size): BarChart {
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  const places = Array.from({ length: count }, (_, place) => place)
  const right = Math.max(1, width - ROOM.right)
  const bottom = Math.max(ROOM.top + 1, height - ROOM.bottom)
  const x = scaleBand<number>()
    .domain(places)
    .range([0, right])
    .paddingInner(GAP)
    .paddingOuter(GAP / 2)
  const stacked = stack<unknown, number, Series>()
    .keys([...series])
    .value((place, { values, below }) => (below ? -1 : 1) * valueAt(values, place))
    .offset(stackOffsetDiverging)(places)
  const edges = stacked.flatMap((layer) => layer.flat())
  const y = scaleLinear()
    .domain([Math.min(0, ...edges), Math.max(0, ...edges) || 1])
    .nice(TICKS)
    .range([bottom, ROOM.top])
  const marks = stacked.flatMap((layer) =>
    layer.flatMap(([from, to], place) => {
      const value = valueAt(layer.key.values, place)
      if (value === 0) return []
      const [top, end] = [y(Math.max(from, to)), y(Math.min(from, to))]
      const tall = Math.max(THINNEST, end - top)
      return [{ series: layer.key.id, place, value, x: x(place) ?? 0, y: top, width: x.bandwidth(), height: tall }]
    }),
  )
  return {
    marks,
    columns: places.map((place) => ({ x: x(place) ?? 0, width: x.bandwidth() })),
    ticks: y
      .ticks(TICKS)
      .filter((value) => Number.isInteger(value) && value !== 0)
      .map((value) => ({ value: Math.abs(value), y: y(value) })),
    baseline: y(0),
    right,
    bottom,
  }
}

const valueAt = (values: readonly number[], place: number) => values[place] ?? 0

const STEPS = [1, 2, 3, 5, 7, 14, 30, 60, 90]

/** The columns that have a label under them: the first and each step after it, so that no two labels touch. */
export function labelledPlaces(count: number, width: number, labelWidth: number): number[] {
  const fitting = Math.max(1, Math.floor((width - ROOM.right) / labelWidth))
  const step = STEPS.find((one) => Math.ceil(count / one) <= fitting) ?? Math.ceil(count / fitting)
  return Array.from({ length: Math.ceil(count / step) }, (_, nth) => nth * step)
}
