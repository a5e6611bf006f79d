/** The answers of Google decide what becomes of a reply of ours. */
import type { GoogleReply, GoogleReview } from '../../gateways/google-wire.ts'
import { merge, type ReviewRow, type ReviewSet, refusedOf, replyOf } from './merge.rules.ts'

const MINUTE_MS = 60_000
/** A reply that Google checks is asked about after so long, and then daily. */
const ASKED_AFTER_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS)
const DAILY_MS = 24 * 60 * MINUTE_MS

function nextAskMs(asked: number): number {
  return ASKED_AFTER_MS[asked] ?? DAILY_MS
}

/** The next step of a reply that is on its way, once Google has said what stands there. */
export type Step =
  /** Google has it: only the row is behind. */
  | { readonly step: 'settled'; readonly set: ReviewSet }
  /** Another reply stands there, which the writer has not seen. */
  | { readonly step: 'overtaken'; readonly set: ReviewSet }
  | { readonly step: 'put'; readonly comment: string }
  | { readonly step: 'delete' }
  | { readonly step: 'nothing' }

const DONE = { due_at: null, called_at: null, not_taken: 0, problem: null } as const
export const NOT_WANTED = {
  wanted: null,
  wanted_at: null,
  wanted_by: null,
  wanted_by_name: null,
  seen_reply: null,
} as const

export function nextStep(row: ReviewRow, review: GoogleReview, now: Date): Step {
  const standing = review.reviewReply?.comment ?? null
  if (row.state === 'posting' && row.wanted !== null) {
    if (standing === row.wanted) return { step: 'settled', set: posted(row, review, now) }
    if (standing !== null && standing !== row.seen_reply) {
      const set = { ...replyOf(row, review), ...DONE, state: 'overtaken' as const, settled_at: now }
      return { step: 'overtaken', set }
    }
    return { step: 'put', comment: row.wanted }
  }
  if (row.state === 'removing') {
    if (standing === null || standing !== row.reply)
      return { step: 'settled', set: { ...wordsAnd(row, review), ...DONE, settled_at: now } }
    return { step: 'delete' }
  }
  return { step: 'nothing' }
}

/** The state that stands at Google, for a row that no longer waits for our call. */
function wordsAnd(row: ReviewRow, review: GoogleReview): ReviewSet {
  return replyOf({ ...row, state: 'public' }, review)
}

/** Google has our reply. */
function posted(row: ReviewRow, review: Pick<GoogleReview, 'updateTime' | 'reviewReply'>, now: Date): ReviewSet {
  const ours: ReviewRow = {
    ...row,
    state: 'public',
    reply: row.wanted,
    replied_by: row.wanted_by,
    replied_by_name: row.wanted_by_name,
  }
  const set = replyOf({ ...ours, reply_state: null }, review)
  const isPending = set.state === 'pending'
  return {
    ...{ refused: null, refused_at: null, refused_by: null, refused_by_name: null, refused_violation: null },
    ...{ refused_message: null, ...DONE, ...set, ...NOT_WANTED, settled_at: now },
    ...(row.draft !== null && row.draft.trim() === row.wanted?.trim() && withoutDraft(row)),
    ...(isPending && { asked: 0, due_at: new Date(now.getTime() + nextAskMs(0)) }),
  }
}

export function withoutDraft(row: Pick<ReviewRow, 'draft_version'>): ReviewSet {
  return { draft: null, draft_at: null, draft_by: null, draft_by_name: null, draft_version: row.draft_version + 1 }
}

/** Google's answer to our PUT. Without what it says of the reply, Google checks it. */
export function accepted(row: ReviewRow, now: Date, said: GoogleReply | undefined): ReviewSet {
  const reviewReply = {
    ...{ comment: row.wanted ?? '', updateTime: said?.updateTime ?? now },
    ...{ reviewReplyState: said?.reviewReplyState ?? ('PENDING' as const), policyViolation: said?.policyViolation },
  }
  const { updated_at: updatedAt } = row
  const updateTime = updatedAt > reviewReply.updateTime ? reviewReply.updateTime : updatedAt
  return posted(row, { updateTime, reviewReply }, now)
}

/** Google will never take it: its words are kept, and the review needs a reply again. */
export function refused(row: ReviewRow, message: string, now: Date): ReviewSet {
  const words = {
    comment: row.wanted ?? '',
    at: row.wanted_at ?? now,
    by: row.wanted_by ?? '',
    byName: row.wanted_by_name,
  }
  return { ...refusedOf(row, words, null, message), ...NOT_WANTED, ...DONE, state: 'failed', settled_at: now }
}

/** Google does not remove the reply, so it stands as before. */
export function keptReply(row: ReviewRow, review: GoogleReview, now: Date): ReviewSet {
  const set = { ...wordsAnd(row, review), ...DONE, settled_at: now }
  return set.state === 'pending' ? { ...set, asked: 0, due_at: new Date(now.getTime() + nextAskMs(0)) } : set
}

/** Google does not show us the review, so nothing more is brought there: a reply on its way fails, as does a removal. */
export function notSeen(row: ReviewRow, message: string, now: Date): ReviewSet {
  if (row.state === 'posting') return refused(row, message, now)
  if (row.state !== 'removing')
    return { asked: row.asked + 1, due_at: new Date(now.getTime() + nextAskMs(row.asked + 1)) }
  return {
    ...{ refused: row.reply, refused_at: now, refused_by: row.replied_by, refused_by_name: row.replied_by_name },
    ...{ refused_violation: null, refused_message: `The reply stands: ${message}` },
    ...{ ...DONE, state: 'failed', settled_at: now },
  }
}

const RELEASED = 'This location is no longer connected, so it did not leave.'
const RELEASED_UNTOLD = 'This location is no longer connected. Google has not said whether it has the reply.'
const UNREMOVED = 'This location is no longer connected, so Google was not asked to remove it.'

/** The location left the connection, so Google is asked for it no more: what was on its way there has failed. */
export function released(row: ReviewRow, now: Date): ReviewSet {
  if (row.state !== 'posting' && row.state !== 'removing') return { due_at: null }
  if (row.state === 'posting') return notSeen(row, row.called_at === null ? RELEASED : RELEASED_UNTOLD, now)
  const set = notSeen(row, UNREMOVED, now)
  return row.called_at === null ? set : { ...set, refused_message: RELEASED_UNTOLD }
}

/** Google has removed the reply. */
export function removedReply(now: Date): ReviewSet {
  return {
    ...{
      reply: null,
      reply_at: null,
      reply_state: null,
      reply_violation: null,
      replied_by: null,
      replied_by_name: null,
    },
    ...{ edited_after_reply: false, state: 'needsReply', settled_at: now, ...DONE },
  }
}

/** Google does not have the review any more; a reply that did not come to stand there stays as a refused one. */
export function goneReview(row: ReviewRow, now: Date): ReviewSet {
  const set: ReviewSet = { ...DONE, state: 'removed', removed_at: now, settled_at: now }
  if ((row.state !== 'posting' && row.state !== 'overtaken') || row.wanted === null) return set
  return { ...refused(row, 'Google does not have this review any more.', now), ...set }
}

/** The row of a pending reply by what it has become. */
export function followed(row: ReviewRow, review: GoogleReview, askedAt: Date, now: Date): ReviewSet {
  const set = merge(row, review, askedAt) ?? {}
  const isPending = (set.state ?? row.state) === 'pending'
  const asked = row.asked + 1
  return {
    ...set,
    asked,
    due_at: isPending ? new Date(now.getTime() + nextAskMs(asked)) : null,
    problem: null,
    not_taken: 0,
  }
}
