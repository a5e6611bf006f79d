/** Which texts that were written ahead a thread shows. */
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'

/** So long after its end it is of interest that a text was not sent. */
const ENDED_SHOWN_MS = 24 * 3_600_000

/** What waits, and before it what came to nothing within a day; what was sent stands in the thread. */
export function shownScheduled(texts: readonly Scheduled[], now: Date): Scheduled[] {
  const isFresh = ({ endedAt }: Scheduled) => endedAt !== null && now.getTime() - Date.parse(endedAt) < ENDED_SHOWN_MS
  const ended = texts.filter((text) => (text.status === 'cancelled' || text.status === 'failed') && isFresh(text))
  return [...ended, ...texts.filter(({ status }) => status === 'waiting')]
}
