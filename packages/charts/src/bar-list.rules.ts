/** Bars below one another, each beside its name. The longest one fills the width. */
import { scaleLinear } from 'd3-scale'

export interface BarPart {
  /** Both are shares of the width. */
  readonly from: number
  readonly share: number
}

/** The parts of each bar, in the order of their values. */
export function barList(rows: readonly (readonly number[])[]): readonly (readonly BarPart[])[] {
  const longest = Math.max(0, ...rows.map(sum))
  const x = scaleLinear([0, longest || 1], [0, 1])
  return rows.map((values) => values.map((value, nth) => ({ from: x(sum(values.slice(0, nth))), share: x(value) })))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
