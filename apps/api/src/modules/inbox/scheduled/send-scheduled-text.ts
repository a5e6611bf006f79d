/**
 * Sends a due text: it becomes an ordinary message, or fails with a reason. One transaction, so that it happens once.
 */
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { type ConversationState, failScheduled, markUnread } from '../../conversations/conversations.rules.ts'
import {
  assertMayWrite,
  countToday,
  keepMessage,
  lockConversation,
  readStanding,
} from '../../conversations/conversations.ts'
import { previewOf } from '../../conversations/inbound.rules.ts'
import { addNotices } from '../../notices/notices.ts'
import { type DueText, lockDue } from './due.store.ts'
import { fail, MISSED, markSent, objection, showTexts } from './scheduled.rules.ts'
import { listOpen, readScheduled } from './scheduled.store.ts'
import { keepScheduled, scheduledChange } from './scheduled-change.ts'

export type ScheduledOutcome = 'sent' | 'failed' | 'missed' | 'gone'

export async function sendScheduledText(
  tx: Tx,
  parts: Services,
  due: DueText,
  worker: string,
): Promise<ScheduledOutcome> {
  const { organizationId, conversationId, id } = due
  const before = await lockConversation(tx, organizationId, conversationId)
  // The patient, a colleague or another process may have held or ended it meanwhile.
  const held = await lockDue(tx, due, worker)
  if (!held) return 'gone'
  const text = await readScheduled(tx, organizationId, id)
  const others = (await listOpen(tx, due)).filter((other) => other.id !== id)
  const conversation = showTexts(before, others)
  const now = parts.clock.now()
  const why = held.isMissed ? MISSED : await objectionTo(tx, parts, conversation)
  if (why === null) {
    const messageId = parts.newId()
    await keepMessage(tx, parts, {
      before,
      conversation,
      message: { body: text.body, private: false, author: text.author },
      origin: { id: messageId, by: null },
      entriesOf: () => [scheduledChange(tx, markSent(text, messageId, now))],
    })
    return 'sent'
  }
  // Staff relied on a text that was not sent, so its conversation becomes unread and comes back from snooze.
  const after = { ...markUnread(failScheduled(conversation, previewOf(text.body, 0), text.author)), snoozedUntil: null }
  const notice = { kind: 'failed' as const, conversationId: before.id, subjectId: id, text: text.body }
  const settled = addNotices(tx, { organizationId, by: null, at: now }, [{ userId: text.author.userId, ...notice }])
  await keepScheduled(tx, { before, after, text: fail(text, why, now), by: null, now, settled })
  return held.isMissed ? 'missed' : 'failed'
}

/** The refusal that a sender would get now, or null. */
async function objectionTo(tx: Tx, parts: Services, conversation: ConversationState): Promise<string | null> {
  try {
    const { organizationId, phoneNumber, patientId } = conversation
    const standing = await readStanding(tx, { organizationId, phoneNumber, patientId })
    await assertMayWrite(tx, parts, conversation, standing)
    await countToday(tx, parts, conversation, standing)
    return null
  } catch (error) {
    if (error instanceof Refusal) return objection(error.message)
    throw error
  }
}
