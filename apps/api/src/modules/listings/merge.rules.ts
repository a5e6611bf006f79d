/** Merges the words of Google about a review into our row. Nothing changes where Google says what the row has. */
import { violationWords } from '@foyer/contracts/listings/states.rules.ts'
import type { Selectable } from 'kysely'
import type { GoogleReview } from '../../gateways/google-wire.ts'
import type { REVIEW_COLUMNS } from './columns.rules.ts'
import type { ReviewTable } from './listings.tables.ts'

export type ReviewRow = Pick<Selectable<ReviewTable>, (typeof REVIEW_COLUMNS)[number]>
export type ReviewSet = Partial<ReviewRow & Pick<Selectable<ReviewTable>, 'removed_at'>>

/** While a reply or its removal is on its way, the reply's own worker says what Google has. */
export const ON_ITS_WAY: readonly ReviewRow['state'][] = ['posting', 'removing']
/** These states end only by what a person does, or by another reply at Google. */
const KEPT_WITHOUT_REPLY = ['failed']

type Standing = Pick<ReviewRow, 'state' | 'edited_after_reply'>

/** The state of a review by what stands at Google alone. */
function standingOf({ updateTime, reviewReply }: Pick<GoogleReview, 'updateTime' | 'reviewReply'>): Standing {
  if (!reviewReply) return { state: 'needsReply', edited_after_reply: false }
  if (reviewReply.reviewReplyState === 'REJECTED') return { state: 'rejected', edited_after_reply: false }
  if (updateTime > reviewReply.updateTime) return { state: 'needsReply', edited_after_reply: true }
  return { state: reviewReply.reviewReplyState === 'PENDING' ? 'pending' : 'public', edited_after_reply: false }
}

/** The reviewer's words and stars; null if the row has them, or newer ones. */
function wordsOf(row: ReviewRow, review: GoogleReview): ReviewSet | null {
  if (review.updateTime < row.updated_at) return null
  return {
    ...{ reviewer: reviewerOf(review), stars: review.starRating, comment: review.comment },
    ...{ created_at: review.createTime, updated_at: review.updateTime },
  }
}

/**
 * The columns that differ from the row; null if none does. `askedAt` is when Google was asked: a reply that was settled since is
 * newer than this answer.
 */
export function merge(row: ReviewRow, review: GoogleReview, askedAt: Date): ReviewSet | null {
  const words = wordsOf(row, review)
  if (words === null) return null
  const set: ReviewSet = { ...words }
  if (row.state === 'removed') Object.assign(set, { removed_at: null, state: 'needsReply' })
  const isOlder = row.settled_at !== null && row.settled_at >= askedAt
  if (!ON_ITS_WAY.includes(row.state) && !isOlder) Object.assign(set, replyOf(row, review))
  return changesOf(row, set)
}

/** The reply's columns by what stands at Google. */
export function replyOf(row: ReviewRow, review: Pick<GoogleReview, 'updateTime' | 'reviewReply'>): ReviewSet {
  const { reviewReply: reply } = review
  const standing = standingOf(review)
  if (!reply) {
    const state = KEPT_WITHOUT_REPLY.includes(row.state) ? row.state : standing.state
    const gone = { reply: null, reply_at: null, reply_state: null, reply_violation: null }
    return { ...gone, replied_by: null, replied_by_name: null, edited_after_reply: false, state }
  }
  const isSame = row.reply === reply.comment
  const set: ReviewSet = {
    ...{ reply: reply.comment, reply_at: reply.updateTime, reply_state: reply.reviewReplyState ?? null },
    ...{ reply_violation: reply.policyViolation ?? null, ...standing },
    replied_by: isSame ? row.replied_by : null,
    replied_by_name: isSame ? row.replied_by_name : null,
  }
  // Google refused to change the reply that still stands.
  if (row.state === 'failed' && isSame && standing.state !== 'rejected') set.state = 'failed'
  // The staff have not chosen between the two texts yet.
  if (row.state === 'overtaken' && standing.state !== 'rejected') set.state = 'overtaken'
  if (standing.state === 'rejected' && row.reply_state !== 'REJECTED') {
    const violation = reply.policyViolation ?? null
    const by = { by: set.replied_by ?? '', byName: set.replied_by_name ?? null }
    Object.assign(
      set,
      refusedOf(row, { comment: reply.comment, at: reply.updateTime, ...by }, violation, violationWords(violation)),
    )
  }
  return set
}

export interface OwnWords {
  readonly comment: string
  readonly at: Date
  readonly by: string
  readonly byName: string | null
}

/** A reply that Google did not take, or took down: its words stay, and become the draft where there is none. */
export function refusedOf(row: ReviewRow, words: OwnWords, violation: string | null, message: string): ReviewSet {
  const kept = {
    ...{ refused: words.comment, refused_at: words.at, refused_by: words.by, refused_by_name: words.byName },
    ...{ refused_violation: violation, refused_message: message },
  }
  if (row.draft !== null) return kept
  return {
    ...kept,
    ...{ draft: words.comment, draft_at: words.at, draft_by: words.by, draft_by_name: words.byName },
    draft_version: row.draft_version + 1,
  }
}

function reviewerOf({ reviewer }: Pick<GoogleReview, 'reviewer'>): string | null {
  return reviewer.isAnonymous || !reviewer.displayName?.trim() ? null : reviewer.displayName
}

/** A review that we did not have. */
export function newReview(review: GoogleReview): ReviewSet {
  const { reviewReply: reply } = review
  return {
    ...{ review_id: review.reviewId, reviewer: reviewerOf(review), stars: review.starRating, comment: review.comment },
    ...{ created_at: review.createTime, updated_at: review.updateTime, ...standingOf(review) },
    ...{ reply: reply?.comment ?? null, reply_at: reply?.updateTime ?? null },
    ...{ reply_state: reply?.reviewReplyState ?? null, reply_violation: reply?.policyViolation ?? null },
  }
}

export function changesOf(row: ReviewRow, set: ReviewSet): ReviewSet | null {
  const entries = Object.entries(set).filter(([column, value]) => !isSame(row[column as keyof ReviewRow], value))
  return entries.length === 0 ? null : (Object.fromEntries(entries) as ReviewSet)
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other
}
