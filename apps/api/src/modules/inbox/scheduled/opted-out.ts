import type { OptOutStep } from '../../conversations/conversations.ts'
import { addNotices, settleNotices } from '../../notices/notices.ts'
import { arrivalEntry, cancel, OPTED_OUT, showTexts } from './scheduled.rules.ts'
import { listOpen } from './scheduled.store.ts'
import { scheduledChange } from './scheduled-change.ts'

/**
 * Cancels the waiting and held texts of a number that gets no more texts, and tells their authors. The conversation is
 * locked, so no text is sent and none is decided meanwhile.
 */
export const cancelScheduled: OptOutStep = async (tx, { conversation, now }) => {
  const { organizationId, id: conversationId, scheduledFor, heldAuthors } = conversation
  if (scheduledFor === null && heldAuthors.length === 0) return { conversation, own: [], entries: [] }
  const [open, settled] = await Promise.all([
    listOpen(tx, { organizationId, conversationId }),
    settleNotices(tx, { organizationId, conversationIds: [conversationId], kinds: ['held'], at: now }),
  ])
  const notices = open
    .filter(({ authorLeft }) => !authorLeft)
    .map(({ id: subjectId, body: text, author: { userId } }) => ({
      ...{ userId, kind: 'cancelled' as const, conversationId, subjectId, text },
    }))
  return {
    conversation: showTexts(conversation, []),
    own: open.length === 0 ? [] : [arrivalEntry(open, true)],
    entries: [
      ...open.map((text) => scheduledChange(tx, cancel(text, OPTED_OUT, now))),
      ...settled,
      ...addNotices(tx, { organizationId, by: null, at: now }, notices),
    ],
  }
}
