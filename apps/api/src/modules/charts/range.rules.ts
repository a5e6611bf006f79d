/** A range of time that a query names by days or instants. */
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'

export interface Range {
  readonly from: Date | null
  /** Not included. */
  readonly until: Date | null
}

/** Both ends are included. A day is one of the organization's; an instant is exact to the millisecond. */
export function rangeOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
): Range {
  return {
    from: from === undefined ? null : isDay(from) ? boundsOfDay(from, timezone).from : new Date(from),
    until: to === undefined ? null : isDay(to) ? boundsOfDay(to, timezone).until : new Date(Date.parse(to) + 1),
  }
}
