/** Days put together as weeks, where there is no room for a column a day. */

export interface Week {
  /** The first day in it and the last one. */
  readonly from: number
  readonly to: number
}

const DAYS = 7

/** The places of the days of each week, counted from the last day: only the first week may be short. */
export function weeksOf(days: number): Week[] {
  const first = days % DAYS
  const whole = Array.from({ length: Math.floor(days / DAYS) }, (_, nth) => ({
    from: first + nth * DAYS,
    to: first + nth * DAYS + DAYS - 1,
  }))
  return first === 0 ? whole : [{ from: 0, to: first - 1 }, ...whole]
}

export function sumByWeek(values: readonly number[]): number[] {
  return weeksOf(values.length).map(({ from, to }) => values.slice(from, to + 1).reduce((all, one) => all + one, 0))
}
