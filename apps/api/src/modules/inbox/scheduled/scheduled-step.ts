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
      entries: holdTexts(tx, waiting, { messageId: id, since: now }),
    }),
  }
}

/** The only place where texts become held. Their authors get a notice with the patient's message. */
function holdTexts(
  tx: Tx,
  waiting: readonly ScheduledText[],
  { messageId, since }: { messageId: string; since: Date },
): (Change | ChangeSet)[] {
  const notices = waiting.map(({ id: subjectId, conversationId, body, author }) => ({
    ...{ userId: author.userId, kind: 'held' as const, conversationId, subjectId, text: body },
  }))
  const organizationId = waiting[0]?.organizationId ?? ''
  return [
    ...waiting.map((text) => scheduledChange(tx, hold(text, messageId, since))),
    ...addNotices(tx, { organizationId, by: null, at: since }, notices),
  ]
}
