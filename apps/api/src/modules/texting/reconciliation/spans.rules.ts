/** Which time a look goes through. */
import { OLDEST_MS } from '../late.rules.ts'

/** Looked at again: what the carrier lists late, and clocks that differ. */
const OVERLAP_MS = 10 * 60 * 1000
const SPAN_MS = 24 * 60 * 60 * 1000
/** Younger ones are just being brought. */
const SETTLED_MS = 30 * 1000

export interface Span {
  readonly from: Date
  readonly until: Date
}

/** From what was covered until now, in spans of a day: after each, what it brought is had for good. */
export function spansOf({ begunAt, coveredUntil }: { begunAt: Date; coveredUntil: Date }, now: Date): Span[] {
  const earliest = Math.max(
    begunAt.getTime(),
    coveredUntil.getTime() - OVERLAP_MS,
    // What is older can't be put where it belongs any more.
    now.getTime() - OLDEST_MS,
  )
  const spans: Span[] = []
  for (let from = earliest; from <= now.getTime() - SETTLED_MS; from += SPAN_MS)
    spans.push({ from: new Date(from), until: new Date(Math.min(from + SPAN_MS, now.getTime())) })
  return spans
}

export function isSettled(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() >= SETTLED_MS
}
