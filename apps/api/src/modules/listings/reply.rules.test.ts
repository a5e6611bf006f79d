import { expect, test } from 'vitest'
import type { GoogleReview } from '../../gateways/google-wire.ts'
import type { ReviewRow } from './merge.rules.ts'
import { keptReply } from './reply.rules.ts'

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
