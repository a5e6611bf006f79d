/** The inbound step that cancels scheduled texts, because they were written before the patient's message. */
import type { Tx } from '../../../db/tx.ts'
import type { Change } from '../../../events/append.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { IGNORED, type InboundStep } from '../../conversations/conversations.ts'
import { cancel, PATIENT_FIRST } from './scheduled.rules.ts'
import { listWaiting } from './scheduled.store.ts'
import { scheduledChange } from './scheduled-change.ts'

export const scheduledStep: InboundStep = {
  name: 'scheduled',
  consider(tx, _parts, { conversation, now }) {
    if (conversation.scheduledFor === null) return IGNORED
    return { verdict: 'passes', react: async () => ({ entries: await cancelWaiting(tx, conversation, now) }) }
  },
}

/** The conversation is locked, so no waiting text is sent meanwhile. */
async function cancelWaiting(tx: Tx, { organizationId, id }: ConversationState, now: Date): Promise<Change[]> {
  const waiting = await listWaiting(tx, { organizationId, conversationId: id })
  return waiting.map((text) => scheduledChange(tx, cancel(text, PATIENT_FIRST, now)))
}
