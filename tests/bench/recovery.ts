/** Finds when a service is back to normal after a load, from calls that are made at a steady pace. */
import { median } from './statistics.ts'

export interface Probe {
  /** Milliseconds from the end of the load to the beginning of the call. */
  readonly afterMs: number
  readonly tookMs: number
  readonly status: number
}

/** The calls of a window are judged together, because a single call may meet a pause that has nothing to do with the load. */
export const WINDOW_MS = 500

/**
 * Milliseconds after which the median of every window is at most `mostMs`, a call without an answer of 200 counting as
 * above it; infinite if the last window is above it, or if there are no calls.
 */
export function backAfterMs(probes: readonly Probe[], mostMs: number): number {
  const windows = Map.groupBy(probes, ({ afterMs }) => Math.floor(afterMs / WINDOW_MS))
  const last = Math.max(...windows.keys())
  const isAbove = (of: readonly Probe[]) =>
    median(of.map(({ status, tookMs }) => (status === 200 ? tookMs : Number.POSITIVE_INFINITY))) > mostMs
  const above = [...windows].filter(([, of]) => isAbove(of)).map(([window]) => window)
  if (windows.size === 0 || above.includes(last)) return Number.POSITIVE_INFINITY
  return above.length === 0 ? 0 : (Math.max(...above) + 1) * WINDOW_MS
}
