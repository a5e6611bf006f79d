/** The time spans of a reconciliation run. */
import { OLDEST_MS } from '../late.rules.ts'

/** Read again in each run, because the carrier lists some texts late and clocks differ. */
const OVERLAP_MS = 10 * 60 * 1000
const SPAN_MS = 24 * 60 * 60 * 1000
/** Younger texts may still be on their way by webhook. */
const SETTLED_MS = 30 * 1000

export interface Span {
  readonly from: Date
  readonly until: Date
}

/** Spans of a day from the watermark until now; the watermark advances after each. */
export function spansOf({ begunAt, coveredUntil }: { begunAt: Date; coveredUntil: Date }, now: Date): Span[] {
  const earliest = Math.max(
    begunAt.getTime(),
    coveredUntil.getTime() - OVERLAP_MS,
    // Older texts are not ingested, because they would appear where nobody looks.
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
