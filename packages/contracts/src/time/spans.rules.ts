/** Spans of calendar time, such as 18 months, before and after a day. */

export interface Span {
  readonly value: number
  readonly unit: 'day' | 'week' | 'month' | 'year'
}

/** A month before March 31 is the last day of February. */
export function spanBefore(day: string, span: Span): string {
  return Temporal.PlainDate.from(day).subtract(durationOf(span)).toString()
}

/** A month after January 31 is the last day of February. */
export function spanAfter(day: string, span: Span): string {
  return Temporal.PlainDate.from(day).add(durationOf(span)).toString()
}

function durationOf({ value, unit }: Span): { [unit: string]: number } {
  return { [`${unit}s`]: value }
}
