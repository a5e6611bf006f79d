/** The scheduled texts that a thread shows. */
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'

/** A failed or cancelled text is shown for this long. */
const ENDED_SHOWN_MS = 24 * 3_600_000

/**
 * The waiting texts, and before them those that failed or were cancelled within a day. Sent texts are messages of
 * the thread.
 */
export function shownScheduled(texts: readonly Scheduled[], now: Date): Scheduled[] {
  const isFresh = ({ endedAt }: Scheduled) => endedAt !== null && now.getTime() - Date.parse(endedAt) < ENDED_SHOWN_MS
  const ended = texts.filter((text) => (text.status === 'cancelled' || text.status === 'failed') && isFresh(text))
  return [...ended, ...texts.filter(({ status }) => status === 'waiting')]
}
