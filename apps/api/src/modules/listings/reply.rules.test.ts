import { expect, test } from 'vitest'
import type { GoogleReview } from '../../gateways/google-wire.ts'
import { merge, type ReviewRow } from './merge.rules.ts'
import { goneReview, keptReply, released } from './reply.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 15, minute))
const row = { state: 'removing', reply: 'Thank you.', reply_state: null, draft: null, draft_version: 0 } as ReviewRow

test.each([
  ['PENDING', 5, 'pending', false],
  ['APPROVED', 5, 'public', false],
  ['APPROVED', 15, 'needsReply', true],
  ['REJECTED', 5, 'rejected', false],
] as const)(
  'keptReply restores a reply that is %s, under words of minute %i, as %s',
  (reviewReplyState, minute, state, isEdited) => {
    const reviewReply = { comment: 'Thank you.', updateTime: at(10), reviewReplyState }
    const review = { updateTime: at(minute), reviewReply } as GoogleReview
    const dueAt = state === 'pending' ? at(21) : null
    const kept = { state, edited_after_reply: isEdited, reply: 'Thank you.', due_at: dueAt, called_at: null }
    expect(keptReply(row, review, at(20))).toMatchObject(kept)
  },
)

test('merge keeps the refusal of an edit while the old reply stands, and no longer', () => {
  const failed = { ...row, state: 'failed', reply_at: at(10), updated_at: at(5), refused: 'Half price!' } as ReviewRow
  const standing = (comment: string) =>
    ({
      ...{ reviewer: { isAnonymous: true }, starRating: 5, comment: '', createTime: at(5), updateTime: at(5) },
      reviewReply: { comment, updateTime: at(10), reviewReplyState: 'APPROVED' },
    }) as GoogleReview
  expect(merge({ ...failed, settled_at: null }, standing('Thank you.'), at(20))).not.toHaveProperty('state')
  expect(merge({ ...failed, settled_at: null }, standing('Another.'), at(20))).toMatchObject({ state: 'public' })
})

test.each([
  ['posting', null, 'so it did not leave.'],
  ['posting', at(10), 'Google has not said whether it has the reply.'],
  ['removing', null, 'The reply stands: This location is no longer connected, so Google was not asked to remove it.'],
  ['removing', at(10), 'Google has not said whether it has the reply.'],
] as const)('released says of a reply that is %s, called at %s, what is known of it', (state, called, words) => {
  const { refused_message: message, ...set } = released({ ...row, state, wanted: 'Hi', called_at: called }, at(20))
  expect(set).toMatchObject({ state: 'failed', due_at: null })
  expect(message?.endsWith(words)).toBe(true)
})

test.each(['posting', 'overtaken'] as const)(
  'goneReview keeps the words of a reply that is %s as refused and as the draft',
  (state) => {
    const kept = { state: 'removed', wanted: null, refused: 'Hi', draft: 'Hi', due_at: null }
    expect(goneReview({ ...row, state, wanted: 'Hi', wanted_at: at(10) }, at(20))).toMatchObject(kept)
  },
)
