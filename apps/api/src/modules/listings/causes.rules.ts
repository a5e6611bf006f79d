/** Derives what a change of a review caused. */
import type { NewCause } from '../../events/causes.ts'
import type { LocationRow } from './locations.store.ts'
import type { ReviewRow } from './merge.rules.ts'

const DAY_MS = 24 * 3_600_000
/** Google may check a review for days before it shows it. An older one is found by a later pass, and is no news. */
const NEWS_DAYS = 7

type Written = Pick<ReviewRow, 'location_id' | 'review_id' | 'stars' | 'comment' | 'created_at'>

/** A review that the store has not had. The first whole pass of a location only catches up with what Google has. */
export function causesOfReview(
  before: object | null,
  { location_id, review_id, stars, comment, created_at }: Written,
  { last_full_at }: Pick<LocationRow, 'last_full_at'>,
  at: Date,
): NewCause[] {
  if (before !== null || last_full_at === null) return []
  if (at.getTime() - created_at.getTime() > NEWS_DAYS * DAY_MS) return []
  const subject = { kind: 'review', id: `${location_id}/${review_id}` } as const
  return [{ kind: 'reviewArrived', subject, data: { stars, hasText: comment.trim() !== '' } }]
}
