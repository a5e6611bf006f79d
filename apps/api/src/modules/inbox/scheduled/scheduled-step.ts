/**
 * The inbound step for texts that staff scheduled before the patient's message. It holds those that wait; if the patient
 * opted out, it cancels those and the held ones.
 */
import type { Tx } from '../../../db/tx.ts'
import type { Change, ChangeSet } from '../../../events/append.ts'
import { type ArrivingMessage, type Considered, IGNORED, type InboundStep } from '../../conversations/conversations.ts'
import { addNotices } from '../../notices/notices.ts'
import { effectOf } from '../../texting/late.rules.ts'
import { cancelScheduled } from './opted-out.ts'
import { arrivalEntry, hold, type ScheduledText, showTexts } from './scheduled.rules.ts'
import { listOpen } from './scheduled.store.ts'
import { scheduledChange } from './scheduled-change.ts'

export const scheduledStep: InboundStep = {
  name: 'scheduled',
  consider(tx, _parts, message) {
    const { scheduledFor, heldAuthors } = message.conversation
    const optedOut = isOptedOut(message)
    if (scheduledFor === null && !(optedOut && heldAuthors.length > 0)) return IGNORED
    return optedOut ? cancelAll(tx, message) : holdWaiting(tx, message)
  },
}

/** Whether the number gets no more texts after this message. */
function isOptedOut(message: ArrivingMessage): boolean {
  if (message.conversation.channel !== 'sms') return false
  return (effectOf(message).becomes ?? message.consent.smsStatus) === 'opted_out'
}

function cancelAll(tx: Tx, { now }: ArrivingMessage): Considered {
  return { verdict: 'passes', react: (received) => cancelScheduled(tx, { conversation: received, now }) }
}

/** The conversation is locked, so no waiting text is sent and none is decided meanwhile. */
async function holdWaiting(tx: Tx, message: ArrivingMessage): Promise<Considered> {
  const { conversation, id, now } = message
  const { organizationId, id: conversationId } = conversation
  const open = await listOpen(tx, { organizationId, conversationId })
  const waiting = open.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return IGNORED
  return {
    verdict: 'passes',
    react: async (received) => ({
      conversation: showTexts(
        received,
        open.map((text) => (text.status === 'waiting' ? hold(text, id, now) : text)),
      ),
      own: [arrivalEntry(waiting, false)],
      entries: holdTexts(tx, conversation, waiting, { messageId: id, since: now }),
    }),
  }
}

/**
 * The only place where texts become held. Their authors get a notice with the patient's message, and so does the assignee
 * for the texts of others, with their author's name.
 */
function holdTexts(
  tx: Tx,
  { organizationId, staffAssigned }: ArrivingMessage['conversation'],
  waiting: readonly ScheduledText[],
  { messageId, since }: { messageId: string; since: Date },
): (Change | ChangeSet)[] {
  const log = { organizationId, at: since }
  const notice = (userId: string, { id: subjectId, conversationId, body }: ScheduledText) => ({
    ...{ userId, kind: 'held' as const, conversationId, subjectId, text: body },
  })
  const written = waiting.filter(({ authorLeft }) => !authorLeft)
  return [
    ...waiting.map((text) => scheduledChange(tx, hold(text, messageId, since))),
    ...addNotices(
      tx,
      { ...log, by: null },
      written.map((text) => notice(text.author.userId, text)),
    ),
    ...[...Map.groupBy(waiting, ({ author }) => author.userId)].flatMap(([by, texts]) =>
      addNotices(
        tx,
        { ...log, by },
        texts.flatMap((text) => staffAssigned.map((userId) => notice(userId, text))),
      ),
    ),
  ]
}
