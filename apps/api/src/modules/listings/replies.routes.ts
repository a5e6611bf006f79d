/** Replies, their removal, and drafts. A reply passes the lint before it is stored; its row is then the job. */
import { isBlocked } from '@foyer/contracts/listings/privacy.rules.ts'
import * as calls from '@foyer/contracts/listings/review-calls.ts'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet } from '../../events/append.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { addNotices } from '../notices/notices.ts'
import { findStaff, isStaff } from '../organizations/organizations.ts'
import { lintFor } from './lint-facts.store.ts'
import type { ReviewRow, ReviewSet } from './merge.rules.ts'
import { NOT_WANTED, withoutDraft } from './reply.rules.ts'
import { asReply } from './reviews.routes.ts'
import { type DueReview, dueReviews, type Held, lockReview, saveReviews, toReview } from './reviews.store.ts'

export function replyRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  const save = async (tx: Tx, { row, location }: Held, set: ReviewSet, notices: readonly ChangeSet[] = []) => {
    const log = { organizationId: row.organization_id, at: clock.now(), notices }
    const { reviews, seq, epoch } = await saveReviews(tx, log, location, [{ row, set }])
    const [review] = reviews
    if (!review) throw new Error('A saved review is not told of.')
    return { review, asOf: seq, epoch }
  }
  return [
    route(calls.putReviewReply, async ({ params, body, caller, organizationId, read, write }) => {
      const { comment, seenVersion, tell } = body
      const of = { organizationId, locationId: params.id, reviewId: params.reviewId }
      const linted = await read((tx) => lintFor(tx, { ...of, comment }))
      if (isBlocked(linted)) throw new Refusal('privacy', 'This reply tells of a patient.', { data: asReply(linted) })
      return write(async (tx) => {
        if (tell !== undefined && !(await isStaff(tx, organizationId, [tell]))) throw notFound()
        const held = await lock(tx, of)
        const { row } = held
        if (seenVersion !== undefined && row.version > seenVersion) throw stale(held)
        assertNotLeaving(row)
        const staff = await findStaff(tx, organizationId, caller.userId)
        const now = clock.now()
        const set: ReviewSet = {
          ...{ state: 'posting', wanted: comment, wanted_at: now, wanted_by: caller.userId },
          ...{ wanted_by_name: staff?.name ?? null, seen_reply: row.reply, due_at: now, called_at: null },
          ...{ not_taken: 0, problem: null },
          // The writer saw the draft, and the reply goes on from it.
          ...(seenVersion !== undefined && row.draft !== null && withoutDraft(row)),
        }
        const told = tell === undefined ? [] : [noticeOf(tell, row.key, comment)]
        const notices = addNotices(tx, { organizationId, by: caller.userId, at: now }, told)
        const { review, ...position } = await save(tx, held, set, notices)
        dueReviews.wake(tx)
        const reply = review.reviewReply ?? { comment, updateTime: now.toISOString() }
        return { ...reply, foyer: { review, ...position } }
      })
    }),

    route(calls.deleteReviewReply, ({ params, organizationId, write }) =>
      write(async (tx) => {
        const held = await lock(tx, { organizationId, locationId: params.id, reviewId: params.reviewId })
        const { row } = held
        if (row.state === 'removing') return {}
        assertNotLeaving(row)
        if (row.reply === null) {
          // Nothing of it has left.
          if (row.state === 'posting')
            await save(tx, held, { ...NOT_WANTED, state: 'needsReply', due_at: null, problem: null })
          return {}
        }
        await save(tx, held, {
          ...NOT_WANTED,
          state: 'removing',
          due_at: clock.now(),
          called_at: null,
          not_taken: 0,
          problem: null,
        })
        dueReviews.wake(tx)
        return {}
      }),
    ),

    route(calls.saveReviewDraft, ({ params, body, caller, organizationId, write }) =>
      write(async (tx) => {
        const held = await lock(tx, { organizationId, locationId: params.id, reviewId: params.reviewId })
        const { row } = held
        if ((row.draft === null ? 0 : row.draft_version) !== body.seenDraft) throw stale(held)
        const staff = await findStaff(tx, organizationId, caller.userId)
        const draft: ReviewSet = {
          ...{ draft: body.comment, draft_at: clock.now(), draft_by: caller.userId },
          ...{ draft_by_name: staff?.name ?? null, draft_version: row.draft_version + 1 },
        }
        return save(tx, held, body.comment === '' ? withoutDraft(row) : draft)
      }),
    ),
  ]
}

const noticeOf = (userId: string, subjectId: string, text: string) => ({
  ...{ userId, kind: 'review' as const, conversationId: null, subjectId, text },
})

async function lock(tx: Tx, of: DueReview): Promise<Held> {
  const held = await lockReview(tx, of)
  if (!held || held.location.due_at === null || held.row.state === 'removed') throw notFound()
  return held
}

/** Once Google was called, only Google knows what stands there, and a removal that comes late would take the next reply. */
function assertNotLeaving({ state, called_at: calledAt }: ReviewRow): void {
  if (calledAt === null) return
  if (state === 'posting') throw new Refusal('conflict', 'The last reply is on its way to Google. Wait a moment.')
  if (state === 'removing') throw new Refusal('conflict', 'The last reply is just being removed. Wait a moment.')
}

function stale({ row, location }: Held): Refusal {
  return new Refusal('stale', 'Somebody changed this review meanwhile.', { data: toReview(row, location) })
}
